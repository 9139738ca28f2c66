import { authRules } from '@sauda/contract/auth'
import { Button } from '@sauda/ui/button'
import { OtpField } from '@sauda/ui/otp-field'
import { sentence } from '@sauda/ui/sentence'
import { useEffect, useRef, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import styles from './auth.module.css'
import { MailboxNote } from './mailbox-note.tsx'
import { guardOtpFlow } from './otp-flow.ts'
import { useVerify } from './use-verify.ts'

export const clientMiddleware = [guardOtpFlow]

/** Knows no e-mail address: the server finds the registration by its cookie. */
export default function VerifyOtp() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const { otp, change, fault, busy, verify } = useVerify()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (otp.length === authRules.code.digits) void verify()
  }
  return (
    <>
      <h1 tabIndex={-1}>Verify OTP</h1>
      <p className={`${styles.lead} ${styles.under}`}>Enter the 6-digit code from our email.</p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <OtpField label="OTP" value={otp} onValueChange={change} error={fault} />
        <MailboxNote />
        <Button type="submit" full loading={busy} disabled={otp.length !== authRules.code.digits}>
          Submit
        </Button>
      </form>
      <p className={styles.other}>
        {sentence('No code? {link}', { link: <Link to="/create-account">Register again</Link> })}
      </p>
    </>
  )
}
