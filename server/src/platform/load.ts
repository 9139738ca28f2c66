import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { limitConcurrency } from './concurrency.ts'
import type { Log } from './log.ts'

export const loadRules = {
  retrySeconds: 2,
  /** Rejecting is work too: beyond so many in a second, Retry-After grows. */
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

/** The more calls are rejected, the longer the Retry-After; spread, so that they do not return together. */
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

const loopRules = { sampleMilliseconds: 20, roundMilliseconds: 500, warnMilliseconds: 1000 } as const

/** How long the server's one thread keeps its work waiting. `current` says what was under way, for the log. */
function watchLoop(log: Log, current: () => object) {
  let delayMilliseconds = 0
  let last = performance.now()
  let round = newRound()

  // One timer takes the samples and ends the round: with two, the round could end before the delay was taken, and lose it.
  function sample(): void {
    const now = performance.now()
    const delay = Math.max(0, now - last - loopRules.sampleMilliseconds)
    last = now
    round.samples += 1
    round.sum += delay
    round.longest = Math.max(round.longest, delay)
    if (now - round.began >= loopRules.roundMilliseconds) endRound()
  }

  function endRound(): void {
    const { samples, sum, longest, processor } = round
    round = newRound()
    delayMilliseconds = sum / samples
    if (longest < loopRules.warnMilliseconds) return
    const { user, system } = process.cpuUsage(processor)
    // Little processor time means that the process was waiting or stopped, not computing.
    const processorMilliseconds = Math.round((user + system) / 1000)
    log.warn({ ms: Math.round(longest), processorMilliseconds, ...current() }, 'the server stood still')
  }

  const timer = setInterval(sample, loopRules.sampleMilliseconds).unref()
  return {
    /** Mean of the last half second. */
    delayMilliseconds: () => delayMilliseconds,
    stop: (): void => clearInterval(timer),
  }
}

const newRound = () => ({ began: performance.now(), samples: 0, sum: 0, longest: 0, processor: process.cpuUsage() })

export const lateRules = {
  roundMilliseconds: 500,
  /** For one half of a call: its login is looked up first, then its work is done. */
  lateMilliseconds: 150,
  /** The share of late calls in a round that lowers the limit; a few slow ones do not. */
  lateShare: 0.1,
  /** A burst passes within a round or two, so it is not limited. */
  lateRounds: 2,
  /** Two calls for each database connection, as CALLS_AT_ONCE is usually chosen: fewer would leave some idle. */
  leastShare: 0.4,
  growth: 1.5,
} as const

/**
 * How many calls may be under way so that each ends in time. The limit follows the calls that end: while many are late in round
 * after round, it is as many as end within the time; while they are not, it grows back to `callsAtOnce`.
 */
export function watchLateCalls(callsAtOnce: number, now = (): number => performance.now()) {
  const least = callsAtOnce * lateRules.leastShare
  let most = callsAtOnce
  let lateRounds = 0
  let round = { began: now(), ended: 0, late: 0, atOnce: 0 }

  function look(): void {
    const passed = now() - round.began
    if (passed < lateRules.roundMilliseconds) return
    const { ended, late, atOnce } = round
    round = { began: now(), ended: 0, late: 0, atOnce: 0 }
    lateRounds = atOnce >= least && late > ended * lateRules.lateShare ? lateRounds + 1 : 0
    if (lateRounds === 0) most = Math.min(callsAtOnce, most * lateRules.growth)
    if (lateRounds >= lateRules.lateRounds)
      most = Math.max(least, Math.min(most, (ended / passed) * lateRules.lateMilliseconds))
  }

  return {
    began: (atOnce: number): void => void (round.atOnce = Math.max(round.atOnce, atOnce)),
    ended(milliseconds: number): void {
      round.ended += 1
      if (milliseconds > lateRules.lateMilliseconds) round.late += 1
      look()
    },
    most(): number {
      look()
      return most
    },
  }
}
