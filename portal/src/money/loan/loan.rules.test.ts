import type { LoanStatus } from '@sauda/contract/money/loan'
import { describe, expect, test } from 'vitest'
import { shortId } from '../../shell/given.ts'
import { bannerOf, clientStatusOf, viewOf } from './loan.rules.ts'
import { repayable, repaymentError } from './repayment.ts'

const loan = (status: LoanStatus, _id: string = status) => ({
  _id,
  status,
  userAccepted: status === 'approved' || status === 'closed',
})
const banner = (...statuses: LoanStatus[]) => {
  const loans = statuses.map((status) => loan(status))
  return bannerOf(loans, clientStatusOf(loans))
}

describe('Client loan status', () => {
  test.each([
    ['none', []],
    ['applied', [loan('pending')]],
    ['pending', [loan('admin_approved')]],
    ['active', [loan('approved')]],
    ['none', [loan('closed'), loan('rejected')]],
    ['applied', [loan('pending'), loan('closed')]],
  ] as const)('%s', (status, loans) => {
    expect(clientStatusOf(loans)).toBe(status)
  })

  test('applied after a request is submitted, until the list contains it', () => {
    expect(clientStatusOf([], 'new')).toBe('applied')
    expect(clientStatusOf([loan('rejected', 'new')], 'new')).toBe('none')
  })
})

describe('Loan modal views', () => {
  test.each([
    ['none', false, 'apply'],
    ['none', true, 'exists'],
    ['applied', false, 'applied'],
    ['applied', true, 'applied'],
    ['pending', true, 'pending'],
    ['active', true, 'exists'],
  ] as const)('%s, with a loan: %s → %s', (status, hasLoan, view) => {
    expect(viewOf(status, hasLoan)).toBe(view)
  })
})

describe('Banner', () => {
  test('shows only when there are no loans or the first loan’s status is pending', () => {
    expect(banner()).toBeDefined()
    expect(banner('pending')).toBeDefined()
    expect(banner('admin_approved')).toBeUndefined()
    expect(banner('approved')).toBeUndefined()
  })
  test('the button is hidden once any loan exists', () => {
    expect(banner()?.button).toEqual({ label: 'Apply Now', disabled: false })
    expect(banner('pending')).toEqual({ badge: 'Applied', button: undefined })
  })
  test('the button reads View Status and is disabled when status is pending or applied', () => {
    expect(bannerOf([], 'applied')?.button).toEqual({ label: 'View Status', disabled: true })
    expect(bannerOf([], 'pending')?.button).toEqual({ label: 'View Status', disabled: true })
    expect(bannerOf([], 'active')).toEqual({ badge: 'Active', button: { label: 'View Status', disabled: false } })
  })
  test('a closed or rejected loan does not prevent the next', () => {
    expect(banner('closed', 'rejected')?.button?.label).toBe('Apply Now')
  })
})

test('The displayed loan id is the last 6 characters of _id in upper case', () => {
  expect(shortId('019f4c3e-8b1a-7c2d-9e4f-5a6b7c8d9eaf')).toBe('8D9EAF')
})

test('the next instalment, the whole loan, and the interest saved by closing it today', () => {
  const loan = { payoff: 10_050.5, outstanding: 10_600, next: { dueDate: '2026-12-05', amount: 888.49 } }
  expect(repayable(loan)).toEqual({ next: 88_849n, whole: 1_005_050n, saved: 54_950n })
})

test('a last instalment is not offered next to closing the loan', () => {
  expect(
    repayable({ payoff: 880, outstanding: 888.49, next: { dueDate: '2026-12-05', amount: 888.49 } }).next,
  ).toBeUndefined()
})

test('Repay: above 0, at most what closes the loan', () => {
  expect(repaymentError(0n, { payoff: 1 })).toBe('Enter an amount above ₹0')
  expect(repaymentError(101n, { payoff: 1 })).toBe('This is more than you owe on this loan')
  expect(repaymentError(100n, { payoff: 1 })).toBeUndefined()
})

test('Repay: interest and a due fee only from own money, then the principal from unused loan money first', () => {
  const loan = { payoff: 160, principal: 100, firstFromOwn: 50 }
  const insufficient = 'Insufficient balance for this repayment'
  const repaid = (rupees: bigint, own: bigint, borrowed: bigint) =>
    repaymentError(rupees * 100n, loan, { own: own * 100n, borrowed: borrowed * 100n })
  expect(repaid(50n, 49n, 500n)).toBe(insufficient)
  expect(repaid(150n, 50n, 100n)).toBeUndefined()
  expect(repaid(150n, 50n, 99n)).toBe(insufficient)
  expect(repaid(160n, 59n, 500n)).toBe(insufficient)
  expect(repaid(160n, 60n, 500n)).toBeUndefined()
})
