import type { LoanStatus } from '@sauda/contract/loan'
import { describe, expect, test } from 'vitest'
import { bannerOf, loanName, standingOf, viewOf } from './loan-state.ts'

const loan = (status: LoanStatus, _id: string = status) => ({
  _id,
  status,
  userAccepted: status === 'approved' || status === 'closed',
})
const banner = (...statuses: LoanStatus[]) => {
  const loans = statuses.map((status) => loan(status))
  return bannerOf(loans, standingOf(loans))
}

describe('Client loan status', () => {
  test.each([
    ['none', []],
    ['applied', [loan('pending')]],
    ['pending', [loan('admin_approved')]],
    ['active', [loan('approved')]],
    ['none', [loan('closed'), loan('rejected')]],
    ['applied', [loan('pending'), loan('closed')]],
  ] as const)('%s', (standing, loans) => {
    expect(standingOf(loans)).toBe(standing)
  })

  test('applied after a request is submitted, until the list tells what became of it', () => {
    expect(standingOf([], 'new')).toBe('applied')
    expect(standingOf([loan('rejected', 'new')], 'new')).toBe('none')
  })
})

describe('Loan modal views', () => {
  test.each([
    ['none', false, 'ask'],
    ['none', true, 'exists'],
    ['applied', false, 'applied'],
    ['applied', true, 'applied'],
    ['pending', true, 'pending'],
    ['active', true, 'exists'],
  ] as const)('%s, with a loan: %s → %s', (standing, hasLoan, view) => {
    expect(viewOf(standing, hasLoan)).toBe(view)
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
  test('a loan paid off or refused leaves the way free for the next', () => {
    expect(banner('closed', 'rejected')?.button?.label).toBe('Apply Now')
  })
})

test('The displayed loan id is the last 6 characters of _id in upper case', () => {
  expect(loanName('019f4c3e-8b1a-7c2d-9e4f-5a6b7c8d9eaf')).toBe('8D9EAF')
})
