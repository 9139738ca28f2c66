import { on } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { type Call, type Functions, type LastAnswer, type PartAnswer, type SendPart, valueOf } from './called.ts'
import { limitConcurrency } from './concurrency.ts'

/** The answer of thread.worker.ts. */
export type ThreadAnswer = PartAnswer | LastAnswer

type ThreadLimits = {
  readonly seconds: number
  readonly idleSeconds: number
  readonly megabytes: number
  /** What is collected often; less of it takes less memory and more time. */
  readonly youngMegabytes?: number
  /** Calls that wait for the running one. */
  readonly queue: number
  /** Calls of one person that run or wait. */
  readonly ofOne?: number
}

/** A thread that grew with a large file returns its memory when idle. */
const usualLimits: ThreadLimits = { seconds: 60, idleSeconds: 60, megabytes: 512, queue: 40 }

/**
 * Runs the functions of a module in a thread of its own, one call at a time, so that a large file or report delays no other
 * request. Input and result are copied. A call that takes more time or memory than `limits` ends the thread and throws
 * `tooMuch`; one more than the queue takes is rejected (503).
 */
export function inThread<M extends Functions<M>>(
  module: URL,
  tooMuch: ErrorDefinition,
  changed: Partial<ThreadLimits> = {},
): <Name extends keyof M & string>(
  name: Name,
  input: Parameters<M[Name]>[0],
  onPart?: SendPart,
) => Promise<Awaited<ReturnType<M[Name]>>> {
  const limits = { ...usualLimits, ...changed }
  const limited = limitConcurrency({ parallel: 1, queue: limits.queue, ofOne: limits.ofOne })
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    void thread?.terminate()
    thread = undefined
  }

  function open(): Worker {
    const opened = new Worker(new URL('./thread.worker.ts', import.meta.url), {
      workerData: module.href,
      // `node --watch` would otherwise send the names of loaded files as messages, which would be read as answers.
      env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
      resourceLimits: {
        maxOldGenerationSizeMb: limits.megabytes,
        ...(limits.youngMegabytes !== undefined && { maxYoungGenerationSizeMb: limits.youngMegabytes }),
      },
    })
    // Without a listener, an error between two calls would end the process.
    opened.on('error', end)
    opened.unref()
    return opened
  }

  async function call(sent: Call, onPart: SendPart): Promise<unknown> {
    clearTimeout(idle)
    const worker = (thread ??= open())
    worker.postMessage(sent)
    try {
      const signal = AbortSignal.timeout(limits.seconds * 1000)
      const answer = await lastAnswer(worker, signal, onPart)
      idle = setTimeout(end, limits.idleSeconds * 1000).unref()
      return valueOf(answer)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== 'ABORT_ERR' && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
      end()
      throw new AppError(tooMuch)
    }
  }

  return (name, input, onPart = () => {}) =>
    limited(() => call({ name, input }, onPart)) as Promise<Awaited<ReturnType<M[typeof name]>>>
}

async function lastAnswer(worker: Worker, signal: AbortSignal, onPart: SendPart) {
  for await (const [answer] of on(worker, 'message', { signal }) as AsyncIterable<[ThreadAnswer]>) {
    if (!('part' in answer)) return answer
    onPart(answer.part)
  }
  throw new Error('The thread ended without an answer')
}

/**
 * A file written in a thread: there once its first part is, so that whatever fails before it is an answer with a status.
 * A later failure breaks the download off.
 */
export function threadFile(write: (onPart: SendPart) => Promise<unknown>): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const content = new PassThrough()
    let isStarted = false
    write((part) => {
      isStarted = true
      if (!content.destroyed) content.write(part)
      resolve(content)
    }).then(
      () => {
        content.end()
        resolve(content)
      },
      (error: Error) => {
        if (isStarted) content.destroy(error)
        else reject(error)
      },
    )
  })
}
