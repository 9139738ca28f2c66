import type { authCalls } from '@sauda/contract/auth'
import type { profileCalls } from '@sauda/contract/profile'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { long, standard } from './api.ts'
import { currentSession, startSession } from './session.ts'
import { appToast } from './toast.ts'
import { carry, TransportError, type Outgoing } from './transport.ts'

vi.mock('./toast.ts', () => ({ appToast: { error: vi.fn<(message: string) => void>() } }))
vi.mock('./log.ts', () => ({ log: vi.fn<() => void>() }))
vi.mock('./transport.ts', async (original) => ({ ...(await original<object>()), carry: vi.fn<typeof carry>() }))
vi.stubGlobal('window', { location: { pathname: '/account/bank' } })

const userId = '01a1f78c-b22f-71a4-b086-7ea421676494'
const answer = (status: number, body: unknown): void => void vi.mocked(carry).mockResolvedValueOnce({ status, body })
const fail = (kind: TransportError['kind']): void =>
  void vi.mocked(carry).mockRejectedValueOnce(new TransportError(kind))
const readProfile = () => standard.send<typeof profileCalls.read>('GET /user/profile/:userId', { params: { userId } })
const logIn = () =>
  long.send<typeof authCalls.login>('POST /user/login', { body: { email: 'a@b.in', password: 'Secret-1' } })
const sent = (): Outgoing | undefined => vi.mocked(carry).mock.lastCall?.[0]

beforeEach(() => {
  vi.clearAllMocks()
  startSession({ token: 'token-1', userId, isDocsVerified: 'VERIFIED' })
})

test('the standard client waits 10 s and carries the token', async () => {
  answer(200, { name: 'Asha' })
  expect(await readProfile()).toEqual({ name: 'Asha' })
  expect(sent()).toMatchObject({
    method: 'GET',
    url: `/api/user/profile/${userId}`,
    token: 'token-1',
    timeoutMilliseconds: 10_000,
  })
})

test('the long client waits 30 s and carries no token', async () => {
  answer(200, {})
  await logIn()
  expect(sent()).toMatchObject({
    timeoutMilliseconds: 30_000,
    token: undefined,
    body: '{"email":"a@b.in","password":"Secret-1"}',
  })
})

describe('an authentication failure of the standard client clears the stored session and shows no toast', () => {
  test.each([
    ['status 401', 401, 'Please log in to continue'],
    ['status 403', 403, 'No'],
    ['"unauthorized" in the message', 400, 'Unauthorized access'],
    ['"forbidden"', 400, 'This is Forbidden'],
    ['"token expired"', 400, 'Token expired'],
    ['"invalid token"', 400, 'Invalid Token'],
    ['"access denied"', 400, 'access denied'],
    ['"user not found"', 404, 'User not found'],
    ['"user does not exist"', 400, 'The user does not exist'],
    ['"session expired"', 500, 'Your session expired'],
    ['"authentication failed"', 400, 'Authentication failed'],
  ])('%s', async (_, status, message) => {
    answer(status, { message, status })
    await expect(readProfile()).rejects.toMatchObject({ kind: 'refused', status })
    expect(currentSession()).toEqual({ token: null, userId: null, isLoggedIn: false, isDocsVerified: null })
    expect(appToast.error).not.toHaveBeenCalled()
  })
})

test('an answer to an older token leaves the newer session alone', async () => {
  vi.mocked(carry).mockImplementationOnce(async () => {
    startSession({ token: 'token-2', userId, isDocsVerified: 'VERIFIED' })
    return { status: 401, body: { message: 'Please log in to continue' } }
  })
  await expect(readProfile()).rejects.toMatchObject({ status: 401 })
  expect(currentSession().token).toBe('token-2')
})

test('every other error shows the server’s message', async () => {
  answer(409, { message: 'Complete your document verification first', status: 409 })
  await expect(readProfile()).rejects.toMatchObject({ said: 'Complete your document verification first' })
  expect(appToast.error).toHaveBeenCalledWith('Complete your document verification first')
  expect(currentSession().token).toBe('token-1')
})

test.each(['timeout', 'network'] as const)('without a message (%s) the general sentence shows', async (kind) => {
  fail(kind)
  await expect(readProfile()).rejects.toMatchObject({ kind, status: 0 })
  expect(appToast.error).toHaveBeenCalledWith('An error occurred. Please try again.')
})

test('the long client shows the toast for authentication failures too, and leaves the session', async () => {
  answer(401, { message: 'Invalid email or password', status: 401 })
  await expect(logIn()).rejects.toMatchObject({ status: 401 })
  expect(appToast.error).toHaveBeenCalledWith('Invalid email or password')
  expect(currentSession().token).toBe('token-1')
})

test('a call its screen gave up is no error to tell', async () => {
  fail('aborted')
  await expect(readProfile()).rejects.toMatchObject({ kind: 'aborted' })
  expect(appToast.error).not.toHaveBeenCalled()
})

test('a quiet call leaves the words to its screen', async () => {
  answer(500, 'oh')
  const quiet = standard.send<typeof authCalls.logout>('POST /user/logout', {}, { quiet: true })
  await expect(quiet).rejects.toMatchObject({ status: 500, said: undefined })
  expect(appToast.error).not.toHaveBeenCalled()
})
