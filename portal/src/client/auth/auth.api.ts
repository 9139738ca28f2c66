import { authCalls } from '@sauda/contract/client/auth'
import type { CallInput } from '@sauda/contract/platform/call'
import type { portalHeader } from '@sauda/contract/core/session'
import { signWithPasskey } from '@sauda/web/passkey'
import { long, standard } from '../../shell/api.ts'
import { clearSession } from '../../shell/session.ts'

export type Registration = CallInput<typeof authCalls.register>['body']

/** Binds the session to a cookie, where the browser stores any. */
const bound = () =>
  navigator.cookieEnabled ? { headers: { 'x-portal': '1' } satisfies Record<typeof portalHeader, string> } : {}

export const login = (body: CallInput<typeof authCalls.login>['body']) => long.send(authCalls.login, { body }, bound())

/** Throws PasskeyError if the browser returned none. */
export async function loginWithPasskey() {
  const options = await long.send(authCalls.passkeyLoginStart, {})
  const response = await signWithPasskey(options)
  return long.send(authCalls.passkeyLogin, { body: { response } }, bound())
}

export const register = (body: Registration) => long.send(authCalls.register, { body })

/** For the registration of this browser. */
export const resendOtp = () => long.send(authCalls.resendOtp, {})

/** Without an e-mail address the server finds the registration by its flow cookie (the standalone screen). */
export const verifyOtp = (body: { otp: string; email?: string }) => long.send(authCalls.verifyOtp, { body }, bound())

export const forgotPassword = (email: string, signal: AbortSignal) =>
  standard.send(authCalls.forgotPassword, { body: { email } }, { signal })

export const resetPassword = (body: CallInput<typeof authCalls.resetPassword>['body']) =>
  standard.send(authCalls.resetPassword, { body })

export const acceptInvitation = (body: CallInput<typeof authCalls.acceptInvitation>['body']) =>
  standard.send(authCalls.acceptInvitation, { body })

export function logOut(): void {
  standard.send(authCalls.logout, {}).catch(() => undefined)
  clearSession()
}
