import { paiseOf, rupeesOf, sum } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costOf } from '@sauda/contract/money/loan'
import { dayNumber } from './loan.terms.ts'
import { monthsAfter } from '../../platform/india.ts'
import { owedOn, splitPayment } from './loan.interest.ts'
import type { PaidDay } from './loan.interest.ts'
import { equatedInstalment, hundredths, termsOf } from './loan.terms.ts'
import type { Offer } from './loan.terms.ts'

const acceptedOn = '2027-01-01'
const dayAfter = (days: number): string =>
  new Date((dayNumber(acceptedOn) + days) * 86_400_000).toISOString().slice(0, 10)

/** A loan with the given payments, each on a day. */
function loanOf(offer: Offer, day = acceptedOn) {
  const terms = termsOf(offer, day)
  const paid: PaidDay[] = []
  const owed = (today: string) => owedOn({ terms, acceptedOn: day, paid }, today)
  return {
    terms,
    owed,
    paid: () => paid.reduce((sum, each) => sum + each.interest + each.fee + each.principal, 0n),
    pay(today: string, amount: bigint) {
      const split = splitPayment(owed(today), amount)
      paid.push({ on: today, ...split })
      return split
    },
  }
}

// ₹60,000 at 12 % over 6 months with a fee of ₹600: the example of docs/decisions/0020-loan-terms.md.
const example: Offer = { amount: 60_000_00n, ratePercent: 12, months: 6, fee: 600_00n }

describe('the example of the decision', () => {
  test('accepted on 1 January 2027, its instalments fall on the first', () => {
    const { terms } = loanOf(example)
    expect(terms.schedule.map(({ dueDate }) => dueDate)).toEqual([
      '2027-02-01',
      '2027-03-01',
      '2027-04-01',
      '2027-05-01',
      '2027-06-01',
      '2027-07-01',
    ])
    expect(terms.schedule.map(({ amount }) => amount)).toEqual([
      10_952.9, 10_352.9, 10_352.9, 10_352.9, 10_352.9, 10_352.91,
    ])
    expect([terms.totalPayable, terms.aprPercent]).toEqual([62_717.41, 15.47])
  })

  test('repaid on the first day, it costs the fee only', () => {
    const { owed } = loanOf(example)
    expect(owed(acceptedOn)).toEqual({
      principal: 60_000_00n,
      interest: 0n,
      fee: 600_00n,
      feeIsDue: false,
      payoff: 60_600_00n,
      outstanding: 62_717_41n,
      left: [10_952_90n, 10_352_90n, 10_352_90n, 10_352_90n, 10_352_90n, 10_352_91n],
      next: { dueDate: '2027-02-01', amount: 10_952_90n },
    })
  })

  test('after 10 of 31 days a third of the month’s interest is owed', () => {
    // 600.00 × 10 ÷ 31 = 193.548…
    expect(loanOf(example).owed('2027-01-11')).toMatchObject({ interest: 193_55n, payoff: 60_793_55n })
  })

  test('₹20,000 paid then is interest to date first, and the rest stops costing interest', () => {
    const loan = loanOf(example)
    expect(loan.pay('2027-01-11', 20_000_00n)).toEqual({ interest: 193_55n, fee: 0n, principal: 19_806_45n })
    // January: 1 % × (60 000 × 10 + 40 193.55 × 21) ÷ 31 = 465.828…, of which 193.55 are paid.
    expect(loan.owed('2027-02-01')).toMatchObject({
      principal: 40_193_55n,
      interest: 272_28n,
      feeIsDue: true,
      // The principal paid ahead covers the instalment: only interest and fee are due.
      next: { dueDate: '2027-02-01', amount: 872_28n },
    })
    const saved = paiseOf(loan.terms.totalPayable) - loan.paid() - loan.owed('2027-02-01').outstanding
    expect(saved).toBe(236_73n)
  })

  test('late payment adds no cost', () => {
    const loan = loanOf(example)
    expect(loan.owed('2027-03-15')).toMatchObject({
      next: { dueDate: '2027-02-01', amount: 10_952_90n + 10_352_90n },
      outstanding: 62_717_41n,
    })
    expect(loan.owed('2030-01-01')).toMatchObject({ payoff: 62_717_41n, outstanding: 62_717_41n })
    expect(loan.owed('2030-01-01').next).toEqual({ dueDate: '2027-02-01', amount: 62_717_41n })
  })
})

test('paid on the due dates, each instalment equals the schedule and nothing is left', () => {
  const loan = loanOf(example, '2027-01-31')
  for (const part of loan.terms.schedule) {
    expect(loan.owed(part.dueDate).next).toEqual({ dueDate: part.dueDate, amount: paiseOf(part.amount) })
    const split = loan.pay(part.dueDate, paiseOf(part.amount))
    expect(split).toEqual({
      interest: paiseOf(part.interest),
      fee: paiseOf(part.fee),
      principal: paiseOf(part.principal),
    })
  }
  expect(loan.owed('2027-07-31')).toMatchObject({ principal: 0n, payoff: 0n, outstanding: 0n, next: undefined })
})

