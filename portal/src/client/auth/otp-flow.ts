import { authRules } from '@sauda/contract/client/auth'
import { useRef, useState } from 'react'
import { redirect, useNavigate, type MiddlewareFunction } from 'react-router'
import { ApiError } from '@sauda/web/api-error'
import { firstScreen } from '../../shell/guard.ts'
import { forgetReturnPath } from '../../shell/return-to.ts'
import { startSession } from '../../shell/session.ts'
import { inTab, parseJson } from '../../shell/storage.ts'
import { appToast } from '../../shell/toast.ts'
import { useBusy } from '@sauda/web/hooks'
import { resendOtp, verifyOtp } from './auth.api.ts'
import { authText } from './auth.text.ts'

const flowKey = 'otpFlow'
const registrationKey = 'registration'

export type PendingRegistration = { readonly email: string; readonly sentAt: number }

export function startOtpFlow(email: string): PendingRegistration {
  const sentAt = Date.now()
  inTab.set(flowKey, JSON.stringify({ startedAt: sentAt }))
  inTab.set(registrationKey, JSON.stringify({ email, sentAt }))
  return { email, sentAt }
}

export function pendingRegistration(
  stored = inTab.get(registrationKey),
  now = Date.now(),
): PendingRegistration | undefined {
  const { email, sentAt } = parseJson<Partial<PendingRegistration> | null>(stored) ?? {}
  const isValid = sentAt !== undefined && now - sentAt < authRules.code.validMinutes * 60_000
  return email && isValid ? { email, sentAt } : undefined
}

/** Sends another code for the registration of this browser; undefined, with a toast, if none was sent. */
export async function sendAgain(email: string): Promise<PendingRegistration | undefined> {
  try {
    await resendOtp()
    appToast.success('OTP sent to email')
    const sentAt = Date.now()
    inTab.set(registrationKey, JSON.stringify({ email, sentAt }))
    return { email, sentAt }
  } catch (error) {
    appToast.error((error instanceof ApiError && error.serverMessage) || 'The OTP could not be sent. Please try again.')
    return undefined
  }
}

export const endRegistration = (): void => inTab.remove(registrationKey)

/** The standalone OTP screen checks on entry (section 2): a missing or old flow is cleared and leads to registration. */
export const guardOtpFlow: MiddlewareFunction = () => {
  if (isFresh(inTab.get(flowKey))) return
  inTab.remove(flowKey)
  throw redirect('/create-account')
}

/** Section 2: `startedAt` is in milliseconds or a date as text. */
export function isFresh(stored: string | null, now = Date.now()): boolean {
  const { startedAt } = parseJson<{ startedAt?: string | number } | null>(stored) ?? {}
  return now - new Date(startedAt ?? Number.NaN).getTime() <= authRules.otpFlowSeconds * 1000
}

/** For an `OtpForm`. */
export function useVerify(email?: string) {
  const navigate = useNavigate()
  const [entry, setEntry] = useState({ otp: '', error: '' })
  const [busy, run] = useBusy()
  // The form stays until the next screen is drawn.
  const isVerified = useRef(false)
  const onSubmit = (otp: string) =>
    void run(async (isMounted) => {
      if (isVerified.current) return
      try {
        const { token, userId, isDocsVerified } = await verifyOtp(email === undefined ? { otp } : { otp, email })
        if (!token || !userId) throw new ApiError('response')
        isVerified.current = true
        forgetReturnPath()
        endRegistration()
        startSession({ token, userId, isDocsVerified })
        appToast.success('OTP verified successfully')
        if (isMounted()) await navigate(firstScreen())
      } catch (caught) {
        appToast.error('OTP verification failed')
        const failure = caught instanceof ApiError ? caught : undefined
        const error = failure?.serverMessage || 'We couldn’t check the OTP. Please try again.'
        // A wrong code is cleared; one that could not be checked stays. A code typed meanwhile is not affected.
        setEntry((now) => (now.otp === otp ? { otp: failure?.status === 400 ? '' : otp, error } : now))
      }
    })
  const onOtp = (next: string) => setEntry({ otp: next, error: next === '' ? authText.emptyOtp : '' })
  return { ...entry, onOtp, busy, onSubmit }
}
