import { expect, test } from 'vitest'
import { emptyOffer, offerOf, summaryOf, type OfferDraft } from './loan-review.tsx'

const typed: OfferDraft = {
  ...emptyOffer,
  verdict: 'approve',
  amount: '100000',
  ratePercent: '12.5',
  months: '12',
  fee: '',
}
const pending = { clientName: 'Asha Rao', status: 'pending' } as const

test('an offer without a fee has a fee of ₹0', () => {
  expect(offerOf(typed)).toEqual({ offer: { amount: 100_000, ratePercent: 12.5, months: 12, fee: 0 } })
})

test('every figure of an offer is required', () => {
  expect(offerOf(emptyOffer)).toEqual({
    errors: {
      amount: 'Enter the amount in rupees with at most two decimals',
      ratePercent: 'Enter the interest rate (% p.a.)',
      months: 'Enter the tenure in whole months',
    },
  })
})

test.each<[Partial<OfferDraft>, object]>([
  [{ amount: '999.99' }, { amount: 'Offer at least ₹1,000' }],
  [{ ratePercent: '36.01' }, { ratePercent: 'Enter an interest rate from 0 to 36% p.a. with at most two decimals' }],
  [{ ratePercent: '1.234' }, { ratePercent: 'Enter an interest rate from 0 to 36% p.a. with at most two decimals' }],
  [{ months: '0' }, { months: 'Enter a tenure of 1 to 60 months' }],
  [{ months: '61' }, { months: 'Enter a tenure of 1 to 60 months' }],
  [{ ratePercent: '1e1' }, { ratePercent: 'Enter the interest rate (% p.a.)' }],
  [{ ratePercent: '0x10' }, { ratePercent: 'Enter the interest rate (% p.a.)' }],
  [{ months: '1e1' }, { months: 'Enter the tenure in whole months' }],
  [{ fee: '100000.01' }, { fee: 'The processing fee cannot exceed the loan amount' }],
])('rejects %j', (part, errors) => {
  expect(offerOf({ ...typed, ...part })).toEqual({ errors })
})

test('the summary states the effect of the decision', () => {
  expect(summaryOf(pending, typed)).toBe(
    'Asha Rao will get an offer of ₹1,00,000.00 by e-mail. Disbursed only after acceptance.',
  )
  expect(summaryOf(pending, { ...typed, verdict: 'reject' })).toBe(
    'The request will be rejected. Asha Rao will get the reason by e-mail.',
  )
  expect(summaryOf({ ...pending, status: 'admin_approved' }, typed)).toBe(
    'The offer will be cancelled. Asha Rao will get the reason by e-mail.',
  )
})
