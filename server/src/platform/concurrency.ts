import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { currentActor } from './trace.ts'

type ConcurrencyLimits = {
  readonly parallel: number
  readonly queue: number
  /** Tasks of one person that run or wait, so that nobody fills the queue alone; a further one is rejected (429). */
  readonly ofOne?: number | undefined
}

/** Runs at most `parallel` tasks at once and queues `queue` more; any further one is rejected (503). */
export function limitConcurrency(limits: ConcurrencyLimits) {
  let running = 0
  const queue: (() => void)[] = []
  const tasksOf = new Map<string, number>()

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.parallel) {
      if (queue.length >= limits.queue) throw new AppError(commonErrors.busy, { retryAfter: 2 })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The slot goes directly to the next in the queue.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    const id = currentActor()?.id
    // The server's own jobs run one at a time.
    if (limits.ofOne === undefined || id === undefined) return inTurn(work)
    const tasks = tasksOf.get(id) ?? 0
    if (tasks >= limits.ofOne) throw new AppError(commonErrors.twoAtOnce, { retryAfter: 5 })
    tasksOf.set(id, tasks + 1)
    try {
      return await inTurn(work)
    } finally {
      const left = (tasksOf.get(id) ?? 1) - 1
      if (left > 0) tasksOf.set(id, left)
      else tasksOf.delete(id)
    }
  }
}

/** One at a time: concurrent bulk work would only take connections and memory. Each operator waits for two of every other one at most. */
export const bulkLimits = { parallel: 1, queue: 40, ofOne: 2 } as const

/** Whether `work` finished in time; rethrows its error. Late work continues. */
export async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)))
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
