import { authRules } from '@sauda/contract/auth'
import { redirect, type MiddlewareFunction } from 'react-router'
import { inTab } from '../shell/storage.ts'

const key = 'otpFlow'

/** A code is on its way: from now on the standalone OTP screen can be reached for a minute. */
export function startOtpFlow(): void {
  inTab.set(key, JSON.stringify({ startedAt: Date.now() }))
}

/** The standalone OTP screen checks on entry (section 2); a missing or old flow is cleared and leads to registration. */
export const guardOtpFlow: MiddlewareFunction = () => {
  if (isFresh(inTab.get(key))) return
  inTab.remove(key)
  throw redirect('/create-account')
}

/** `startedAt` is read as written by any part of the product: milliseconds, or a date as text. */
export function isFresh(stored: string | null, now = Date.now()): boolean {
  try {
    const { startedAt } = JSON.parse(stored ?? '') as { startedAt?: string | number }
    const age = now - new Date(startedAt ?? Number.NaN).getTime()
    return age <= authRules.otpFlowSeconds * 1000
  } catch {
    return false
  }
}
