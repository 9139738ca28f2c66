import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { type Call, type Functions, type LastAnswer, valueOf } from './called.ts'
import { bulkLimits, limitConcurrency } from './concurrency.ts'

/** The message to child.worker.ts. */
export type ChildCall = { readonly module: string; readonly call: Call; readonly tooMuch: ErrorDefinition }

type ChildLimits = {
  readonly seconds: number
  /** The limit for JavaScript objects; the whole process may use `mostMegabytes` more. */
  readonly megabytes: number
  readonly answerBytes: number
}

const usualLimits: ChildLimits = { seconds: 60, megabytes: 512, answerBytes: 64 * 1024 * 1024 }

/** Buffers, code and stacks. */
const mostMegabytes = 768

const worker = fileURLToPath(new URL('./child.worker.ts', import.meta.url))

/** One at a time, of all modules. */
const limited = limitConcurrency(bulkLimits)

const living = new Set<ChildProcess>()
const endAll = () => living.forEach((child) => child.kill('SIGKILL'))

/**
 * Runs the functions of a module on files that may harm the program reading them. Each call has a process of its own,
 * without environment variables and without permission to write files or start programs. A call that takes more than
 * `limits` ends its process and throws `tooMuch`; the process ends with the server, at the latest after its processor
 * seconds.
 */
export function inChild<M extends Functions<M>>(
  module: URL,
  tooMuch: ErrorDefinition,
  changed: Partial<ChildLimits> = {},
): <Name extends keyof M & string>(name: Name, input: Parameters<M[Name]>[0]) => Promise<Awaited<ReturnType<M[Name]>>> {
  const limits = { ...usualLimits, ...changed }
  const call = async (sent: Call) => valueOf(await callOnce({ module: module.href, call: sent, tooMuch }, limits))
  return (name, input) => limited(() => call({ name, input })) as Promise<Awaited<ReturnType<M[typeof name]>>>
}

async function callOnce(sent: ChildCall, { seconds, megabytes, answerBytes }: ChildLimits): Promise<LastAnswer> {
  const child = open(seconds, megabytes)
  const ended = once(child, 'close') as Promise<[code: number | null]>
  const alarm = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
  const parts: Buffer[] = []
  let size = 0
  let said = ''
  child.stdout.on('data', (part: Buffer) => {
    size += part.length
    if (size > answerBytes) child.kill('SIGKILL')
    else parts.push(part)
  })
  child.stderr.on('data', (part: Buffer) => (said = `${said}${String(part)}`.slice(0, 2000)))
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(serialize(sent))
  try {
    const [code] = await ended
    if (code === null || size > answerBytes) throw new AppError(sent.tooMuch)
    if (code !== 0 || size === 0) throw new Error(`The process that reads files ended with code ${code}: ${said}`)
    return deserialize(Buffer.concat(parts)) as LastAnswer
  } finally {
    clearTimeout(alarm)
    forget(child)
  }
}

function open(seconds: number, megabytes: number) {
  // Processor seconds count for all its threads; without -c its memory would be written to disk.
  const ulimits = `ulimit -c 0; ulimit -t ${2 * seconds}; ulimit -d ${(megabytes + mostMegabytes) * 1024}; exec "$@"`
  // A small young generation: its default of three times 16 MB is filled before anything is given back.
  const flags = ['--max-semi-space-size=8', `--max-old-space-size=${megabytes}`, '--permission', '--allow-fs-read=*']
  const child = spawn('/bin/sh', ['-c', ulimits, 'sh', process.execPath, ...flags, worker], {
    env: {},
  })
  if (living.size === 0) process.on('exit', endAll)
  living.add(child)
  return child
}

function forget(child: ChildProcess): void {
  living.delete(child)
  if (living.size === 0) process.off('exit', endAll)
}
