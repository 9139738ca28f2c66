import { createHash } from 'node:crypto'
import type { Sql } from './db.ts'
import { addUses } from './rate-limit.sql.ts'

const windowMilliseconds = 60_000

/** Fewer requests than this share of the limit are not worth telling the other processes. */
const sharedFrom = 0.1

export type RateLimits = {
  /** Of one address a minute: a mobile network's may be thousands of people. */
  readonly perAddress: number
  /** Of one login a minute, or of all requests without one from one address. */
  readonly perSession: number
}

type Count = {
  readonly most: number
  mine: number
  /** Of mine, those added to the shared count. */
  told: number
  /** Of the other processes, when last heard. */
  others: number
}

export type RateLimit = ReturnType<typeof createRateLimit>

/**
 * Counts requests by minute in memory. `share`, called every second, exchanges the counts with the other processes: a
 * write for each request would cost more than the request.
 */
export function createRateLimit(now = () => Date.now()) {
  let window = 0
  let counts = new Map<string, Count>()

  function current(): number {
    const minute = Math.floor(now() / windowMilliseconds)
    if (minute !== window) counts = new Map()
    return (window = minute)
  }

  return {
    /** Counts one request; `left` is negative for one too many. */
    use(key: string, most: number): { left: number; seconds: number } {
      const minute = current()
      const count = counts.get(key) ?? { most, mine: 0, told: 0, others: 0 }
      counts.set(key, count)
      count.mine += 1
      const seconds = Math.ceil(((minute + 1) * windowMilliseconds - now()) / 1000)
      return { left: most - count.mine - count.others, seconds }
    },
    async share(sql: Sql): Promise<void> {
      const minute = current()
      const changed = [...counts].filter(
        ([, { most, mine, told, others }]) => mine > told && mine + others >= most * sharedFrom,
      )
      if (changed.length === 0) return
      const uses = changed.map(([key, { mine, told }]) => ({ key: storedKey(minute, key), count: mine - told }))
      for (const [, count] of changed) count.told = count.mine
      const totals = new Map((await addUses(sql, uses)).map(({ key, count }) => [key, count]))
      for (const [key, count] of changed)
        count.others = Math.max(0, (totals.get(storedKey(minute, key)) ?? 0) - count.told)
    },
  }
}

/** A hash, because a key may contain a token. */
const storedKey = (minute: number, key: string): string =>
  `rate:${minute}:${createHash('sha256').update(key).digest('base64url')}`
