import { expect, test } from 'vitest'
import { detour } from './guard.ts'

const session = { token: 't', userId: 'u', isLoggedIn: true, isDocsVerified: 'VERIFIED' }

test('without the isLoggedIn flag the visitor is sent to /login, whatever else is stored', () => {
  expect(detour('/account/home', { ...session, isLoggedIn: false })).toBe('/login')
})

test.each(['/account/home', '/account/bank', '/account/security', '/portfolio/equity'])(
  'UNVERIFIED clients are confined to /account/profile (%s)',
  (path) => {
    expect(detour(path, { ...session, isDocsVerified: 'UNVERIFIED' })).toBe('/account/profile')
    expect(detour('/account/profile', { ...session, isDocsVerified: 'UNVERIFIED' })).toBeUndefined()
  },
)

test.each(['PENDING', 'VERIFIED', null])('with isDocsVerified %s the area is open', (isDocsVerified) => {
  expect(detour('/account/bank', { ...session, isDocsVerified })).toBeUndefined()
})
