import { paiseOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber } from './loan.terms.ts'
import { monthsAfter } from '../../platform/india.ts'
import { aprPercent, dueFrom, equatedInstalment, halfUp, instalments, termsOf } from './loan.terms.ts'
import type { Offer } from './loan.terms.ts'
import { dateText } from '../../platform/india.ts'

const offers: fc.Arbitrary<Offer> = fc.record({
  amount: fc.bigInt(1_000_00n, 1_000_000_000_00n),
  ratePercent: fc.integer({ min: 0, max: 3600 }).map((rate) => rate / 100),
  months: fc.integer({ min: 1, max: 60 }),
  fee: fc.bigInt(0n, 1_000_00n),
})

describe('a month later', () => {
  test('is the same day, or the last one of a shorter month', () => {
    expect(monthsAfter('2026-11-20', 1)).toBe('2026-12-20')
    expect(monthsAfter('2026-11-20', 2)).toBe('2027-01-20')
    expect([1, 2, 3, 13].map((months) => monthsAfter('2027-01-31', months))).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2028-02-29',
    ])
    expect(monthsAfter('2028-02-29', 12)).toBe('2029-02-28')
    expect(monthsAfter('2026-12-31', 60)).toBe('2031-12-31')
  })

  test('never skips a month and never goes back', () => {
    const days = fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2100-01-01') })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 60 }), (number, months) => {
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10)
        const [from, to] = [monthsAfter(day, months), monthsAfter(day, months + 1)]
        const length = dayNumber(to) - dayNumber(from)
        expect(length).toBeGreaterThanOrEqual(28)
        expect(length).toBeLessThanOrEqual(31)
      }),
    )
  })

  test('reads like a date in a letter', () => {
    expect(dateText('2027-02-28')).toBe('28 Feb 2027')
  })
})

test('halves are rounded up, and nothing else', () => {
  expect([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n].map((number) => halfUp(number, 4n))).toEqual([0n, 0n, 1n, 1n, 1n, 1n, 2n, 2n])
})

// Worked out with fractions and 60 digits of decimals in another language.
test.each([
  [10_000_000n, 12, 12, 0n, 888_488n, 879_688n + 8_797n, 10_661_853n, 12],
  [10_000_000n, 12, 12, 100_000n, 888_488n, 879_688n + 8_797n, 10_761_853n, 13.89],
  [50_000_000n, 10.5, 36, 500_000n, 1_625_122n, 1_611_033n + 14_097n, 59_004_400n, 11.19],
  [100_000n, 36, 60, 0n, 3_613n, 3_543n + 106n, 216_816n, 36],
  [100_000n, 0, 3, 0n, 33_333n, 33_334n, 100_000n, 0],
  [100_000n, 0, 7, 5_000n, 14_286n, 14_284n, 105_000n, 15.38],
  [2_500_000n, 18.5, 1, 25_000n, 2_538_542n, 2_538_542n, 2_563_542n, 30.5],
  [6_000_000n, 12, 6, 60_000n, 1_035_290n, 1_025_041n + 10_250n, 6_271_741n, 15.47],
  [12_345_678n, 0.01, 60, 1n, 205_814n, 205_787n + 2n, 12_348_816n, 0.01],
  [100_000_000_000n, 36, 60, 100_000_000_000n, 3_613_295_874n, 3_508_054_226n + 105_241_627n, 316_797_752_419n, 250.81],
])('%s paise at %s %% over %s months, fee %s', (amount, ratePercent, months, fee, equal, last, total, apr) => {
  expect(equatedInstalment(amount, BigInt(Math.round(ratePercent * 100)), months)).toBe(equal)
  const terms = termsOf({ amount, ratePercent, months, fee }, '2026-11-20')
  expect(paiseOf(terms.totalPayable)).toBe(total)
  expect(terms.aprPercent).toBe(apr)
  const part = terms.schedule.at(-1)
  expect(paiseOf(part?.amount ?? 0) - (months === 1 ? fee : 0n)).toBe(last)
})

test('every offer is repaid completely, in order, in nearly equal instalments', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      const { amount, fee } = offer
      const plan = instalments(offer)
      const sums = plan.map((part) => part.principal + part.interest)
      expect(plan.reduce((sum, part) => sum + part.principal, 0n)).toBe(amount)
      expect(plan.every((part) => part.principal > 0n && part.interest >= 0n)).toBe(true)
      expect(new Set(sums.slice(0, -1)).size).toBeLessThanOrEqual(1)
      // Half a paisa a month in the instalment and in the interest, grown by interest: under 100 paise at 36 % over 60 months.
      const rest = (sums.at(-1) ?? 0n) - (sums[0] ?? 0n)
      expect(rest < 200n && rest > -200n).toBe(true)

      const terms = termsOf(offer, '2026-11-20')
      const part = (name: 'principal' | 'interest' | 'fee' | 'amount') =>
        terms.schedule.reduce((sum, each) => sum + paiseOf(each[name]), 0n)
      expect(part('amount')).toBe(paiseOf(terms.totalPayable))
      expect(part('principal') + part('interest') + part('fee')).toBe(part('amount'))
      expect([part('principal'), part('fee')]).toEqual([amount, fee])
      expect(terms.schedule.map(({ number }) => number)).toEqual(plan.map((_, index) => index + 1))
      expect(terms.schedule.slice(1).every((each) => each.fee === 0)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('without a fee the yearly cost is the rate, but for the rounding to the paisa', () => {
  const large = offers.map((offer) => ({ ...offer, amount: offer.amount + 100_000_00n, fee: 0n }))
  fc.assert(
    fc.property(large, (offer) => {
      expect(Math.abs(termsOf(offer, '2026-11-20').aprPercent - offer.ratePercent)).toBeLessThan(0.011)
    }),
    { numRuns: 300 },
  )
})

test('a higher fee never costs less a year', () => {
  fc.assert(
    fc.property(offers, fc.bigInt(1n, 1_000_00n), (offer, more) => {
      const apr = (fee: bigint) => termsOf({ ...offer, fee }, '2026-11-20').aprPercent
      expect(apr(offer.fee + more)).toBeGreaterThanOrEqual(apr(offer.fee))
    }),
    { numRuns: 100 },
  )
})

test('the yearly cost is what makes the payments worth the amount', () => {
  // 1000 lent, 1030 due a month later: 3 % a month.
  expect(aprPercent(1000n, [1030n])).toBe(36)
  expect(aprPercent(1000n, [3000n])).toBe(2400)
  expect(aprPercent(1000n, [500n, 500n])).toBe(0)
})

test('another first day changes only the due dates', () => {
  const offer = { amount: 500_000n, ratePercent: 18, months: 3, fee: 10_000n }
  const moved = dueFrom(termsOf(offer, '2026-11-20'), '2027-01-31')
  expect(moved).toEqual(termsOf(offer, '2027-01-31'))
  expect(moved.schedule.map(({ dueDate }) => dueDate)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
})
