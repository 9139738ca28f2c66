import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Brand } from '@sauda/contract/broker/health'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { eventually, listen } from '../test/events.ts'
import { databaseUrl } from '../test/global-setup.ts'
import { liveSettings } from '../test/live.ts'
import { moneyClient } from '../test/money.ts'
import { machine } from '../test/program.ts'
import { readConfig } from './config.ts'
import { explain } from './app/explain.ts'
import { openDb } from './platform/db.ts'
import { makeLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { startPostgres } from './platform/postgres/postgres.ts'
import { start } from './app/start.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-main-'))
const base = inject('postgresUrl')
// One connection, for which concurrent tests wait.
const admin = new pg.Pool({ connectionString: base, max: 1 })
const databases: string[] = []
const running = new Set<() => void>()
afterAll(async () => {
  for (const kill of running) kill()
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

async function newDatabase(): Promise<string> {
  const name = `main_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} template template_sauda strategy file_copy`)
  databases.push(name)
  return databaseUrl(base, name)
}

/** The server as a program of its own, with nothing of our environment but what it needs to run. */
function launch(settings: Record<string, string>, ...flags: string[]) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const dataDir = join(folder, randomUUID())
  const env = { ...machine(), PORT: '0', DATA_DIR: dataDir, DEMO_DATA: 'off', ...settings }
  const child = spawn(process.execPath, [...flags, main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const program = { out: '', err: '', url: '', code: undefined as number | null | undefined, dataDir }
  child.stdout.on('data', (part) => (program.out += String(part)))
  child.stderr.on('data', (part) => (program.err += String(part)))
  const kill = () => child.kill('SIGKILL')
  running.add(kill)
  const ended = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      running.delete(kill)
      resolve((program.code = code))
    }),
  )
  const ready = async () => {
    await eventually(() => program.out.includes(' is ready on ') || program.code !== undefined, 240)
    const port = /^\S+ is ready on http:\/\/localhost:(\d+)$/m.exec(program.out)?.[1]
    if (port === undefined) throw new Error(`not ready: ${program.out}${program.err}`)
    program.url = `http://127.0.0.1:${port}`
  }
  return Object.assign(program, { ready, ended, signal: (name: NodeJS.Signals) => child.kill(name) })
}

/** What main.ts prints about a start that fails, without the processor time of a program of its own. */
const faultOf = async (settings: Record<string, string>): Promise<string> => {
  const said: string[] = []
  const config = readConfig({ PORT: '0', DATA_DIR: join(folder, randomUUID()), DEMO_DATA: 'off', ...settings })
  const fault = await start(config, makeLog('silent'), (line) => said.push(line)).then(
    async (close) => {
      await close()
      throw new Error('the server started')
    },
    (error: unknown) => explain(error, config),
  )
  expect(fault).not.toContain('    at ')
  expect(said.join('\n')).not.toContain('ready')
  return fault
}

