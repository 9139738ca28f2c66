import { hash } from 'node:crypto'
import { listsOf, type Sql } from './db.ts'
import { isIPv6 } from 'node:net'

const windowMilliseconds = 60_000

/** Fewer requests than this share of the limit are not shared with the other processes. */
const sharedFrom = 0.1

/** Callers counted one by one in a minute, in some 15 MB. Strangers choose the keys, so their number has to end somewhere. */
const mostKeys = 100_000
/**
 * Callers beyond that share a count with those whose hash begins with the same two characters, of 4096: each is still
 * limited, and whoever sends that many keys uses up few of these counts for others.
 */
const sharedCharacters = 2

export type RateLimits = {
  /** Requests of one address a minute: a mobile network's may be thousands of people. */
  readonly perAddress: number
  /** Requests of one login a minute, or of all requests without a login from one address. */
  readonly perSession: number
}

type Count = {
  readonly most: number
  own: number
  /** The part of `own` that was added to the shared count. */
  shared: number
  /** The count of the other processes, when last read. */
  others: number
}

export type RateLimit = ReturnType<typeof createRateLimit>

/**
 * Counts requests by minute in memory. `share`, called every second, exchanges the counts with the other processes: a
 * write for each request would cost more than the request.
 */
export function createRateLimit(now = () => Date.now()) {
  let window = 0
  /** By the hash of the key, since a key is as long as the headers of its caller and may contain a token. */
  let counts = new Map<string, Count>()

  function current(): number {
    const minute = Math.floor(now() / windowMilliseconds)
    if (minute !== window) counts = new Map()
    return (window = minute)
  }

  function countOf(key: string, most: number): Count {
    const hashed = hash('sha256', key, 'base64url')
    const stored =
      counts.size < mostKeys || counts.has(hashed) ? hashed : `${hashed.slice(0, sharedCharacters)} of ${most}`
    const count = counts.get(stored) ?? { most, own: 0, shared: 0, others: 0 }
    counts.set(stored, count)
    return count
  }

  return {
    /** Counts one request; `left` is negative for one too many. */
    use(key: string, most: number): { left: number; seconds: number } {
      const minute = current()
      const count = countOf(key, most)
      count.own += 1
      const seconds = Math.ceil(((minute + 1) * windowMilliseconds - now()) / 1000)
      return { left: most - count.own - count.others, seconds }
    },
    async share(sql: Sql): Promise<void> {
      const minute = current()
      const changed = [...counts].filter(
        ([, { most, own, shared, others }]) => own > shared && own + others >= most * sharedFrom,
      )
      if (changed.length === 0) return
      const uses = changed.map(([key, { own, shared }]) => ({ key: storedKey(minute, key), count: own - shared }))
      for (const [, count] of changed) count.shared = count.own
      const totals = new Map((await addUses(sql, uses)).map(({ key, count }) => [key, count]))
      for (const [key, count] of changed)
        count.others = Math.max(0, (totals.get(storedKey(minute, key)) ?? 0) - count.shared)
    },
  }
}

const storedKey = (minute: number, key: string): string => `rate:${minute}:${key}`

/** Adds to the counts of all processes and returns them. In the order of their keys, so that no two wait for each other. */
const addUses = (sql: Sql, uses: readonly { key: string; count: number }[]) =>
  sql.rows<{ key: string; count: number }>(
    `insert into throttle as t (key, count, resets_at)
     select key, count, now() + interval '2 minutes' from unnest($1::text[], $2::int[]) as used (key, count) order by key
     on conflict (key) do update set count = t.count + excluded.count returning key, count`,
    listsOf(uses, 'key', 'count'),
  )

/**
 * One caller in limits per address: an IPv4 address, or the /64 of an IPv6 address, since one home or server has a
 * whole /64.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
