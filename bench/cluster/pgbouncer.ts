import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { start } from '../../scripts/child.ts'
import { addPeople, openBench, type Bench } from '../database.ts'
import { send } from '../faults/requests.ts'
import { startServer } from '../program.ts'
import { applyLoad, booksBalance, printCompared } from './load.ts'

const port = 25_300

/** From 1.21 on it carries prepared statements; PGBOUNCER names another one than Debian's. */
const program = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'

/** Starts pgbouncer in transaction mode in front of the database, whose logins work as the application's role. */
async function openPooler({ url, owner }: Bench, port: number, settings = '') {
  const { hostname, port: databasePort, username, password, pathname } = new URL(url)
  await owner.run(`alter role ${username} in database ${pathname.slice(1)} set role = 'sauda_app'`)
  const folder = mkdtempSync(join(tmpdir(), 'sauda-pgbouncer-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${decodeURIComponent(hostname)} port=${databasePort || 5432} dbname=${pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 20
ignore_startup_parameters = extra_float_digits, options, statement_timeout
${settings}
`,
  )
  const launch = () => start(program, ['-u', 'postgres', join(folder, 'pgbouncer.ini')])
  let running = launch()
  await wait(1000)
  const end = async (signal?: NodeJS.Signals) => {
    running.stop(signal)
    await running.ended
  }
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async killAndRestart(milliseconds: number) {
      await end('SIGKILL')
      await wait(milliseconds)
      running = launch()
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Two processes behind pgbouncer in transaction mode, with and without prepared statements; it is killed under load. */
export async function pgbouncer(): Promise<string[]> {
  const version = /1\.(\d+)/.exec(execFileSync(program, ['--version']).toString())
  const carriesPrepared = Number(version?.[1]) >= 21
  const misses: string[] = []
  for (const prepared of ['on', 'off']) {
    await using stack = new AsyncDisposableStack()
    const bench = await openBench()
    stack.defer(bench.stop)
    await addPeople(bench.owner, 32)
    const pooler = await openPooler(bench, port, carriesPrepared ? 'max_prepared_statements = 200' : '')
    stack.defer(() => pooler.stop())
    const isRefused = prepared === 'on' && !carriesPrepared
    const servers = await Promise.all(
      // Several would break each other's statements while they start.
      (isRefused ? [1] : [1, 2]).map(() =>
        startServer({ ...bench, url: pooler.url }, { PREPARED_STATEMENTS: prepared }),
      ),
    )
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
    const ports = servers.map((server) => server.port)
    const ready = await send({ port: ports[0] ?? 0, path: '/health/ready' })
    const name = `pgbouncer ${version?.[0]}, PREPARED_STATEMENTS=${prepared}`
    console.log(`${name}: readiness ${ready.status} ${ready.body}`)
    if (isRefused) {
      if (ready.status !== 503) misses.push(`${name}: ready`)
      continue
    }
    const load = { ports, callers: 32, seconds: 8 }
    const calm = await applyLoad(load)
    const kill = async () => {
      await wait(2000)
      await pooler.killAndRestart(1000)
    }
    const applied = await applyLoad(load, kill, calm)
    if (!(await booksBalance(ports[0] ?? 0))) misses.push(`${name}: the books`)
    misses.push(...(await printCompared([{ name, applied, databaseUrl: bench.url }])))
  }
  return misses
}
