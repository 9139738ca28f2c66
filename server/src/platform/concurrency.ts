import { AppError, commonErrors } from '@sauda/contract/platform/error'

/** Runs at most `parallel` tasks at once and queues `queue` more; any further one is rejected (503). */
export function limitConcurrency(limits: { readonly parallel: number; readonly queue: number }) {
  let running = 0
  const queue: (() => void)[] = []

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
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
}

/** One at a time: concurrent bulk work would only take connections and memory. */
export const bulkLimits = { parallel: 1, queue: 40 } as const

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
