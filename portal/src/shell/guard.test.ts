import { expect, test } from 'vitest'
import { detour, firstScreen, guardAccount, guardedPath, guardLogin } from './guard.ts'
import { clearSession, startSession } from './session.ts'

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

test('names the address a guard sends to before a screen is loaded', () => {
  const routes = [
    { path: 'login', middleware: [guardLogin] },
    { middleware: [guardAccount], children: [{ path: 'account/home' }, { path: 'account/profile' }] },
    { path: '*' },
  ]
  const leads = (...paths: string[]) => paths.map((path) => guardedPath(routes, path))
  const start = (isDocsVerified: 'VERIFIED' | 'UNVERIFIED') => startSession({ token: 't', userId: 'u', isDocsVerified })
  clearSession()
  expect(leads('/account/home/', '/account/none', '/login')).toEqual(['/login', undefined, undefined])
  start('UNVERIFIED')
  expect(leads('/account/home', '/account/profile', '/login')).toEqual([
    '/account/profile',
    undefined,
    '/account/profile',
  ])
  expect(firstScreen()).toBe('/account/profile')
  start('VERIFIED')
  expect(leads('/account/home', '/login')).toEqual([undefined, '/account/profile'])
  expect(firstScreen()).toBe('/account/home')
})
