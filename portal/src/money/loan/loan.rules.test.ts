import type { LoanStatus } from '@sauda/contract/money/loan'
import { describe, expect, test } from 'vitest'
import { shortId } from '../../shell/given.ts'
import { type Loan, bannerOf, clientStatusOf, viewOf } from './loan.api.ts'
import { repayable, repaymentError } from './repay-dialog.tsx'

const loan = (status: LoanStatus, _id: string = status) => ({
  _id,
  status,
  userAccepted: status === 'approved' || status === 'closed',
})
const owing = (part: Partial<Loan>): Loan => ({ ...loan('approved'), total: 1, ...part })
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

describe('What can be repaid', () => {
  const schedule = [
    { number: 1, dueDate: '2026-12-05', principal: 800, interest: 88.49, fee: 0, amount: 888.49 },
    { number: 2, dueDate: '2027-01-05', principal: 9200, interest: 80, fee: 0, amount: 9280 },
  ]
  const running = (part: Partial<Loan>): Loan => ({
    ...owing({}),
    terms: { amount: 10_000, ratePercent: 12, months: 2, fee: 0, aprPercent: 12, totalPayable: 10_168.49, schedule },
    payoff: 10_050.5,
    principal: 10_000,
    firstFromOwn: 50.5,
    outstanding: 10_168.49,
    next: { dueDate: '2026-12-05', amount: 888.49 },
    ...part,
  })
  test('the next instalment on its due date, and the whole loan with the interest saved by closing it today', () => {
    expect(repayable(running({}), '2026-12-05')).toEqual({ next: 88_849n, whole: 1_005_050n, saved: 11_799n })
  })
  test('before the due date only its principal and the interest so far', () => {
    expect(repayable(running({}), '2026-11-26').next).toBe(85_050n)
    expect(repayable(running({ principal: 9000, payoff: 9000, firstFromOwn: 0 }), '2026-11-26').next).toBeUndefined()
  })
  test('a last instalment is not offered next to closing the loan', () => {
    const last = running({ payoff: 9280, outstanding: 9280, next: { dueDate: '2027-01-05', amount: 9280 } })
    expect(repayable(last, '2027-01-05').next).toBeUndefined()
  })
})

test('Repay: above 0, at most what closes the loan', () => {
  expect(repaymentError(0n, owing({ payoff: 1 }))).toBe('Enter an amount above ₹0')
  expect(repaymentError(101n, owing({ payoff: 1 }))).toBe('This is more than you owe on this loan')
  expect(repaymentError(100n, owing({ payoff: 1 }))).toBeUndefined()
})

test('Repay: interest and a due fee only from own money, then the principal from unused loan money first', () => {
  const loan = owing({ payoff: 160, principal: 100, firstFromOwn: 50 })
  const insufficient = 'Insufficient balance for this repayment'
  const repaid = (rupees: bigint, own: bigint, borrowed: bigint) =>
    repaymentError(rupees * 100n, loan, { own: own * 100n, borrowed: borrowed * 100n })
  expect(repaid(50n, 49n, 500n)).toBe(insufficient)
  expect(repaid(150n, 50n, 100n)).toBeUndefined()
  expect(repaid(150n, 50n, 99n)).toBe(insufficient)
  expect(repaid(160n, 59n, 500n)).toBe(insufficient)
  expect(repaid(160n, 60n, 500n)).toBeUndefined()
})
