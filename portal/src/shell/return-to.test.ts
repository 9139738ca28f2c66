import { beforeEach, expect, test, vi } from 'vitest'
import { followExpiry, forgetReturnPath, expireSession, hasSessionExpired, takeReturnPath } from './return-to.ts'
import { currentSession, startSession } from './session.ts'

const location = { pathname: '/account/bank', search: '' }
vi.stubGlobal('window', { location })

beforeEach(() => {
  takeReturnPath('anybody')
  location.pathname = '/account/bank'
  location.search = ''
  startSession({ token: 'token-1', userId: 'asha', isDocsVerified: 'VERIFIED' })
})

test('returns the client once to the screen where the session expired', () => {
  expireSession('token-1')
  expect(currentSession().isLoggedIn).toBe(false)
  expect(hasSessionExpired()).toBe(true)
  expect(takeReturnPath('asha')).toBe('/account/bank')
  expect(takeReturnPath('asha')).toBe('/account/home')
})

test('returns to what was open in the screen, which the query names', () => {
  location.pathname = '/account/wallet/transaction-history'
  location.search = '?transaction=7'
  expireSession('token-1')
  expect(takeReturnPath('asha')).toBe('/account/wallet/transaction-history?transaction=7')
})

test('never takes a screen from the query', () => {
  location.pathname = '//elsewhere.example'
  location.search = '?/account/bank'
  expireSession('token-1')
  expect(takeReturnPath('asha')).toBe('/account/home')
})

test('opens the dashboard for another client', () => {
  expireSession('token-1')
  expect(takeReturnPath('ravi')).toBe('/account/home')
})

test('opens the dashboard when no session expired', () => {
  expect(hasSessionExpired()).toBe(false)
  expect(takeReturnPath('asha')).toBe('/account/home')
})

test('does not return to a public page', () => {
  location.pathname = '/privacy'
  expireSession('token-1')
  expect(takeReturnPath('asha')).toBe('/account/home')
})

test('returns to the document screen outside the account area', () => {
  location.pathname = '/profile/verify-docx'
  expireSession('token-1')
  expect(takeReturnPath('asha')).toBe('/profile/verify-docx')
})

test('follows an expiry in another tab, but not a logout', () => {
  followExpiry({ key: 'token', newValue: null })
  expect(hasSessionExpired()).toBe(false)
  location.pathname = '/privacy'
  expireSession('token-1')
  location.pathname = '/account/nominee'
  followExpiry({ key: 'token', newValue: null })
  expect(takeReturnPath('asha')).toBe('/account/nominee')
})

test('opens the dashboard after a registration', () => {
  expireSession('token-1')
  forgetReturnPath()
  expect(hasSessionExpired()).toBe(false)
  expect(takeReturnPath('asha')).toBe('/account/home')
})
