import { spawn } from 'node:child_process'
import { systemCode } from './fault.ts'

export type SystemUser = { uid: number; gid: number }

/** `code` is the exit code, or the system error (`ENOENT`, `EACCES`, …) when the program could not be started at all. */
export type Outcome = { code: number | string; output: string }

export type RunOptions = { user?: SystemUser | undefined; cwd?: string; stdin?: number }

/** Runs a program to its end and keeps what it printed. */
export async function run(program: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  return await new Promise((done, failed) => {
    const refused = (error: unknown) => {
      const code = systemCode(error)
      if (code === undefined) failed(error)
      else done({ code, output: '' })
    }
    let output = ''
    try {
      const child = spawn(program, args, {
        ...options.user,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        env: environment(),
        stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
        windowsHide: true,
      })
      child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.once('error', refused)
      child.once('close', (code, signal) => done({ code: code ?? signal ?? 1, output }))
    } catch (error) {
      // Node reports a missing program by the event, but a refused change of user by throwing.
      refused(error)
    }
  })
}

/**
 * What PostgreSQL and its tools see of our environment. Not all of it: the mail password and the secret key are no business of
 * another system user, and PG… and LC_… variables would change what we start.
 */
export function environment(): Record<string, string> {
  const kept: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    const value = process.env[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
