import { expect, test } from 'vitest'
import { emptyDraft, offerOf, orderOf, summaryOf, type Draft } from './offer.ts'

const typed: Draft = { ...emptyDraft, verdict: 'accept', amount: '100000', rate: '12.5', months: '12', fee: '' }
const pending = { clientName: 'Asha Rao', status: 'pending' } as const

test('an offer without a fee has a fee of nothing', () => {
  expect(offerOf(typed)).toEqual({ offer: { amount: 100_000, ratePercent: 12.5, months: 12, fee: 0 } })
  expect(orderOf(typed)).toEqual({ order: { amount: 100_000, ratePercent: 12.5, months: 12, fee: 0 } })
})

test('every figure of an offer is asked for', () => {
  expect(orderOf({ ...emptyDraft, verdict: 'accept' })).toEqual({
    faults: {
      amount: 'Enter the amount in rupees with at most two decimals',
      rate: 'Enter the yearly rate in percent',
      months: 'Enter whole months',
    },
  })
})

test.each<[Partial<Draft>, object]>([
  [{ amount: '999.99' }, { amount: 'Offer at least ₹1,000' }],
  [{ rate: '36.01' }, { rate: 'Enter a yearly rate from 0 to 36 percent with at most two decimals' }],
  [{ rate: '1.234' }, { rate: 'Enter a yearly rate from 0 to 36 percent with at most two decimals' }],
  [{ months: '0' }, { months: 'Offer 1 to 60 months' }],
  [{ months: '61' }, { months: 'Offer 1 to 60 months' }],
  [{ fee: '100000.01' }, { fee: 'The fee cannot be more than the amount lent' }],
])('refuses %j', (part, faults) => {
  expect(offerOf({ ...typed, ...part })).toEqual({ faults })
})

test('refusing and taking back need a reason', () => {
  const draft: Draft = { ...emptyDraft, verdict: 'refuse' }
  expect(orderOf(draft)).toEqual({ faults: { reason: 'Please give a reason the client can act on' } })
  expect(orderOf({ ...draft, reason: 'We cannot lend to you at the moment' })).toEqual({
    order: { reason: 'We cannot lend to you at the moment' },
  })
})

test('says what will happen', () => {
  expect(summaryOf(pending, typed)).toBe(
    'Asha Rao will get an offer of ₹1,00,000.00 by e-mail. Disbursed only after acceptance.',
  )
  expect(summaryOf(pending, { ...typed, verdict: 'refuse' })).toBe(
    'The request will be rejected. Asha Rao will get the reason by e-mail.',
  )
  expect(summaryOf({ ...pending, status: 'admin_approved' }, typed)).toBe(
    'The offer will be cancelled. Asha Rao will get the reason by e-mail.',
  )
})
