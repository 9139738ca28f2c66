import type { authCalls } from '@sauda/contract/auth'
import type { CallInput } from '@sauda/contract/call'
import { long, standard } from '../shell/api.ts'
import { clearSession } from '../shell/session.ts'

// Each screen shows its own sentence for every outcome (section 8).
const quiet = { quiet: true }

export type Registration = CallInput<typeof authCalls.register>['body']

export const login = (body: CallInput<typeof authCalls.login>['body']) =>
  long.send<typeof authCalls.login>('POST /user/login', { body }, quiet)

export const register = (body: Registration) =>
  long.send<typeof authCalls.register>('POST /user/register', { body }, quiet)

/** Without an e-mail address the server finds the registration by its flow cookie (the standalone screen). */
export const verifyOtp = (body: { otp: string; email?: string }) =>
  long.send<typeof authCalls.verifyOtp>('POST /user/verify-otp', { body }, quiet)

export const forgotPassword = (email: string, signal: AbortSignal) =>
  standard.send<typeof authCalls.forgotPassword>(
    'POST /user/forgot-password',
    { body: { email } },
    { ...quiet, signal },
  )

export const resetPassword = (body: CallInput<typeof authCalls.resetPassword>['body']) =>
  standard.send<typeof authCalls.resetPassword>('POST /user/verify-forgot-password-otp', { body }, quiet)

export function logOut(): void {
  standard.send<typeof authCalls.logout>('POST /user/logout', {}, quiet).catch(() => undefined)
  clearSession()
}
