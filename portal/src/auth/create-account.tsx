import { authErrors } from '@sauda/contract/auth'
import { sentence } from '@sauda/ui/sentence'
import { appToast } from '../shell/toast.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '../shell/api-error.ts'
import { useEarly } from '../shell/awake.ts'
import { later } from '../shell/later.tsx'
import { startOtpFlow } from './otp-flow.ts'
import { register, type Registration } from './auth.api.ts'
import styles from './auth.module.css'
import { CreateAccountHead } from './head.tsx'
import { RegistrationFields } from './registration-fields.tsx'

const loadVerify = () => import('./verify-dialog.tsx').then((module) => module.VerifyDialog)
const VerifyDialog = later(loadVerify)

export default function CreateAccount() {
  const [search] = useSearchParams()
  useEarly(loadVerify)
  const referralId = search.get('referralId')?.trim().slice(0, 64) ?? ''
  const [sent, setSent] = useState<{ body: Registration; at: number }>()
  const [open, setOpen] = useState(false)

  /** Sends the registration; the answer names the field the server refused, if it was one. */
  const send = async (body: Registration): Promise<{ field?: 'email' | 'mobile'; words: string } | undefined> => {
    try {
      await register(body)
      startOtpFlow()
      appToast.success('OTP sent to email')
      setSent({ body, at: Date.now() })
      setOpen(true)
      return undefined
    } catch (error) {
      const words = (error instanceof ApiError && error.said) || 'User registration failed'
      appToast.error(words)
      if (words === authErrors.emailTaken.message) return { field: 'email', words }
      if (words === authErrors.mobileTaken.message) return { field: 'mobile', words }
      return { words }
    }
  }

  return (
    <>
      <CreateAccountHead />
      <RegistrationFields referralId={referralId} onSend={send} />
      <p className={styles.other}>
        {sentence('Already have an account? {link}', { link: <Link to="/login">Log in</Link> })}
      </p>
      {sent && (
        <VerifyDialog
          open={open}
          email={sent.body.email}
          sentAt={sent.at}
          onClose={() => setOpen(false)}
          onResend={() => send(sent.body)}
        />
      )}
    </>
  )
}
