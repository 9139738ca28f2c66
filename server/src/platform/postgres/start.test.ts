import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  asRoot,
  dataOf,
  newDatabase,
  newFolder,
  nobody,
  ownerOf,
  postmasterOf,
  processesIn,
  query,
  socketFolder,
  startServer,
  succeeds,
  sumIn,
  theDatabase,
  withNobody,
} from '../../../test/postgres.ts'
import { keepLogSmall } from './home.ts'
import { startPostgres } from './postgres.ts'

const statusOf = (pid: number, field: string) =>
  new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]

test('a first start makes an empty durable database that listens on a private socket alone', async () => {
  const dataDir = newFolder()
  const said: string[] = []
  const running = await startPostgres({ dataDir, onProgress: (sentence) => said.push(sentence) })
  expect(running.adopted).toBe(false)
  expect(said).toEqual(['Preparing the database for the first time'])
  const [found] = await query(
    running.url,
    `SELECT current_database() AS database, current_user AS role, usesuper AS super, pg_encoding_to_char(encoding) AS encoding,
            datcollate AS collate, datlocprovider AS provider,
            (SELECT jsonb_object_agg(name, setting) FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit',
              'full_page_writes', 'listen_addresses', 'TimeZone', 'max_connections', 'server_version')) AS settings
       FROM pg_database, pg_user WHERE datname = current_database() AND usename = current_user`,
  )
  expect(found).toEqual({
    database: 'sauda',
    role: 'sauda',
    super: true,
    encoding: 'UTF8',
    collate: 'C',
    provider: 'c',
    settings: {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      TimeZone: 'UTC',
      max_connections: '100',
      server_version: '18.4',
    },
  })
  expect(statSync(socketFolder(running.url)).mode & 0o777).toBe(0o700)
  await running.stop()
  expect(processesIn(dataDir)).toEqual([])
})

test('data is kept over a stop and a start', async () => {
  const dataDir = await theDatabase()
  const running = await startPostgres({ dataDir, bufferMegabytes: 96 })
  expect(running.adopted).toBe(false)
  expect(await query(running.url, 'SHOW shared_buffers')).toEqual([{ shared_buffers: '96MB' }])
  // Parsed and written again, as tools parse a url.
  expect(await sumIn(new URL(running.url).href)).toBe('500500')
  await running.stop()
})

test('PostgreSQL never runs as root and does not see the secrets of our environment', async () => {
  const dataDir = await theDatabase()
  const server = await startServer(dataDir, { env: { SECRET_KEY: 'very secret', PGPORT: '1', LC_ALL: 'xx_XX' } })
  const pid = postmasterOf(dataDir)
  expect(statusOf(pid, 'Uid')).not.toBe('0')
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/SECRET_KEY|PGPORT|xx_XX/)
  expect(server.fault).toBe('')
})

