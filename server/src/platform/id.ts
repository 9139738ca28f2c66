import { randomInt, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'
import type { Sql } from './db.ts'
import { databaseTime } from './readiness.ts'

/** Generated for many uses at once, because one call takes longer than making an id or a nonce. */
const drawn = new Uint8Array(4096)
let used = drawn.length

/** Unique random bytes, valid until the next call. */
export function drawRandom(bytes: number): Uint8Array {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.subarray(used - bytes, used)
}

/** Before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string): boolean => uuid.test(text)

const synchronizeMilliseconds = 60_000
/** A slower answer says too little about the time. */
const answerMilliseconds = 250
/** An id may be later than the time by this much, so that ids of one process keep their order. */
const mostAheadMilliseconds = 5000

const randomBytes = 16
/** How far the clock of the database is ahead of this process's. */
let offset = 0
const last = { msecs: 0, seq: 0 }

/** An id (UUIDv7) that sorts by the time of the database, whichever process it is from. */
export function newId(): string {
  const msecs = Date.now() + offset
  const isLater = msecs > last.msecs || last.msecs - msecs > mostAheadMilliseconds
  Object.assign(last, isLater ? { msecs, seq: randomInt(2 ** 30) } : { seq: last.seq + 1 })
  return v7({ ...last, random: drawRandom(randomBytes) })
}

export async function synchronizeIds(sql: Sql): Promise<void> {
  const before = Date.now()
  const now = await databaseTime(sql)
  const after = Date.now()
  if (after - before <= answerMilliseconds) offset = Math.round(now.getTime() - (before + after) / 2)
}

/** At the start and every minute. */
export async function openIds(
  sql: Sql,
  every: (milliseconds: number, name: string, work: () => Promise<void>) => void,
) {
  await synchronizeIds(sql)
  every(synchronizeMilliseconds, 'ids', () => synchronizeIds(sql))
}
