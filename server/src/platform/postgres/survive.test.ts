import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import {
  asRoot,
  copyInstalled,
  dataOf,
  ended,
  isAlive,
  newDatabase,
  newFolder,
  ownerOf,
  postmasterOf,
  processesIn,
  query,
  signalAll,
  socketFolder,
  spawnServer,
  startServer,
  succeeds,
  sumIn,
  theDatabase,
  withNobody,
} from '../../../test/postgres.ts'
import { StartError } from './start-error.ts'
import { startPostgres } from './postgres.ts'
import { findInstalled } from './programs.ts'

const inUse = (dataDir: string) =>
  `Another server is already running on ${dataDir}/postgres. Stop it first, or set DATA_DIR to another folder.`

test('after kill -9 of the server the next one adopts the running PostgreSQL, and its stop ends it', async () => {
  const dataDir = await theDatabase()
  const first = await startServer(dataDir)
  const postmaster = postmasterOf(dataDir)
  await first.kill('SIGKILL')
  expect(isAlive(postmaster)).toBe(true)

  const second = await startServer(dataDir)
  expect(second).toMatchObject({ adopted: true, url: first.url, said: [], fault: '' })
  expect(postmasterOf(dataDir)).toBe(postmaster)
  expect(await sumIn(second.url)).toBe('500500')

  await second.stop()
  expect(processesIn(dataDir)).toEqual([])
  expect(existsSync(socketFolder(second.url))).toBe(false)
})

test('a second server on the same folder is rejected without effect on the first', async () => {
  const dataDir = await theDatabase()
  const first = await startServer(dataDir)
  const postmaster = postmasterOf(dataDir)
  expect((await startServer(dataDir)).fault).toBe(inUse(dataDir))
  expect(postmasterOf(dataDir)).toBe(postmaster)
  expect(await sumIn(first.url)).toBe('500500')
  await first.stop()
  expect(await startServer(dataDir)).toMatchObject({ adopted: false, fault: '' })
})

test('a second start in the same process is rejected too', async () => {
  const dataDir = await theDatabase()
  const running = await startPostgres({ dataDir })
  await expect(startPostgres({ dataDir })).rejects.toThrow(new StartError(inUse(dataDir)))
  await running.stop()
  await running.stop()
  expect(processesIn(dataDir)).toEqual([])
})

