import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const stepMilliseconds = 200
const longestMilliseconds = 10 * 60_000

/** Waits until this process alone holds the lock file; answers the function that gives it back. */
export async function acquireLock(file: string, onWait: () => void): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true })
  for (let tries = 0; !take(file); tries += 1) {
    if (tries === 0) onWait()
    await wait(stepMilliseconds)
  }
  return () => rmSync(file, { force: true })
}

function take(file: string): boolean {
  // Written aside and linked, so that nobody ever reads a lock whose holder is not in it yet.
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(mine, { force: true })
  }
  if (!abandoned(file)) return false
  rmSync(file, { force: true })
  return take(file)
}

/** A holder that was killed leaves its file behind; its number may meanwhile belong to another process, hence the age. */
function abandoned(file: string): boolean {
  try {
    const age = Date.now() - statSync(file).mtimeMs
    return age > longestMilliseconds || !alive(Number(readFileSync(file, 'utf8')))
  } catch {
    return false
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // In a container whose first process reaps nobody, the dead keep their number.
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
}
