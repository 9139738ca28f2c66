import { authCalls } from '@sauda/contract/client/auth'
import { profileCalls } from '@sauda/contract/client/profile'
import { ApiError } from '@sauda/web/api-error'
import { sendRequest } from '@sauda/web/http'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { long, standard } from './api.ts'
import { clearSession, currentSession, forgetView, sharedName, startSession, startView } from './session.ts'
import { appToast } from './toast.ts'

vi.mock('./toast.ts', () => ({ appToast: { error: vi.fn<(message: string) => void>() } }))
vi.spyOn(console, 'error').mockImplementation(() => undefined)
vi.mock('@sauda/web/http', () => ({ sendRequest: vi.fn<typeof sendRequest>() }))
vi.stubGlobal('window', { location: { pathname: '/account/bank' } })

const userId = '01a1f78c-b22f-71a4-b086-7ea421676494'
const respond = (status: number, body: unknown): void =>
  void (status === 200
    ? vi.mocked(sendRequest).mockResolvedValueOnce({ body })
    : vi.mocked(sendRequest).mockRejectedValueOnce(new ApiError('response', status, body)))
const fail = (kind: ApiError['kind']): void => void vi.mocked(sendRequest).mockRejectedValueOnce(new ApiError(kind))
const readProfile = () => standard.send(profileCalls.read, { params: { userId } }, { toast: true })
const logIn = () => long.send(authCalls.login, { body: { email: 'a@b.in', password: 'Secret-1' } }, { toast: true })
const sent = () => vi.mocked(sendRequest).mock.lastCall ?? []

beforeEach(() => {
  vi.clearAllMocks()
  startSession({ token: 'token-1', userId, isDocsVerified: 'VERIFIED' })
})

test('the standard client times out after 10 s and sends the token', async () => {
  respond(200, { name: 'Asha' })
  expect(await readProfile()).toEqual({ name: 'Asha' })
  expect(sent()).toMatchObject([
    { method: 'GET', path: '/user/profile/:userId' },
    { params: { userId } },
    { token: 'token-1', timeoutMs: 10_000 },
  ])
})

test('the long client times out after 30 s and sends no token', async () => {
  respond(200, {})
  await logIn()
  expect(sent()[1]).toEqual({ body: { email: 'a@b.in', password: 'Secret-1' } })
  expect(sent()[2]).toEqual({ toast: true, timeoutMs: 30_000 })
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
    respond(status, { message, status })
    await expect(readProfile()).rejects.toMatchObject({ kind: 'response', status })
    expect(currentSession()).toEqual({ token: null, userId: null, isLoggedIn: false, isDocsVerified: null })
    expect(appToast.error).not.toHaveBeenCalled()
  })
})

test('a response to an older token leaves the newer session alone', async () => {
  vi.mocked(sendRequest).mockImplementationOnce(async () => {
    startSession({ token: 'token-2', userId, isDocsVerified: 'VERIFIED' })
    throw new ApiError('response', 401, { message: 'Please log in to continue' })
  })
  await expect(readProfile()).rejects.toMatchObject({ status: 401 })
  expect(currentSession().token).toBe('token-2')
})

test('every other error shows the server’s message', async () => {
  respond(409, { message: 'Complete your document verification first', status: 409 })
  await expect(readProfile()).rejects.toMatchObject({ serverMessage: 'Complete your document verification first' })
  expect(appToast.error).toHaveBeenCalledWith('Complete your document verification first')
  expect(currentSession().token).toBe('token-1')
})

test.each(['timeout', 'network'] as const)('without a message (%s) the general message is shown', async (kind) => {
  fail(kind)
  await expect(readProfile()).rejects.toMatchObject({ kind, status: 0 })
  expect(appToast.error).toHaveBeenCalledWith('An error occurred. Please try again.')
})

test('the long client shows the toast for authentication failures too, and leaves the session', async () => {
  respond(401, { message: 'Invalid email or password', status: 401 })
  await expect(logIn()).rejects.toMatchObject({ status: 401 })
  expect(appToast.error).toHaveBeenCalledWith('Invalid email or password')
  expect(currentSession().token).toBe('token-1')
})

test('an aborted request shows no error', async () => {
  fail('aborted')
  await expect(readProfile()).rejects.toMatchObject({ kind: 'aborted' })
  expect(appToast.error).not.toHaveBeenCalled()
})

test('without the option `toast` an error shows none', async () => {
  respond(500, 'oh')
  const response = standard.send(authCalls.logout, {})
  await expect(response).rejects.toMatchObject({ status: 500, serverMessage: undefined })
  expect(appToast.error).not.toHaveBeenCalled()
})

test('a view of an account lasts until it ends, says why a request is rejected, and leaves the login of this device alone', async () => {
  startView({ token: 'view-token', userId: 'viewed', isDocsVerified: 'VERIFIED', name: 'Asha' })
  expect(currentSession()).toMatchObject({ token: 'view-token', userId: 'viewed', view: { name: 'Asha' } })
  expect(sharedName('portal-events')).not.toBe('portal-events')
  respond(403, { message: 'Nothing can be changed.', status: 403 })
  await expect(standard.send(authCalls.logout, {})).rejects.toMatchObject({ status: 403 })
  expect(appToast.error).toHaveBeenCalledWith('Nothing can be changed.')
  expect(currentSession().token).toBe('view-token')
  respond(401, { message: 'Please log in to continue', status: 401 })
  await expect(readProfile()).rejects.toMatchObject({ status: 401 })
  expect(currentSession()).toMatchObject({ token: null, view: 'over' })
  clearSession()
  forgetView()
  expect(currentSession()).toMatchObject({ token: 'token-1', userId })
  expect(sharedName('portal-events')).toBe('portal-events')
})
