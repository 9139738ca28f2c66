import { AppError, commonErrors } from '@sauda/contract/error'
import { limitConcurrency } from './concurrency.ts'
import { watchLateCalls } from './late-calls.ts'
import type { Log } from './log.ts'
import { watchLoop } from './loop-watch.ts'

export const loadRules = {
  retrySeconds: 2,
  /** Rejecting is work too: beyond so many in a second, they are told to come again later. */
  mostRetrySeconds: 10,
  rejectedInSecond: 500,
  /** With fewer calls than this share of the limit, a slow thread has other reasons. */
  busyShare: 0.25,
  delayMilliseconds: 250,
  /** Calls of one client that wait for their turn. */
  waitingOfOne: 100,
} as const

export type Load = ReturnType<typeof createLoad>

type LoadLimits = {
  readonly callsAtOnce: number
  /** Calls of one client at a time: its locked row must not occupy every connection. */
  readonly callsOfOne: number
  /** How long a further one waits for its turn. */
  readonly turnMilliseconds: number
}

/** The calls under way. At most `callsAtOnce`, because more would only wait for each other; further ones get 503. */
export function createLoad(
  { callsAtOnce, callsOfOne, turnMilliseconds }: LoadLimits,
  log: Log,
  jobs: () => readonly string[],
) {
  const calls = new Map<string, number>()
  const turns = new Map<string, { run: ReturnType<typeof limitConcurrency>; users: number }>()
  let atOnce = 0
  let rejected = 0
  const rejections = countRejections()
  const late = watchLateCalls(callsAtOnce)
  const tooMany = () => new AppError(commonErrors.busy, { retryAfter: rejections.retrySeconds() })
  const loop = watchLoop(log, () => ({ calls: Object.fromEntries(calls), jobs: jobs() }))

  const isFull = () =>
    atOnce >= late.most() ||
    (loop.delayMilliseconds() > loadRules.delayMilliseconds && atOnce >= callsAtOnce * loadRules.busyShare)

  /** Counts a rejected call. */
  function rejects(): boolean {
    if (!isFull()) return false
    rejected += 1
    rejections.count()
    return true
  }

  return {
    rejects,
    retrySeconds: () => rejections.retrySeconds(),
    /** Runs `work` as one of the calls under way; throws 503 if there are too many, unless it was admitted before. */
    async during<T>(name: string, work: () => Promise<T>, isAdmitted = false): Promise<T> {
      if (!isAdmitted && rejects()) throw tooMany()
      atOnce += 1
      late.began(atOnce)
      const began = performance.now()
      calls.set(name, (calls.get(name) ?? 0) + 1)
      try {
        return await work()
      } finally {
        atOnce -= 1
        late.ended(performance.now() - began)
        const left = (calls.get(name) ?? 1) - 1
        if (left > 0) calls.set(name, left)
        else calls.delete(name)
      }
    },
    /** Runs `work` when fewer than `callsOfOne` of the same caller run. */
    async inTurn<T>(callerId: string, work: () => Promise<T>): Promise<T> {
      const turn = turns.get(callerId) ?? {
        run: limitConcurrency({ parallel: callsOfOne, queue: loadRules.waitingOfOne }),
        users: 0,
      }
      turn.users += 1
      turns.set(callerId, turn)
      try {
        const asked = performance.now()
        return await turn.run(async () => {
          if (performance.now() - asked > turnMilliseconds) throw tooMany()
          return work()
        })
      } finally {
        turn.users -= 1
        if (turn.users === 0) turns.delete(callerId)
      }
    },
    figures: () => ({ atOnce, rejected, delayMilliseconds: loop.delayMilliseconds() }),
    stop: loop.stop,
  }
}

/** The more calls are rejected, the later they are told to come again; spread, so that they do not come back together. */
function countRejections() {
  let second = { began: performance.now(), count: 0, before: 0 }
  return {
    count(): void {
      const passed = performance.now() - second.began
      if (passed > 1000) second = { began: performance.now(), count: 0, before: passed > 2000 ? 0 : second.count }
      second.count += 1
    },
    retrySeconds(): number {
      const { retrySeconds, mostRetrySeconds, rejectedInSecond } = loadRules
      const longest = (retrySeconds * Math.max(second.count, second.before)) / rejectedInSecond
      const spread = Math.max(0, Math.min(mostRetrySeconds, longest) - retrySeconds)
      return Math.ceil(retrySeconds + Math.random() * spread)
    },
  }
}