describe('a start', () => {
  test('and a stop are lines of the log, each with the process and its version', async () => {
    const server = launch({ DATABASE_URL: await newDatabase(), LOG_LEVEL: 'info' })
    await server.ready()
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    const lines = server.err
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const process = { instance: expect.stringMatching(/^\S+\/\d+$/), version: expect.stringMatching(/^\d+\.\d+\.\d+/) }
    for (const msg of ['the server starts', 'the server is ready', 'the server stops', 'the server has stopped'])
      expect(lines).toContainEqual(expect.objectContaining({ msg, ...process }))
  })

  test('prints the addresses and the demo logins; a stop is reported and exits with 0; live mode rejects the database', async () => {
    const DATABASE_URL = await newDatabase()
    const server = launch({ DATABASE_URL, DEMO_DATA: 'on', BRAND_NAME: 'Vyapar' })
    await server.ready()
    const at = server.url.replace('127.0.0.1', 'localhost')
    expect(server.out).toContain(`Vyapar is ready on ${at}\n`)
    for (const address of [`${at}/`, `${at}/desk`, `${at}/desk/mailbox`, `${at}/api/docs`])
      expect(server.out).toContain(`  ${address}`)
    const body = JSON.stringify({ email: 'chitra@demo.example', password: 'Demo-Pass-1' })
    expect(server.out).toContain('Demo-Pass-1')
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${server.url}/api/user/login`, { method: 'POST', headers, body })
    expect(await login.json()).toMatchObject({ isDocsVerified: 'VERIFIED' })
    expect(server.out.split('\n').length).toBeLessThan(40)
    const { demo } = (await (await fetch(`${server.url}/api/brand`)).json()) as Brand
    expect(demo).toMatchObject({ password: 'Demo-Pass-1', desk: `${at}/desk/login?as=cashier%40demo.example` })
    expect(demo?.clients.map(({ email }) => email)).toEqual([
      'jaya@demo.example',
      'chitra@demo.example',
      'asha@demo.example',
    ])
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.out).toContain('Stopping …')
    expect(await faultOf({ ...liveSettings, DATABASE_URL })).toBe(
      'This database has the demo clients, whose password is public. Live mode needs a database of its own.',
    )
    // A busy machine may halt the server, or let a request or a job wait too long for the database; every other line is a fault.
    const ofLoad = [
      '"the server (stood still|is not ready|is ready again)"',
      'due to connection timeout"',
      '"leftOut":\\d+,"seconds":\\d+,"msg":"a background job fails',
      '"a background job works again"',
    ]
    const isOfLoad = (line: string) => new RegExp(ofLoad.join('|')).test(line)
    expect(server.err.split('\n').filter((line) => line !== '' && !isOfLoad(line))).toEqual([])
  })

  test('a first start that is killed while it fills the database leaves it empty, and the next one fills it', async () => {
    const name = `main_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name}`)
    databases.push(name)
    const url = databaseUrl(base, name)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const count = async (what: string) =>
      Number((await other.query<{ count: string }>(`select count(*) from ${what}`)).rows[0]?.count)
    const { rows: mine } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    /** Connections of the first start, asked by another one: within a transaction the list stays the same. */
    const filling = async () =>
      (
        await admin.query<{ waits: string | null }>(
          `select wait_event_type as waits from pg_stat_activity where datname = $1 and pid <> $2 and backend_type = 'client backend'`,
          [name, mine[0]?.pid],
        )
      ).rows
    // The first start waits for this table.
    await other.query('begin; create table client (in_the_way int)')
    const killed = launch({ DATABASE_URL: url })
    await eventually(async () => (await filling()).some(({ waits }) => waits === 'Lock'))
    killed.signal('SIGKILL')
    await killed.ended
    await other.query('rollback')
    await eventually(async () => (await filling()).length === 0)
    expect(await count("pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'")).toBe(0)
    const server = launch({ DATABASE_URL: url })
    await server.ready()
    expect(server.out).toContain('Database migrated')
    expect(await count('instrument')).toBeGreaterThan(300)
    await other.end()
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('creates the first operator, whose password is printed once', async () => {
    const settings = { DATABASE_URL: await newDatabase(), SECRET_KEY: 'k'.repeat(32) }
    const first = launch(settings)
    await first.ready()
    expect(first.out).toMatch(/First operator: admin@sauda\.example {2}password: \S+/)
    first.signal('SIGINT')
    await first.ended
    const second = launch(settings)
    await second.ready()
    expect(second.out).not.toContain('password')
    second.signal('SIGTERM')
    expect(await second.ended).toBe(0)
  })
})

describe('a start in live mode', () => {
  test('is rejected on a database of demo mode, and demo mode on one of live mode, which warns about what is not watched', async () => {
    const DATABASE_URL = await newDatabase()
    const demo = launch({ DATABASE_URL, DEMO_DATA: 'off' })
    await demo.ready()
    demo.signal('SIGTERM')
    await demo.ended
    const live = launch({ ...liveSettings, DATABASE_URL })
    expect(await live.ended).toBe(1)
    expect(live.err).toContain('This database was first started in demo mode: its money is practice money')
    const url = await newDatabase()
    const first = launch({ ...liveSettings, DATABASE_URL: url })
    await first.ready()
    expect(first.out).toContain('There are no backups: BACKUP_URL is not set.')
    expect(first.out).toContain('Nothing watches this installation: METRICS_PORT is not set')
    first.signal('SIGTERM')
    await first.ended
    expect(await faultOf({ DATABASE_URL: url })).toContain(
      'This database was first started in live mode: its money is real',
    )
  })

  test('is rejected where the database login may not become the application’s role', async () => {
    const login = `plain_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create role ${login} login password 'x'`)
    await admin.query(`create database ${login} owner ${login}`)
    databases.push(login)
    const url = new URL(databaseUrl(base, login))
    url.username = login
    url.password = 'x'
    const AUDIT_HEAD_URL = `file://${join(folder, 'no-heads.log')}`
    expect(await faultOf({ ...liveSettings, AUDIT_HEAD_URL, DATABASE_URL: url.href })).toContain(
      'may not become sauda_app, which live mode needs',
    )
  })
})

