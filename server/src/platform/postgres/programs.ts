import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyPrograms } from './copy.ts'
import { StartFault } from './fault.ts'
import type { Home } from './home.ts'
import type { Installed } from './installed.ts'
import { linkLibraries } from './libraries.ts'
import { explain, note } from './log.ts'
import { type Outcome, run, type SystemUser } from './run.ts'

/** Programs that were seen to run as the user they will run as; `version` such as 18.4. */
export type Programs = { postgres: string; initdb: string; pgCtl: string; version: string }

type Need = { installed: Installed; user: SystemUser | undefined; home: Home; say: (sentence: string) => void }

/** Makes the installed PostgreSQL runnable for `user`, by a copy where that user cannot reach the original. */
export async function preparePrograms({ installed, user, home, say }: Need): Promise<Programs> {
  if (await linkLibraries(installed.native)) {
    const tried = await tryOut(installed.native, user)
    if ('programs' in tried) return tried.programs
    if (!isClosed(tried.failure)) throw await asFault(tried.failure, installed.native, home)
  }
  const copy = await copyPrograms(installed, user === undefined ? home.root : installed.copies, say)
  const tried = await tryOut(copy, user)
  if ('programs' in tried) return tried.programs
  throw await asFault(tried.failure, copy, home)
}

function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Running them is the one check that covers every folder above, every library beside and the mount they lie on. */
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

/** A folder closed to the user, a file without its execute right or a mount that runs nothing: a copy cures these. */
function isClosed(failure: Outcome): boolean {
  return failure.code === 'EACCES' || failure.output.includes('Permission denied')
}

async function asFault(failure: Outcome, native: string, home: Home): Promise<StartFault> {
  const postgres = program(native, 'postgres')
  if (failure.code === 'ENOENT') {
    const there = await stat(postgres).catch(() => undefined)
    return new StartFault(
      there === undefined
        ? `The program ${postgres} is missing. Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`
        : `The program ${postgres} cannot run on this system, it needs the GNU C library. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  if (failure.code === 'EPERM') {
    return new StartFault(
      'PostgreSQL refuses to run as root and the system does not let Sauda change to another user. Start Sauda as a normal user, or set DATABASE_URL.',
    )
  }
  if (failure.code === 'EACCES') {
    return new StartFault(
      `The system does not let PostgreSQL's system user run ${postgres}. Start Sauda as a normal user, or set DATABASE_URL.`,
    )
  }
  await note(home, failure.output)
  return explain(failure.output, home)
}
