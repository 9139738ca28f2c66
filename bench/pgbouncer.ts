import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { start } from '../scripts/child.ts'
import type { Bench } from './database.ts'

/** From 1.21 on it carries prepared statements; PGBOUNCER names another one than Debian's. */
export const pgbouncerProgram = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'

/** Starts pgbouncer in transaction mode in front of the database, whose logins work as the application's role. */
export async function openPooler({ url, owner }: Bench, port: number, settings = '') {
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
  const launch = () => start(pgbouncerProgram, ['-u', 'postgres', join(folder, 'pgbouncer.ini')])
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
