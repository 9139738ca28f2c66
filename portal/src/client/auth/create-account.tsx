import { authErrors } from '@sauda/contract/client/auth'
import { sentence } from '@sauda/ui/sentence'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '@sauda/web/api-error'
import { usePreload } from '../../shell/activity.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { appToast } from '../../shell/toast.ts'
import { register, type Registration } from './auth.api.ts'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { createAccountHead } from './heads.tsx'
import { endRegistration, pendingRegistration, sendAgain, startOtpFlow } from './otp-flow.ts'
import { RegistrationFields } from './registration-fields.tsx'
import type { RegistrationField } from './registration-fields.tsx'

const VerifyDialog = lazyPart(() => import('./verify-dialog.tsx').then((module) => module.VerifyDialog))

export default function CreateAccount() {
  const [search] = useSearchParams()
  usePreload(VerifyDialog.preload)
  const referralId = search.get('referralId')?.trim().slice(0, 64) ?? ''
  const [pending, setPending] = useState(() => pendingRegistration())
  const [open, setOpen] = useState(pending !== undefined)

  const send = async (next: Registration): Promise<{ field: RegistrationField; message: string } | undefined> => {
    try {
      await register(next)
      appToast.success('OTP sent to email')
      setPending(startOtpFlow(next.email))
      setOpen(true)
    } catch (error) {
      const message = (error instanceof ApiError && error.serverMessage) || 'User registration failed'
      appToast.error(message)
      if (message === authErrors.emailTaken.message) return { field: 'email', message }
      if (message === authErrors.mobileTaken.message) return { field: 'mobile', message }
    }
    return undefined
  }
  return (
    <>
      {createAccountHead}
      <RegistrationFields referralId={referralId} onSend={send} />
      <p className={styles.other}>{sentence(authText.logIn, { link: <Link to="/login">Log in</Link> })}</p>
      {pending && (
        <VerifyDialog
          open={open}
          registration={pending}
          onClose={() => {
            endRegistration()
            setOpen(false)
          }}
          onResend={async () => setPending((await sendAgain(pending.email)) ?? pending)}
        />
      )}
    </>
  )
}
