import { beforeEach, expect, test, vi } from 'vitest'
import { loseSession, sessionWasLost, takePlace } from './return-to.ts'
import { currentSession, startSession } from './session.ts'

const location = { pathname: '/account/bank' }
vi.stubGlobal('window', { location })

beforeEach(() => {
  takePlace('anybody')
  location.pathname = '/account/bank'
  startSession({ token: 'token-1', userId: 'asha', isDocsVerified: 'VERIFIED' })
})

test('after a lost session the same client comes back to the same screen, once', () => {
  loseSession('token-1')
  expect(currentSession().isLoggedIn).toBe(false)
  expect(sessionWasLost()).toBe(true)
  expect(takePlace('asha')).toBe('/account/bank')
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

test('a screen outside the account area is not come back to', () => {
  location.pathname = '/profile/verify-docx'
  loseSession('token-1')
  expect(takePlace('asha')).toBe('/account/home')
})
