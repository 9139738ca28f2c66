import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  asRoot,
  copyInstalled,
  newFolder,
  nobody,
  startServer,
  succeeds,
  sumIn,
  theDatabase,
  withNobody,
} from '../../../test/postgres.ts'
import { findInstalled } from './programs.ts'

const installed = findInstalled()
const copying = (to: string, from: string) =>
  `Copying PostgreSQL to ${join(to, installed.label)}, because it cannot run from ${from}`

test.runIf(asRoot)('as root in a clone only root can read, one readable copy is made and shared', async () => {
  const clone = copyInstalled(installed, newFolder())
  // The result of npm under a strict umask.
  for (const file of ['bin/postgres', 'share/postgresql/postgres.bki']) {
    rmSync(join(clone.native, file))
    copyFileSync(join(installed.native, file), join(clone.native, file))
    chmodSync(join(clone.native, file), 0o700)
  }
  const copies = join(newFolder(), 'lib', 'sauda')
  chmodSync(join(copies, '..', '..'), 0o755)
  const from = { installed: { ...clone, copies }, wrap: ['sh', '-c', 'umask 077 && exec "$0" "$@"'] }
  const [old, fresh] = [await theDatabase(), newFolder()]
  mkdirSync(join(copies, '..'))
  const servers = await Promise.all([startServer(old, from), startServer(fresh, from)])
  expect(servers.map((server) => server.fault)).toEqual(['', ''])
  // The second says nothing if the first has finished its copy.
  expect(servers.flatMap(({ said }) => said)).toContain(copying(copies, clone.native))
  expect(await sumIn(servers[0]?.url ?? '')).toBe('500500')
  expect(readdirSync(copies)).toEqual([installed.label])
  expect(statSync(join(clone.native, '..')).mode & 0o777).toBe(0o700)

  await servers[0]?.stop()
  expect(await startServer(old, from)).toMatchObject({ fault: '', said: [] })
})

test('library links npm did not make are made', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o755)
  const bare = copyInstalled(installed, folder)
  const link = join(bare.native, 'lib', 'libicuuc.so.60')
  rmSync(link)
  const server = await startServer(await theDatabase(), { installed: bare })
  expect(server).toMatchObject({ fault: '', said: [] })
  expect(existsSync(link)).toBe(true)
})

test.runIf(withNobody)(
  'library links are missing and a normal user may not make them: a copy in the data folder',
  async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    const bare = copyInstalled(installed, folder)
    rmSync(join(bare.native, 'lib', 'libicuuc.so.60'))
    const dataDir = newFolder(nobody)
    const server = await startServer(dataDir, { installed: bare, user: nobody })
    expect(server.fault).toBe('')
    expect(server.said[0]).toBe(copying(join(dataDir, 'postgres'), bare.native))
  },
)

test('a shared library is missing', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o755)
  const broken = copyInstalled(installed, folder)
  rmSync(join(broken.native, 'lib', 'libssl.so.1.1'))
  const dataDir = await theDatabase()
  const log = join(dataDir, 'postgres', 'postgres.log')
  expect((await startServer(dataDir, { installed: broken })).fault).toBe(
    `PostgreSQL cannot start because the shared library libssl.so.1.1 is missing or unreadable; its last lines are in ${log}.`,
  )
  expect(readFileSync(log, 'utf8')).toContain('libssl.so.1.1: cannot open shared object file')
})

test('there is no PostgreSQL for this kind of system', () => {
  expect(() => findInstalled('sunos', 'sparc')).toThrow(
    'The built-in PostgreSQL is not installed for this system (sunos-sparc). Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.',
  )
})

test('a program is missing or made for another C library', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o755)
  const spoiled = copyInstalled(installed, folder)
  const program = join(spoiled.native, 'bin', 'postgres')
  rmSync(program)
  const dataDir = newFolder()
  expect((await startServer(dataDir, { installed: spoiled })).fault).toBe(
    `The program ${program} is missing. Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
  writeFileSync(program, '#!/no/such/loader\n', { mode: 0o755 })
  expect((await startServer(dataDir, { installed: spoiled })).fault).toBe(
    `The program ${program} cannot run on this system, it needs the GNU C library. Set DATABASE_URL to a PostgreSQL of your own.`,
  )
})

test.runIf(asRoot && succeeds('setpriv', '--version'))('root that may not become another user', async () => {
  const caged = ['setpriv', '--bounding-set', '-setuid,-setgid', '--inh-caps', '-setuid,-setgid', '--']
  expect((await startServer(await theDatabase(), { wrap: caged })).fault).toBe(
    'PostgreSQL refuses to run as root and the system does not let the server change to another user. Start the server as a normal user, or set DATABASE_URL.',
  )
})
