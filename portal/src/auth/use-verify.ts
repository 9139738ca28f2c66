import { appToast } from '../shell/toast.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../shell/api-error.ts'
import { forgetPlace } from '../shell/return-to.ts'
import { startSession } from '../shell/session.ts'
import { useBusy } from '@sauda/web/use-busy'
import { verifyOtp } from './auth.api.ts'

/** Checks the registration's code and, when it is right, logs in and opens the dashboard. */
export function useVerify(email?: string) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState({ otp: '', fault: '' })
  const { otp } = typed
  const [busy, run] = useBusy()
  const verify = () =>
    run(async (isHere) => {
      try {
        const { token, userId, isDocsVerified } = await verifyOtp(email === undefined ? { otp } : { otp, email })
        if (!token || !userId) throw new ApiError('refused')
        forgetPlace()
        startSession({ token, userId, isDocsVerified })
        appToast.success('OTP verified successfully')
        if (isHere()) await navigate('/account/home')
      } catch (error) {
        appToast.error('OTP verification failed')
        const refusal = error instanceof ApiError ? error : undefined
        const fault = refusal?.said || 'The OTP could not be checked. Please try again.'
        // A wrong code is typed anew; one that could not be checked may be sent once more as it is. Of a code typed
        // meanwhile nothing is known.
        setTyped((now) => (now.otp === otp ? { otp: refusal?.status === 400 ? '' : otp, fault } : now))
      }
    })
  const change = (next: string) => setTyped({ otp: next, fault: next === '' ? 'Please enter the OTP' : '' })
  return { ...typed, change, busy, verify }
}
