import type { authCalls } from '@sauda/contract/client/auth'
import type { CallInput } from '@sauda/contract/platform/call'
import type { portalHeader } from '@sauda/contract/core/session'
import { signWithPasskey } from '@sauda/web/passkey'
import { long, standard } from '../../shell/api.ts'
import { clearSession } from '../../shell/session.ts'

export type Registration = CallInput<typeof authCalls.register>['body']

/** Binds the session to a cookie, where the browser stores any. */
const bound = () =>
  navigator.cookieEnabled ? { headers: { 'x-portal': '1' } satisfies Record<typeof portalHeader, string> } : {}

export const login = (body: CallInput<typeof authCalls.login>['body']) =>
  long.send<typeof authCalls.login>('POST /user/login', { body }, bound())

/** Throws PasskeyError if the browser returned none. */
export async function loginWithPasskey() {
  const options = await long.send<typeof authCalls.passkeyLoginStart>('POST /user/passkey/login/start', {})
  const response = await signWithPasskey(options)
  return long.send<typeof authCalls.passkeyLogin>('POST /user/passkey/login', { body: { response } }, bound())
}

export const register = (body: Registration) => long.send<typeof authCalls.register>('POST /user/register', { body })

/** For the registration of this browser. */
export const resendOtp = () => long.send<typeof authCalls.resendOtp>('POST /user/register/resend', {})

/** Without an e-mail address the server finds the registration by its flow cookie (the standalone screen). */
export const verifyOtp = (body: { otp: string; email?: string }) =>
  long.send<typeof authCalls.verifyOtp>('POST /user/verify-otp', { body }, bound())

export const forgotPassword = (email: string, signal: AbortSignal) =>
  standard.send<typeof authCalls.forgotPassword>('POST /user/forgot-password', { body: { email } }, { signal })

export const resetPassword = (body: CallInput<typeof authCalls.resetPassword>['body']) =>
  standard.send<typeof authCalls.resetPassword>('POST /user/verify-forgot-password-otp', { body })

export const acceptInvitation = (body: CallInput<typeof authCalls.acceptInvitation>['body']) =>
  standard.send<typeof authCalls.acceptInvitation>('POST /user/invitation', { body })

export function logOut(): void {
  standard.send<typeof authCalls.logout>('POST /user/logout', {}).catch(() => undefined)
  clearSession()
}