test('of three servers started at once on an empty folder exactly one starts', async () => {
  const dataDir = newFolder()
  const servers = await Promise.all([startServer(dataDir), startServer(dataDir), startServer(dataDir)])
  const winners = servers.filter((server) => server.fault === '')
  expect(winners).toHaveLength(1)
  expect(servers.filter((server) => server.fault === inUse(dataDir))).toHaveLength(2)
  expect(await query(winners[0]!.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('of three servers started at once on an orphan exactly one adopts it', async () => {
  const dataDir = await theDatabase()
  const first = await startServer(dataDir)
  await first.kill('SIGKILL')
  const servers = await Promise.all([startServer(dataDir), startServer(dataDir), startServer(dataDir)])
  expect(servers.filter((server) => server.adopted)).toHaveLength(1)
  expect(servers.filter((server) => server.fault === inUse(dataDir))).toHaveLength(2)
  expect(await sumIn(first.url)).toBe('500500')
})

test('after kill -9 of server and PostgreSQL the next start recovers what was committed', async () => {
  const dataDir = await theDatabase()
  const first = await startServer(dataDir)
  await first.kill('SIGKILL')
  signalAll(dataDir, 'SIGKILL')

  const second = await startServer(dataDir)
  expect(second).toMatchObject({ adopted: false, fault: '' })
  expect(await sumIn(second.url)).toBe('500500')
  expect(existsSync(socketFolder(first.url))).toBe(false)
})

test('a query that outlives its killed postmaster does not block the next start', async () => {
  const dataDir = await theDatabase()
  const first = await startServer(dataDir)
  const busy = query(first.url, 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b')
  const broken = busy.then(
    () => 'answered',
    () => 'broken',
  )
  const counting = "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT count%'"
  await eventually(async () => (await query(first.url, counting)).length > 0)
  await first.kill('SIGKILL')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await sleep(200)
  expect(processesIn(dataDir).length).toBeGreaterThan(0)

  const second = await startServer(dataDir)
  expect(second).toMatchObject({ adopted: false, fault: '' })
  expect(await sumIn(second.url)).toBe('500500')
  expect(await broken).toBe('broken')
})

test('a killed PostgreSQL is restarted in place while its server runs, repeatedly', async () => {
  const dataDir = await theDatabase()
  const server = await startServer(dataDir)
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const postmaster = postmasterOf(dataDir)
    process.kill(postmaster, signal)
    await eventually(async () => (await sumIn(server.url).catch(() => undefined)) === '500500')
    expect(await sumIn(server.url)).toBe('500500')
    expect(postmasterOf(dataDir)).not.toBe(postmaster)
  }
  await server.stop()
  expect(processesIn(dataDir)).toEqual([])
  expect(existsSync(socketFolder(server.url))).toBe(false)
})

const blind = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
test.runIf(asRoot && succeeds('setpriv', '--version'))(
  'root without access to other processes, as in most containers, stops, adopts and restarts it too',
  async () => {
    const dataDir = await theDatabase()
    const first = await startServer(dataDir, { wrap: blind })
    const postmaster = postmasterOf(dataDir)
    await first.kill('SIGKILL')
    const second = await startServer(dataDir, { wrap: blind })
    expect(second).toMatchObject({ adopted: true, fault: '' })
    await second.stop()
    expect(isAlive(postmaster)).toBe(false)
    const third = await startServer(dataDir, { wrap: blind })
    expect(third).toMatchObject({ adopted: false, fault: '' })
    expect(await sumIn(third.url)).toBe('500500')
    await third.stop()
    expect(processesIn(dataDir)).toEqual([])
  },
)

test('a postmaster.pid of another process, or an invalid one, is ignored', async () => {
  const dataDir = await theDatabase()
  const other = await newDatabase()
  const neighbour = await startServer(other)
  // The same system user, since PostgreSQL itself looks no further than that.
  const owner = ownerOf(dataOf(dataDir))
  const sleepProcess = spawn('sleep', ['60'], { uid: owner, gid: owner, cwd: '/', stdio: 'ignore' })
  const foreign = (pid: number) =>
    `${pid}\n${dataOf(dataDir)}\n1790000000\n5432\n${socketFolder(neighbour.url)}\n\n\nready\n`

  for (const content of [
    foreign(sleepProcess.pid ?? 0),
    foreign(postmasterOf(other)),
    '',
    'garbage\n',
    '4194304\n',
    '0\n',
  ]) {
    writeFileSync(join(dataOf(dataDir), 'postmaster.pid'), content)
    const server = await startServer(dataDir)
    expect(server).toMatchObject({ adopted: false, fault: '' })
    expect(await sumIn(server.url)).toBe('500500')
    await server.stop()
  }
  expect(isAlive(sleepProcess.pid ?? 0)).toBe(true)
  sleepProcess.kill()
  await query(neighbour.url, 'SELECT 1')
})

test('a first start killed in the middle leaves no partial database', async () => {
  const dataDir = newFolder()
  const place = join(dataDir, 'postgres')
  for (const waitMs of [0, 60, 150]) {
    const interrupted = spawnServer(dataDir)
    while (!existsSync(place) || !readdirSync(place).some((name) => name.startsWith('new-'))) await sleep(2)
    await sleep(waitMs)
    interrupted.kill('SIGKILL')
    await ended(interrupted)
    expect(existsSync(dataOf(dataDir))).toBe(false)
  }
  const server = await startServer(dataDir)
  expect(server.fault).toBe('')
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('Ctrl-C in the terminal reaches only the server', async () => {
  const dataDir = await theDatabase()
  const server = await startServer(dataDir)
  process.kill(-server.pid, 'SIGINT')
  await sleep(200)
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('an orphan that cannot be reached, because its socket is gone, is restarted', async () => {
  const dataDir = await theDatabase()
  const first = await startServer(dataDir)
  const postmaster = postmasterOf(dataDir)
  await first.kill('SIGKILL')
  rmSync(socketFolder(first.url), { recursive: true })
  const second = await startServer(dataDir)
  expect(second).toMatchObject({ adopted: false, fault: '' })
  expect(second.said).toEqual(['Restarting the PostgreSQL that an earlier server left behind'])
  expect(isAlive(postmaster)).toBe(false)
  expect(await sumIn(second.url)).toBe('500500')
})

test.runIf(withNobody || !asRoot)('an orphan of another PostgreSQL version is restarted', async () => {
  const dataDir = await theDatabase()
  const installed = findInstalled()
  const first = await startServer(dataDir, { installed })
  await first.kill('SIGKILL')
  const newer = copyInstalled(installed, newFolder())
  spawnSync('chmod', ['755', dirname(newer.native)])
  const program = join(newer.native, 'bin', 'postgres')
  rmSync(program)
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1" = --version ] && echo 'postgres (PostgreSQL) 18.99' && exit\nexec ${join(installed.native, 'bin', 'postgres')} "$@"\n`,
    { mode: 0o755 },
  )
  const second = await startServer(dataDir, { installed: newer })
  expect(second).toMatchObject({ adopted: false, fault: '' })
  expect(await sumIn(second.url)).toBe('500500')
})

test.runIf(withNobody)('a database open for maintenance is not touched', async () => {
  const dataDir = await theDatabase()
  await (await startServer(dataDir)).stop()
  const owner = ownerOf(dataOf(dataDir))
  const single = spawn(join(findInstalled().native, 'bin', 'postgres'), ['--single', '-D', '/proc/self/cwd', 'sauda'], {
    uid: owner,
    gid: owner,
    cwd: dataOf(dataDir),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  while (!existsSync(join(dataOf(dataDir), 'postmaster.pid'))) await sleep(5)
  expect((await startServer(dataDir)).fault).toBe(
    `The database in ${dataOf(dataDir)} is open for maintenance (process ${single.pid}). Start again when that has ended.`,
  )
  expect(isAlive(single.pid ?? 0)).toBe(true)
  single.stdin.end()
  await ended(single)
})