describe.concurrent('a stop', () => {
  test('ends the event streams, finishes running requests and accepts no new ones', async () => {
    const DATABASE_URL = await newDatabase()
    const db = openDb(DATABASE_URL, makeLog('silent'), { size: 1 })
    const { token } = await moneyClient({ db }, { bank: false })
    await db.close()
    const server = launch({ DATABASE_URL })
    await server.ready()
    const stream = await listen(server.url, '/user/events', token)

    const port = Number(new URL(server.url).port)
    const slow = createConnection({ host: '127.0.0.1', port })
    let answer = ''
    slow.on('data', (part) => (answer += String(part))).on('error', () => {})
    const text = JSON.stringify({ email: 'asha@demo.example', password: 'Wrong-Pass-1' })
    slow.write(
      `POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`,
    )
    slow.write(text.slice(0, 10))
    await eventually(() => stream.text !== '')
    server.signal('SIGTERM')
    await eventually(() => stream.ended)
    expect(stream.ended).toBe(true)
    await eventually(async () => (await fetch(`${server.url}/api/health`).catch(() => undefined)) === undefined)
    slow.write(text.slice(10))
    expect(await server.ended).toBe(0)
    expect(answer).toContain('HTTP/1.1 401')
    expect(answer).toContain('Invalid email or password')
  })

  test('on SIGTERM reports that it stops, and accepts requests until the proxy has noticed', async () => {
    const server = launch({ DATABASE_URL: await newDatabase(), STOP_WAIT_SECONDS: '3' })
    await server.ready()
    const ready = () => fetch(`${server.url}/api/health/ready`)
    expect((await ready()).status).toBe(200)
    server.signal('SIGTERM')
    await eventually(() => server.out.includes('Stopping'))
    const stopping = await ready()
    expect(stopping.status).toBe(503)
    expect(await stopping.json()).toMatchObject({ status: 'not ready', obstacle: 'stopping' })
    const answer = await fetch(`${server.url}/api/brand`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await server.ended).toBe(0)
  })

  test('waits a bounded time for a request that never ends', async () => {
    const server = launch({ DATABASE_URL: await newDatabase() })
    await server.ready()
    const stuck = createConnection({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
    stuck.on('error', () => {})
    stuck.write('POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{')
    await new Promise((resolve) => stuck.once('connect', resolve))
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('seals the audit log', async () => {
    const url = await newDatabase()
    // With the secret key of the first start.
    const DATA_DIR = join(folder, randomUUID())
    let log: string
    // A transaction of another test in the same PostgreSQL can delay the sealing; the server then reports it.
    do {
      const server = launch({ DATABASE_URL: url, DATA_DIR })
      await server.ready()
      server.signal('SIGTERM')
      await server.ended
      log = server.err
    } while (log.includes('are sealed after the next start'))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      'select (select count(*) from audit) = (select count(*) from audit_seal) as all',
    )
    await client.end()
    expect(rows).toEqual([{ all: true }])
  })

  test('after an uncaught error is as orderly, with exit code 1', async () => {
    const boom = "data:text/javascript,process.on('SIGUSR2', () => { throw new Error('boom') })"
    const server = launch({ DATABASE_URL: await newDatabase() }, '--import', boom)
    await server.ready()
    server.signal('SIGUSR2')
    expect(await server.ended).toBe(1)
    expect(server.err).toContain('"message":"boom"')
    expect(server.out).toContain('Stopping …')
  })
})

describe.concurrent('a start that cannot succeed prints the reason in one sentence and exits with 1', () => {
  const programFault = async (settings: Record<string, string>) => {
    const server = launch(settings)
    expect(await server.ended).toBe(1)
    expect(server.err).not.toContain('    at ')
    expect(server.out).not.toContain('ready')
    return server.err
  }

  test('the port is in use, which is checked before anything slow', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await faultOf({ PORT: String(port) })).toMatch(
      new RegExp(`^Port ${port} is in use by another program\\. .*PORT=${port + 1}`),
    )
    other.close()
  })

  test('a variable is wrong', async () =>
    expect(await programFault({ PORT: 'eighty', MODE: 'both' })).toMatch(/PORT: must be a port[^]*MODE: must be/))

  test('the address is not one of this machine', async () =>
    expect(await faultOf({ HOST: '203.0.113.9' })).toMatch(/^HOST=203\.0\.113\.9 is no address/))

  test('the folder cannot be created', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await faultOf({ DATA_DIR: join(file, 'data') })).toMatch(/a-file\S* must be a folder/)
  })

  test('the system forbids creating the folder', async () =>
    expect(await faultOf({ DATA_DIR: '/proc/sauda/data' })).toMatch(
      /^The server cannot write to \/proc\/\S+\. Make it writable/,
    ))

  test('the database does not answer', async () =>
    expect(await faultOf({ DATABASE_URL: 'postgres://sauda:quiet@127.0.0.1:9/sauda' })).toMatch(
      /^The database at DATABASE_URL does not let us in/,
    ))

  test('another program answers instead of the database', async () => {
    const other = createServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await faultOf({ DATABASE_URL: `postgres://sauda@127.0.0.1:${port}/sauda` })).toMatch(
      /^The database at DATABASE_URL does not let us in/,
    )
    other.close()
  })

  test('the database rejects the password', async () => {
    const url = new URL(await newDatabase())
    url.password = 'not-this-one'
    expect(await faultOf({ DATABASE_URL: url.href })).toMatch(
      /^The database at DATABASE_URL does not let us in.*password/,
    )
  })

  test.each(['26000', '42P05'])('a pooler cannot carry prepared statements (%s)', (code) =>
    expect(explain(Object.assign(new Error(), { code }), readConfig({ DATABASE_URL: 'postgres://db/sauda' }))).toMatch(
      /^The pooler at DATABASE_URL cannot carry prepared statements\. Set PREPARED_STATEMENTS=off/,
    ),
  )

  test.each([
    [{ DATABASE_URL: 'postgres://db/sauda' }, 'The database at DATABASE_URL cannot do its work'],
    [{ DATA_DIR: '/srv/sauda' }, 'The database in /srv/sauda/postgres cannot do its work'],
  ])('the database ends meanwhile: %s', (settings, sentence) =>
    expect(explain(new Error('Connection terminated unexpectedly'), readConfig(settings))).toContain(
      `${sentence} (Connection terminated unexpectedly).`,
    ),
  )

  test('the database is newer than the program', async () => {
    const url = await newDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("insert into migration (version, name) values (9999, 'from-the-future')")
    await client.end()
    expect(await faultOf({ DATABASE_URL: url })).toMatch(/^The database is at version 9999, newer than this program/)
  })

  test('the secret key is another one than the database was filled with', async () => {
    const url = await newDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("insert into secret_mark (mark) values ('of another key')")
    await client.end()
    expect(await faultOf({ DATABASE_URL: url })).toMatch(
      /^This database was filled with another secret key\. Set SECRET_KEY/,
    )
  })

  test('the first password is a common one, reported before anything is created', async () => {
    const dataDir = join(folder, 'never')
    expect(
      await faultOf({ DATA_DIR: dataDir, ADMIN_EMAIL: 'boss@desk.example', ADMIN_PASSWORD: 'Password123' }),
    ).toMatch(/^ADMIN_PASSWORD is among the most used passwords/)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('an error after the built-in database was started stops it again', async () => {
    const dataDir = join(folder, 'own')
    mkdirSync(dataDir)
    const own = await startPostgres({ dataDir })
    await migrate(own.url)
    const client = new pg.Client({ connectionString: own.url })
    await client.connect()
    await client.query("insert into secret_mark (mark) values ('of another key')")
    await client.end()
    await own.stop()
    expect(await programFault({ DATA_DIR: dataDir })).toMatch(/^This database was filled with another secret key/)
    expect(existsSync(join(dataDir, 'postgres/data/PG_VERSION'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
  })
})