describe('a payment', () => {
  const owed = { principal: 500n, interest: 30n, fee: 20n, payoff: 550n, outstanding: 600n, next: undefined }

  test('pays the fee first once it is due, then interest, then principal', () => {
    const split = (amount: bigint) => splitPayment({ ...owed, feeIsDue: true }, amount)
    expect(split(5n)).toEqual({ fee: 5n, interest: 0n, principal: 0n })
    expect(split(45n)).toEqual({ fee: 20n, interest: 25n, principal: 0n })
    expect(split(550n)).toEqual({ fee: 20n, interest: 30n, principal: 500n })
  })

  test('pays a fee that is not due yet last', () => {
    const split = (amount: bigint) => splitPayment({ ...owed, feeIsDue: false }, amount)
    expect(split(45n)).toEqual({ fee: 0n, interest: 30n, principal: 15n })
    expect(split(540n)).toEqual({ fee: 10n, interest: 30n, principal: 500n })
    expect(split(550n)).toEqual({ fee: 20n, interest: 30n, principal: 500n })
  })
})

test('for any payments: never above the total, never below zero, and the payoff closes it', () => {
  const offers = fc.record({
    amount: fc.bigInt(1_000_00n, 10_000_000_00n),
    ratePercent: fc.integer({ min: 0, max: 3600 }).map((rate) => rate / 100),
    months: fc.integer({ min: 1, max: 24 }),
    fee: fc.bigInt(0n, 1_000_00n),
  })
  // Days since the last payment, and how many millionths of the payoff are paid.
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 1_000_000 })), {
    maxLength: 15,
  })
  fc.assert(
    fc.property(offers, steps, fc.integer({ min: 0, max: 40 }), (offer, payments, rest) => {
      const loan = loanOf(offer)
      const most = paiseOf(loan.terms.totalPayable)
      let days = 0
      for (const [wait, share] of payments) {
        days += wait
        const today = dayAfter(days)
        const before = loan.owed(today)
        const amount = (before.payoff * BigInt(share)) / 1_000_000n
        const { interest, fee, principal } = loan.pay(today, amount)
        const after = loan.owed(today)
        expect(interest + fee + principal).toBe(amount)
        expect(interest <= before.interest && fee <= before.fee && principal <= before.principal).toBe(true)
        expect(after.payoff).toBe(before.payoff - amount)
        expect(after.payoff <= after.outstanding).toBe(true)
        expect(loan.paid() + after.outstanding <= most).toBe(true)
        // The outstanding amount decreases only by payments.
        expect(after.outstanding <= before.outstanding - amount).toBe(true)
        expect(sum(after.left)).toBe(after.outstanding)
        expect(
          after.left.every((each, index) => each >= 0n && each <= paiseOf(loan.terms.schedule[index]?.amount ?? 0)),
        ).toBe(true)
        expect(after.next === undefined).toBe(after.outstanding === 0n)
      }
      const end = dayAfter(days + rest)
      const last = loan.owed(end)
      expect(last.interest >= 0n && last.principal >= 0n && last.fee >= 0n).toBe(true)
      loan.pay(end, last.payoff)
      expect(loan.owed(monthsAfter(end, 100))).toMatchObject({ payoff: 0n, outstanding: 0n, next: undefined })
    }),
    { numRuns: 500 },
  )
})

test('waiting costs exactly the interest of the days waited', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 250 }), (day) => {
      const loan = loanOf(example)
      const [today, tomorrow] = [loan.owed(dayAfter(day)), loan.owed(dayAfter(day + 1))]
      expect(tomorrow.payoff >= today.payoff).toBe(true)
      // 1 % of what is lent over the shortest month.
      expect(tomorrow.payoff - today.payoff <= 600_00n / 28n + 1n).toBe(true)
    }),
  )
})

test.each([
  [{ amount: 6_000_000n, ratePercent: 12, months: 6, fee: 60_000n }, 3],
  [{ amount: 5_000_000n, ratePercent: 14.5, months: 12, fee: 59_000n }, 6],
  [{ amount: 10_000_000n, ratePercent: 0, months: 60, fee: 0n }, 6],
])('closing costs after some months what is then paid in total: %o', (offer, afterMonths) => {
  const terms = termsOf(offer, '2027-01-31')
  const paid = terms.schedule.slice(0, afterMonths).map((row) => ({
    on: row.dueDate,
    interest: paiseOf(row.interest),
    fee: paiseOf(row.fee),
    principal: paiseOf(row.principal),
  }))
  const { payoff } = owedOn({ terms, acceptedOn: '2027-01-31', paid }, paid.at(-1)?.on ?? '')
  const before = paid.reduce((sum, day) => sum + day.interest + day.fee + day.principal, 0n)
  const { emi, interest, closing } = costOf(terms)
  expect(closing).toEqual({ afterMonths, total: rupeesOf(before + payoff) })
  expect(paiseOf(emi)).toBe(equatedInstalment(offer.amount, hundredths(offer.ratePercent), offer.months))
  expect(paiseOf(interest)).toBe(paiseOf(terms.totalPayable) - offer.amount - offer.fee)
})

test('a loan of one month has no earlier closing', () => {
  expect(costOf(termsOf({ amount: 100_000n, ratePercent: 12, months: 1, fee: 0n }, '2027-01-31'))).toEqual({
    emi: 1010,
    interest: 10,
  })
})
