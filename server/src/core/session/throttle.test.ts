import { AppError } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { mostAllowed } from '../../../test/throttle.ts'
import type { Sql } from '../../platform/db.ts'
import { networkOf } from '../../platform/rate-limit.ts'

import { attempt, forgetAttempts, refund, spend } from './throttle.ts'

const { db } = await testServer()
const words = { status: 429, message: 'Slow down' }
/** `ok`, or the seconds to wait. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof AppError && error.status === 429) return Math.ceil(error.extra.retryAfter ?? 0)
      throw error
    },
  )
const over = (sql: Sql, key: string) => sql.run(`update throttle set blocked_until = 'epoch' where key = $1`, [key])
/** In a transaction no time passes for the database, however slow the machine is. */
const atOnce = (work: (sql: Sql) => Promise<void>) => () => db.transaction(work)

describe('attempts', () => {
  test(
    'five are free, the sixth starts a wait, and the wait doubles to five minutes',
    atOnce(async (sql) => {
      for (let n = 1; n <= 6; n++) expect(await outcome(attempt(sql, 'a', words))).toBe('ok')
      const waits = []
      for (let n = 1; n <= 11; n++) {
        waits.push(await outcome(attempt(sql, 'a', words)))
        await over(sql, 'a')
        await attempt(sql, 'a', words)
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    }),
  )

  test('the free ones may be concurrent', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(attempt(db, 'b', words))))
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  })

  test('of a burst only six are allowed', async () => {
    const began = performance.now()
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcome(attempt(db, 'c', words))))
    const allowed = outcomes.filter((each) => each === 'ok').length
    expect(allowed).toBeGreaterThanOrEqual(6)
    expect(allowed).toBeLessThanOrEqual(mostAllowed(began))
  })

  test(
    'a rejected attempt does not prolong the wait',
    atOnce(async (sql) => {
      for (let n = 1; n <= 6; n++) await attempt(sql, 'd', words)
      for (let n = 1; n <= 5; n++) expect(await outcome(attempt(sql, 'd', words))).toBe(1)
    }),
  )

  test(
    'success and an hour without attempts both reset the count',
    atOnce(async (sql) => {
      for (let n = 1; n <= 8; n++) {
        await over(sql, 'e')
        await attempt(sql, 'e', words)
      }
      await forgetAttempts(sql, 'e')
      for (let n = 1; n <= 6; n++) expect(await outcome(attempt(sql, 'e', words))).toBe('ok')
      await sql.run(
        `update throttle set resets_at = now() - interval '1 second', blocked_until = 'epoch' where key = 'e'`,
      )
      for (let n = 1; n <= 6; n++) expect(await outcome(attempt(sql, 'e', words))).toBe('ok')
      expect(await outcome(attempt(sql, 'e', words))).toBe(1)
    }),
  )
})

describe('budgets', () => {
  const budget = { most: 3, seconds: 60 }

  test('are used exactly, also concurrently', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(spend(db, 'f', budget, words))))
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(3)
    expect(outcomes.find((each) => each !== 'ok')).toBeGreaterThan(50)
  })

  test('regain a use, and reset after their window', async () => {
    for (let n = 1; n <= 10; n++) {
      expect(await outcome(spend(db, 'g', budget, words))).toBe('ok')
      await refund(db, 'g')
    }
    for (let n = 1; n <= 3; n++) expect(await outcome(spend(db, 'g', budget, words))).toBe('ok')
    expect(await outcome(spend(db, 'g', budget, words))).not.toBe('ok')
    await db.run(`update throttle set resets_at = now() - interval '1 second' where key = 'g'`)
    expect(await outcome(spend(db, 'g', budget, words))).toBe('ok')
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
