import { commonErrors, AppError } from '@sauda/contract/error'

/** At most `parallel` pieces of work at once and `queue` more in line; whoever comes then is told to try again (503). */
export function createTurns(limits: { readonly parallel: number; readonly queue: number }) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.parallel) {
      if (waiting.length >= limits.queue) throw new AppError(commonErrors.busy, { retryAfter: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place passes straight to the next in line; only an empty line frees it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
