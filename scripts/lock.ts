import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const stepMilliseconds = 200
const longestMilliseconds = 10 * 60_000

/** Waits until this process alone holds the lock file; returns the function that releases it. */
export async function acquireLock(file: string, onWait: () => void): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true })
  for (let tries = 0; !take(file); tries += 1) {
    if (tries === 0) onWait()
    await wait(stepMilliseconds)
  }
  return () => rmSync(file, { force: true })
}

function take(file: string): boolean {
  // Written to another file and linked, so that a lock is never visible without its holder's pid.
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

/** A killed holder leaves its file behind; its pid may have been reused, so age counts too. */
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
  // In a container whose init reaps no children, dead processes keep their pid.
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
}
