import { appToast } from '../shell/toast.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../shell/api-error.ts'
import { forgetPlace } from '../shell/return-to.ts'
import { startSession } from '../shell/session.ts'
import { useBusy } from '../shell/use-busy.ts'
import { verifyOtp } from './auth.api.ts'

/** Checks the registration's code and, when it is right, logs in and opens the dashboard. */
export function useVerify(email?: string) {
  const navigate = useNavigate()
  const [otp, setOtp] = useState('')
  const [fault, setFault] = useState('')
  const [busy, run] = useBusy()
  const verify = () =>
    run(async () => {
      try {
        const { token, userId, isDocsVerified } = await verifyOtp(email === undefined ? { otp } : { otp, email })
        if (!token || !userId) throw new ApiError('refused')
        forgetPlace()
        startSession({ token, userId, isDocsVerified })
        appToast.success('OTP verified successfully')
        await navigate('/account/home')
      } catch (error) {
        appToast.error('OTP verification failed')
        const refusal = error instanceof ApiError ? error : undefined
        // A wrong code is typed anew; one that could not be checked may be sent once more as it is.
        if (refusal?.status === 400) setOtp('')
        setFault(refusal?.said || 'The OTP could not be checked. Please try again.')
      }
    })
  const change = (next: string) => {
    setOtp(next)
    setFault(next === '' ? 'Please enter the OTP' : '')
  }
  return { otp, change, fault, busy, verify }
}