test.runIf(withNobody)('another local user does not reach the database, its files or its password', async () => {
  const dataDir = await theDatabase()
  chmodSync(dataDir, 0o755)
  const server = await startServer(dataDir)
  const socket = join(socketFolder(server.url), '.s.PGSQL.5432')
  const asNobody = (code: string) =>
    spawnSync(process.execPath, ['--eval', code], { uid: nobody, gid: nobody, cwd: '/', encoding: 'utf8' }).stdout
  const connecting = `require('net').connect(${JSON.stringify(socket)}).on('error', (error) => console.log(error.code))`
  expect(asNobody(connecting)).toBe('EACCES\n')
  const reading = (path: string) =>
    `try { require('fs').readFileSync(${JSON.stringify(path)}) } catch (error) { console.log(error.code) }`
  for (const file of ['password', 'postgres.log', 'data/PG_VERSION']) {
    expect(asNobody(reading(join(dataDir, 'postgres', file)))).toBe('EACCES\n')
  }
  const wrong = new URL(server.url)
  wrong.password = 'guessed'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test.runIf(withNobody)('a folder of files that belongs to another system user is reported at the start', () => {
  const dataDir = newFolder(nobody)
  mkdirSync(join(dataDir, 'files'))
  const store = JSON.stringify(new URL('../file-store.ts', import.meta.url).href)
  const code = `
    import { openStore } from ${store}
    try { openStore({ dataDir: ${JSON.stringify(dataDir)} }) } catch (error) { console.log(error.message) }`
  const asNobody = { uid: nobody, gid: nobody, cwd: '/', encoding: 'utf8' } as const
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', code], asNobody).stdout).toMatch(
    `The server cannot write to ${join(dataDir, 'files')}. Make it writable`,
  )
})

test('a data folder below an inaccessible one works, under every path to it', async () => {
  const closed = newFolder()
  const deep = join(closed, 'a-folder-with-a-long-name'.repeat(4), 'and "another" one'.repeat(3), 'data')
  mkdirSync(deep, { recursive: true })
  symlinkSync(deep, join(closed, 'link'))
  const first = await startServer('link', { cwd: closed })
  expect(first.fault).toBe('')
  await query(first.url, 'CREATE TABLE kept ()')
  await first.kill('SIGKILL')
  const second = await startServer(deep)
  expect(second.adopted).toBe(true)
  expect(await query(second.url, 'SELECT FROM kept')).toEqual([])
})

test.runIf(withNobody)('a normal user starts, stops and adopts it in the same way', async () => {
  const dataDir = newFolder(nobody)
  // Too deep for a socket.
  const env = { TMPDIR: join(dataDir, 'tmp'.repeat(30)) }
  mkdirSync(env.TMPDIR, { mode: 0o777 })
  const first = await startServer(dataDir, { user: nobody, env })
  expect(first.fault).toBe('')
  expect(statusOf(postmasterOf(dataDir), 'Uid')).toBe(String(nobody))
  await first.kill('SIGKILL')
  const second = await startServer(dataDir, { user: nobody })
  expect(second.adopted).toBe(true)
  await second.stop()
  expect(processesIn(dataDir)).toEqual([])
  // Root takes over what a normal user made, as that user.
  const third = await startServer(dataDir)
  expect(third.fault).toBe('')
  expect(statusOf(postmasterOf(dataDir), 'Uid')).toBe(String(nobody))
})

test.runIf(asRoot)('a database keeps its owner, even one without a name; a restored backup gets one', async () => {
  const dataDir = await newDatabase()
  spawnSync('chown', ['-R', '54321:54321', dataOf(dataDir)])
  const first = await startServer(dataDir)
  expect(statusOf(postmasterOf(dataDir), 'Uid')).toBe('54321')
  expect(await sumIn(first.url)).toBe('500500')
  await first.stop()
  spawnSync('chown', ['-R', '0:0', dataOf(dataDir)])
  chmodSync(dataOf(dataDir), 0o755)
  const second = await startServer(dataDir)
  expect(second.fault).toBe('')
  expect(await sumIn(second.url)).toBe('500500')
  expect(ownerOf(dataOf(dataDir))).toBeGreaterThan(0)
})

test.runIf(asRoot && succeeds('unshare', '-m', 'true'))(
  'as root without a postgres user one is created, or the user nobody is used',
  async () => {
    const etc = newFolder()
    spawnSync('cp', ['-a', '/etc/.', etc])
    const noPostgres = `sed -i /^postgres:/d ${etc}/passwd ${etc}/group ${etc}/shadow ${etc}/gshadow`
    spawnSync('sh', ['-c', noPostgres])
    // A mount namespace of its own: the machine keeps its users.
    const inOther = (mount: string) => ['unshare', '-m', 'sh', '-c', `${mount} && exec "$0" "$@"`]
    const made = newFolder()
    const first = await startServer(made, { wrap: inOther(`mount --bind ${etc} /etc`) })
    const line = readFileSync(join(etc, 'passwd'), 'utf8')
      .split('\n')
      .find((each) => each.startsWith('sauda:'))
    expect(first.fault).toBe('')
    expect(statusOf(postmasterOf(made), 'Uid')).toBe(line?.split(':')[2])

    const borrowed = newFolder()
    const passwd = join(newFolder(), 'passwd')
    writeFileSync(passwd, `root:x:0:0::/root:/bin/sh\nnobody:x:${nobody}:${nobody}::/:/bin/false\n`)
    // The one file mounted alone cannot be replaced, as in a read-only container.
    const second = await startServer(borrowed, {
      wrap: inOther(`mount --bind ${etc} /etc && mount --bind ${passwd} /etc/passwd`),
    })
    expect(second.fault).toBe('')
    expect(statusOf(postmasterOf(borrowed), 'Uid')).toBe(String(nobody))
  },
)

test('TLS stays off, whatever the configuration in the data folder says', async () => {
  const { url } = await startServer(await newDatabase())
  await query(url, 'alter system set ssl = on')
  await query(url, 'select pg_reload_conf()')
  expect(await query(url, "select setting, source from pg_settings where name = 'ssl'")).toEqual([
    { setting: 'off', source: 'command line' },
  ])
})

test('the log stays small while PostgreSQL goes on writing to it', async () => {
  const dataDir = await theDatabase()
  const log = join(dataDir, 'postgres', 'postgres.log')
  writeFileSync(log, 'x'.repeat(3 * 1024 * 1024))
  const server = await startServer(dataDir)
  expect(statSync(log).size).toBeLessThan(10_000)
  expect(statSync(`${log}.1`).size).toBeGreaterThan(3 * 1024 * 1024)

  const keeping = await keepLogSmall(log, -1)
  keeping.stop()
  expect(statSync(log).size).toBe(0)
  await query(server.url, "DO $$ BEGIN RAISE WARNING 'still here'; END $$")
  expect(readFileSync(log, 'utf8')).toMatch(/^\d{4}-.*WARNING: {2}still here\n$/)
})

test('the log contains no statement and no row', async () => {
  const dataDir = await theDatabase()
  const server = await startServer(dataDir)
  await query(server.url, 'CREATE TABLE IF NOT EXISTS client (email text UNIQUE)')
  const twice = "INSERT INTO client VALUES ('asha@example.in'), ('asha@example.in')"
  await expect(query(server.url, twice)).rejects.toThrow('duplicate key')
  const log = readFileSync(join(dataDir, 'postgres', 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('asha')
})

test('the folder of an interrupted first start is removed', async () => {
  const dataDir = await theDatabase()
  mkdirSync(join(dataDir, 'postgres', 'new-abcdef', 'data'), { recursive: true })
  await startServer(dataDir)
  expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('new-abcdef')
})
