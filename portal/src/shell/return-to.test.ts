import { beforeEach, expect, test, vi } from 'vitest'
import { followEnding, forgetPlace, loseSession, sessionWasLost, takePlace } from './return-to.ts'
import { currentSession, startSession } from './session.ts'

const location = { pathname: '/account/bank', search: '' }
vi.stubGlobal('window', { location })

beforeEach(() => {
  takePlace('anybody')
  location.pathname = '/account/bank'
  location.search = ''
  startSession({ token: 'token-1', userId: 'asha', isDocsVerified: 'VERIFIED' })
})

test('after a lost session the same client comes back to the same screen, once', () => {
  loseSession('token-1')
  expect(currentSession().isLoggedIn).toBe(false)
  expect(sessionWasLost()).toBe(true)
  expect(takePlace('asha')).toBe('/account/bank')
  expect(takePlace('asha')).toBe('/account/home')
})

test('what stood open in the screen, named in the address, is come back to as well', () => {
  location.pathname = '/account/wallet/transaction-history'
  location.search = '?transaction=7'
  loseSession('token-1')
  expect(takePlace('asha')).toBe('/account/wallet/transaction-history?transaction=7')
})

test('whatever a query says, it makes no other screen a place to come back to', () => {
  location.pathname = '//elsewhere.example'
  location.search = '?/account/bank'
  loseSession('token-1')
  expect(takePlace('asha')).toBe('/account/home')
})

test('another client starts at the dashboard', () => {
  loseSession('token-1')
  expect(takePlace('ravi')).toBe('/account/home')
})

test('a login without a lost session goes to the dashboard', () => {
  expect(sessionWasLost()).toBe(false)
  expect(takePlace('asha')).toBe('/account/home')
})

test('a screen of a visitor is not come back to', () => {
  location.pathname = '/privacy'
  loseSession('token-1')
  expect(takePlace('asha')).toBe('/account/home')
})

test('the document screen outside the account area is come back to', () => {
  location.pathname = '/profile/verify-docx'
  loseSession('token-1')
  expect(takePlace('asha')).toBe('/profile/verify-docx')
})

test('where another tab loses the session this one comes back too, but not from a logout', () => {
  followEnding({ key: 'token', newValue: null })
  expect(sessionWasLost()).toBe(false)
  location.pathname = '/privacy'
  loseSession('token-1')
  // The other tab stands elsewhere.
  location.pathname = '/account/nominee'
  followEnding({ key: 'token', newValue: null })
  expect(takePlace('asha')).toBe('/account/nominee')
})

test('who comes in by registering starts at the dashboard', () => {
  loseSession('token-1')
  forgetPlace()
  expect(sessionWasLost()).toBe(false)
  expect(takePlace('asha')).toBe('/account/home')
})
