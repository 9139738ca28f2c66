import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  asRoot,
  withNobody,
  dataOf,
  newDatabase,
  newFolder,
  nobody,
  processesIn,
  signalAll,
  startServer,
  succeeds,
  sumIn,
  theDatabase,
} from '../../../test/postgres.ts'

const notWritable = (folder: string) =>
  `The server cannot write to ${folder}. Make it writable for the system user who starts the server, or set DATA_DIR to another folder.`

test.runIf(withNobody)('a folder that may not be written', async () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o755)
  expect((await startServer(dataDir, { user: nobody })).fault).toBe(notWritable(join(dataDir, 'postgres')))
  mkdirSync(join(dataDir, 'postgres'))
  expect((await startServer(dataDir, { user: nobody })).fault).toContain(
    `The server cannot write to ${dataDir}/postgres`,
  )
})

test.runIf(withNobody)('a database of root, started by a normal user', async () => {
  const dataDir = await theDatabase()
  chmodSync(dataDir, 0o755)
  expect((await startServer(dataDir, { user: nobody })).fault).toBe(notWritable(join(dataDir, 'postgres')))
})

test.runIf(withNobody)('a user without a name, as some containers have', async () => {
  expect((await startServer(newFolder(54321), { user: 54321 })).fault).toBe(
    'PostgreSQL needs a system user with a name, and user 54321 has none. Start the server as another user, or set DATABASE_URL.',
  )
})

test('a file where the folder should be', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'postgres'), '')
  const fault = `${dataDir}/postgres must be a folder, but a file is in its way. Move that file, or set DATA_DIR to another folder.`
  expect((await startServer(dataDir)).fault).toBe(fault)
  expect((await startServer(join(dataDir, 'postgres'))).fault).toContain('must be a folder, but a file is in its way')
})

test('a database of another PostgreSQL version', async () => {
  const dataDir = newFolder()
  mkdirSync(dataOf(dataDir), { recursive: true })
  writeFileSync(join(dataOf(dataDir), 'PG_VERSION'), '15\n')
  expect((await startServer(dataDir)).fault).toBe(
    `The database in ${dataOf(dataDir)} was made by PostgreSQL 15, this server needs 18. Move it with a portable backup made by the program that wrote it, or set DATA_DIR to another folder.`,
  )
})

test('a folder of something else', async () => {
  const dataDir = newFolder()
  mkdirSync(dataOf(dataDir), { recursive: true })
  writeFileSync(join(dataOf(dataDir), 'holiday.jpg'), '')
  expect((await startServer(dataDir)).fault).toBe(
    `${dataOf(dataDir)} holds files but no database. Move them away, or set DATA_DIR to another folder.`,
  )
})

test('a lost or wrong password; restored, the data is intact', async () => {
  const dataDir = await theDatabase()
  const first = await startServer(dataDir)
  await first.kill('SIGKILL')
  const file = join(dataDir, 'postgres', 'password')
  writeFileSync(file, 'wrong\n')
  expect((await startServer(dataDir)).fault).toBe(
    `The password in ${file} does not open the database in ${dataOf(dataDir)}. Put the right one back.`,
  )
  signalAll(dataDir, 'SIGQUIT')
  expect((await startServer(dataDir)).fault).toBe(
    `The password in ${file} does not open the database in ${dataOf(dataDir)}. Put the right one back.`,
  )
  rmSync(file)
  expect((await startServer(dataDir)).fault).toBe(
    `The password of the database is missing: put the file ${file} back from a backup.`,
  )
  writeFileSync(file, new URL(first.url).password)
  expect(await sumIn((await startServer(dataDir)).url)).toBe('500500')
})

test('a damaged database names the reason and the log', async () => {
  const dataDir = await newDatabase()
  rmSync(join(dataOf(dataDir), 'global', 'pg_control'))
  const { fault } = await startServer(dataDir)
  expect(fault).toMatch(/^PostgreSQL could not start \([^\n]*\); its last lines are in .*\/postgres\.log\.$/)
  expect(processesIn(dataDir)).toEqual([])
})

// A small disk of its own, in a mount namespace that ends with the server.
const mayMount = asRoot && succeeds('unshare', '-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt')
const onDisk = (dataDir: string, megabytes: number, then: string) => [
  'unshare',
  '-m',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m tmpfs ${dataDir} && ${then} && exec "$0" "$@"`,
]
const diskFull = (dataDir: string) =>
  `There is no space left on the disk for the database in ${dataDir}/postgres. Free some space and start again.`

test.runIf(mayMount).each([1, 30, 38])('a disk of %i MB is too small for a first start', async (megabytes) => {
  const dataDir = newFolder()
  expect((await startServer(dataDir, { wrap: onDisk(dataDir, megabytes, 'true') })).fault).toBe(diskFull(dataDir))
})

test.runIf(mayMount)('the disk filled up between two starts', async () => {
  const [dataDir, filled] = [newFolder(), await theDatabase()]
  // In order, so that the next start has nothing to clear away first.
  await (await startServer(filled)).stop()
  const fill = `cp -a ${filled}/. ${dataDir} && { head -c 100M /dev/zero > ${dataDir}/films 2>/dev/null || true; }`
  expect((await startServer(dataDir, { wrap: onDisk(dataDir, 60, fill) })).fault).toBe(diskFull(dataDir))
})
