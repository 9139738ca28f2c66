import { authCalls } from '@sauda/contract/auth'
import type { Asked } from '@sauda/contract/call'
import { long, standard } from '../shell/api.ts'
import { clearSession } from '../shell/session.ts'

// Each screen of this room has its own words for every outcome (section 8), so the clients stay quiet.
const quiet = { quiet: true }

export type Registration = Asked<typeof authCalls.register>['body']

export const login = (body: Asked<typeof authCalls.login>['body']) => long.send(authCalls.login, { body }, quiet)

export const register = (body: Registration) => long.send(authCalls.register, { body }, quiet)

/** Without an e-mail address the server finds the registration by its flow cookie (the standalone screen). */
export const verifyOtp = (body: { otp: string; email?: string }) => long.send(authCalls.verifyOtp, { body }, quiet)

export const forgotPassword = (email: string) => standard.send(authCalls.forgotPassword, { body: { email } }, quiet)

export const resetPassword = (body: Asked<typeof authCalls.resetPassword>['body']) =>
  standard.send(authCalls.resetPassword, { body }, quiet)

/** Ends the session here at once; the server hears of it, but nobody waits for its answer. */
export function logOut(): void {
  standard.send(authCalls.logout, {}, quiet).catch(() => undefined)
  clearSession()
}
