import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'

/** The project's root folder. */
export const root = resolve(import.meta.dirname, '..')

/** An expected failure, shown as its message without a stack. */
export class PlainError extends Error {
  override name = 'PlainError'
}

export interface Child {
  process: ChildProcess
  /** Ends the child and everything it started. */
  stop: (signal?: NodeJS.Signals) => void
  ended: Promise<number>
}

export interface ChildOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  onText?: (text: string) => void
}

/**
 * How an installation starts the server (`scripts/deploy.test.ts` compares): the space of young objects, which Node lets grow to
 * 100 MB while thousands of rows are booked. With less of it the server needs no more processor time (docs/benchmarks.md).
 */
export const serverFlags = ['--max-semi-space-size=8']

const living = new Set<Child>()

/** Starts `node`, an installed tool by its name or a program by its path. Node processes end with this one. */
export function start(command: string, args: string[], options: ChildOptions = {}): Child {
  const child = command.startsWith('/') ? spawnGroup(command, args, options) : spawnNode(command, args, options)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => options.onText?.(text))
  }
  const ended = new Promise<number>((done) => {
    child.on('error', (error) => {
      options.onText?.(`${error.message}\n`)
      done(1)
    })
    child.on('close', (code) => done(code ?? 1))
    // A process the child left behind may keep its output open, so waiting for the rest is limited.
    child.on('exit', (code) => setTimeout(() => done(code ?? 1), 2000).unref())
  })
  const started: Child = { process: child, stop: (signal = 'SIGTERM') => stopGroup(child, signal), ended }
  if (living.size === 0) watch(true)
  living.add(started)
  void ended.then(() => {
    living.delete(started)
    if (living.size === 0) watch(false)
  })
  return started
}

/** Runs a tool to its end. A tool that is still running after `minutes` is stopped and counts as failed. */
export async function run(
  command: string,
  args: string[],
  options: ChildOptions & { minutes?: number } = {},
): Promise<{ code: number; output: string }> {
  let output = ''
  const onText = (text: string): void => {
    output += text
    options.onText?.(text)
  }
  const child = start(command, args, { ...options, onText })
  const minutes = options.minutes ?? 10
  const alarm = setTimeout(() => {
    onText(`\nStopped: still running after ${minutes} minutes.\n`)
    child.stop('SIGKILL')
  }, minutes * 60_000)
  const code = await child.ended
  clearTimeout(alarm)
  return { code, output }
}

function spawnNode(command: string, args: string[], options: ChildOptions): ChildProcess {
  const lifeline = ['--import', join(root, 'scripts/lifeline.mjs')]
  const tool = command === 'node' ? [] : [join(root, 'node_modules/.bin', command)]
  if (!tool.every(existsSync)) throw new PlainError(`${command} is not installed. Run npm ci --include=dev first.`)
  return spawnGroup(process.execPath, [...lifeline, ...tool, ...args], options)
}

function spawnGroup(file: string, args: string[], options: ChildOptions): ChildProcess {
  const env = options.env ?? process.env
  // Tools find Node by PATH: it must be the version that runs this, not an older one.
  const PATH = `${dirname(process.execPath)}${delimiter}${env['PATH'] ?? ''}`
  return spawn(file, args, {
    cwd: resolve(root, options.cwd ?? '.'),
    env: { ...env, PATH, SAUDA_LIFELINE: String(process.pid) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
}

function stopGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has already ended.
  }
}

const endings = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const exit = (signal: keyof typeof endings): never => process.exit(endings[signal])
const stopAll = (): void => living.forEach((child) => child.stop())

// Only while children run: afterwards other handlers, such as the server's shutdown, get the signals.
function watch(on: boolean): void {
  process[on ? 'on' : 'off']('exit', stopAll)
  for (const signal of Object.keys(endings)) process[on ? 'on' : 'off'](signal, exit)
}
