import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Home, explain, note, sync, withFile } from './home.ts'
import type { Programs } from './programs.ts'
import { type SystemUser, give, run } from './system.ts'
import pg from 'pg'
import type { Address } from './address.ts'
import { systemCode } from './start-error.ts'

/** The role that owns the database and runs the migrations; the application's own role comes from them. */
const adminRole = 'sauda'

/** Makes an empty database. It is moved into place when complete, so that an interrupted first start leaves nothing. */
export async function initialise(home: Home, programs: Programs, user: SystemUser | undefined): Promise<void> {
  const fresh = await mkdtemp(join(home.root, 'new-'))
  try {
    const data = join(fresh, 'data')
    await mkdir(data, { mode: 0o700 })
    await give(data, user)
    const password = join(fresh, 'password')
    await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
    await give(password, user)
    const options = [
      `--pgdata=${dataArgument(data, user)}`,
      `--username=${adminRole}`,
      `--pwfile=${process.platform === 'win32' ? password : '/dev/stdin'}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=libc',
      '--locale=C',
    ]
    // The password as standard input, because the other user cannot reach the file.
    const { code, output } = await withFile(password, 'r', ({ fd }) =>
      run(programs.initdb, options, { user, cwd: data, stdin: fd }),
    )
    if (code !== 0) {
      await note(home, output)
      throw explain(output, home)
    }
    if (user !== undefined) await chown(password, 0, 0)

    // The data last, because a folder without it counts as empty.
    await rename(password, home.password)
    await rename(data, home.data)
    if (process.platform !== 'win32') await sync(home.root)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/**
 * The data folder as an argument. Another system user gets it as the working directory and not as a path, because parent
 * folders such as /root may be closed to that user.
 */
export const dataArgument = (data: string, user: SystemUser | undefined): string =>
  user !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : data

const databaseName = 'sauda'
const connectLimitMs = 5000

/** An address `pg` and psql understand; a socket's folder takes the host's place, encoded. */
export const urlOf = (address: Address, password: string, database = databaseName): string =>
  `postgres://${adminRole}:${encodeURIComponent(password)}@${encodeURIComponent(address.host)}:${address.port}/${database}`

/** Connects once, makes sure the database exists and returns the server's version, such as 18.4. Fails as `pg` does. */
export async function ensureDatabase(address: Address, password: string): Promise<string> {
  const client = new pg.Client({
    connectionString: urlOf(address, password, 'postgres'),
    connectionTimeoutMillis: connectLimitMs,
    application_name: 'sauda start',
  })
  // Without a listener a connection that breaks between two calls would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const found = await client.query<{ version: string; exists: boolean }>(
      `SELECT current_setting('server_version') AS version,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists`,
      [databaseName],
    )
    if (found.rows[0]?.exists !== true) await client.query(`CREATE DATABASE ${databaseName}`)
    return found.rows[0]?.version ?? ''
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** PostgreSQL answered, and rejected the password. */
export const isWrongPassword = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '28P01'

/** No process listens there. */
export const isUnreachable = (error: unknown): boolean => ['ENOENT', 'ECONNREFUSED'].includes(systemCode(error) ?? '')

export const isDiskFull = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53100'
