import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { newFolder } from '../../../test/postgres.ts'
import { type Db, openDb, selectColumn } from '../db.ts'
import { makeLog } from '../log.ts'
import { migrate } from '../migrate.ts'
import { appRole, worksAsRole } from '../role.ts'
import { startPostgres } from './postgres.ts'
import { chooseSystemUser } from './system.ts'

const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? ''
const log = makeLog('silent')

/** Every extension that this PostgreSQL brings and that needs no program besides; returns their names. */
async function createExtensions(db: Db): Promise<string[]> {
  const created: string[] = []
  const names = await selectColumn<string>(db, 'select name from pg_available_extensions order by name')
  for (const name of names)
    await db.run(`create extension if not exists "${name}" schema public cascade`).then(
      () => created.push(name),
      // Some need a library that is not installed (PL/Python), a setting, or a schema of their own.
      () =>
        db.run(`create extension if not exists "${name}" cascade`).then(
          () => created.push(name),
          () => undefined,
        ),
    )
  return created
}

/** The lines of a plan that compiling it adds. */
async function compiled(query: (text: string) => Promise<object[]>): Promise<string[]> {
  const plan = await query('explain (analyze) select sum(n) from generate_series(1, 1000) n')
  return plan.map((line) => String(Object.values(line)[0])).filter((line) => line.startsWith('JIT'))
}

/** What docs/going-live.md has the administrator of a PostgreSQL run once. */
const setUp = () =>
  /```sql\n([^`]+)```/.exec(readFileSync(new URL('../../../../docs/going-live.md', import.meta.url), 'utf8'))?.[1] ?? ''

/** The PostgreSQL of the system with its own defaults, in a new folder. */
async function startSystemPostgres() {
  const user = await chooseSystemUser('')
  const folder = newFolder(user?.uid)
  const data = join(folder, 'data')
  const made = spawnSync(join(programs, 'initdb'), ['--username=postgres', '--auth=trust', '--no-sync', data], {
    ...user,
    cwd: '/',
  })
  expect(made.stderr.toString() + made.stdout.toString()).toContain('Success')
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
    ...user,
    cwd: data,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const url = (user: string, name: string) => `postgres://${user}@${encodeURIComponent(folder)}/${name}`
  const administrator = () => new pg.Client({ connectionString: url('postgres', 'postgres') })
  const isUp = async () => {
    const client = administrator()
    const answer = await client.connect().catch((error: Error) => error)
    await client.end().catch(() => undefined)
    return !(answer instanceof Error)
  }
  await eventually(isUp)
  const client = administrator()
  await client.connect()
  for (const statement of setUp().replaceAll(/--.*/g, '').split(';')) await client.query(statement)
  await client.end()
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  return { url: url('sauda', 'sauda'), administratorUrl: url('postgres', 'sauda'), stop }
}

type Started = { readonly url: string; readonly administratorUrl?: string; stop(): Promise<void> }

/** With every extension that it brings, and a database whose plans are all compiled unless a connection refuses. */
async function startTwice(postgres: Started): Promise<void> {
  const administrator = openDb(postgres.administratorUrl ?? postgres.url, log, { size: 1 })
  try {
    expect(await migrate(postgres.url)).toMatchObject({ applied: ['schema.sql'], role: appRole })
    expect(await createExtensions(administrator)).toEqual(
      expect.arrayContaining(['hstore', 'pg_stat_statements', 'pg_trgm']),
    )
    expect(await migrate(postgres.url)).toEqual({ applied: [], role: appRole, invalid: [] })
    await administrator.run('alter database sauda set jit = on')
    await administrator.run('alter database sauda set jit_above_cost = 0')
    const direct = new pg.Client({ connectionString: postgres.url })
    await direct.connect()
    const { rows } = await direct.query<{ available: boolean }>('select pg_jit_available() as available')
    const found = await compiled(async (text) => (await direct.query(text)).rows)
    await direct.end()
    expect(found.length > 0).toBe(rows[0]?.available)
    const ours = openDb(postgres.url, log, { role: appRole, size: 1 })
    try {
      expect(await worksAsRole(ours)).toBe(true)
      expect(await compiled((text) => ours.rows(text))).toEqual([])
      expect(await ours.snapshot((sql) => compiled((text) => sql.rows(text)))).toEqual([])
      expect(await ours.transaction((tx) => compiled((text) => tx.rows(text)))).toEqual([])
    } finally {
      await ours.close()
    }
  } finally {
    await administrator.close()
    await postgres.stop()
  }
}

test('the built-in PostgreSQL starts again with every extension that it brings', async () => {
  await expect(startTwice(await startPostgres({ dataDir: newFolder() }))).resolves.toBeUndefined()
})

test.runIf(existsSync(join(programs, 'initdb')))(
  'so does the PostgreSQL of the system, whose plans are compiled for others and not for us',
  async () => {
    await expect(startTwice(await startSystemPostgres())).resolves.toBeUndefined()
  },
)
