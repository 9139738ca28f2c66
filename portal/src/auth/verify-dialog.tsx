import { authRules } from '@sauda/contract/auth'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { Dialog } from '../shell/dialog.tsx'
import { OtpField } from '@sauda/ui/otp-field'
import type { SubmitEvent } from 'react'
import styles from './auth.module.css'
import { MailboxNote } from './mailbox-note.tsx'
import { Resend } from './resend.tsx'
import { useVerify } from './use-verify.ts'

interface VerifyDialogProps {
  open: boolean
  email: string
  onClose: () => void
  /** When the last code was sent, in milliseconds. */
  sentAt: number
  onResend: () => Promise<unknown>
}

/** Opens after a registration; the code logs the new client in. */
export function VerifyDialog({ open, email, sentAt, onClose, onResend }: VerifyDialogProps) {
  const { otp, change, fault, busy, verify } = useVerify(email)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (otp.length === authRules.code.digits) void verify()
  }
  return (
    <Dialog open={open} onOpenChange={onClose} busy={busy} title="Verify OTP">
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.lead}>
          {sentence('We sent a code to {email}. It is valid for {minutes} minutes.', {
            email: <strong>{email}</strong>,
            minutes: authRules.code.validMinutes,
          })}
        </p>
        <OtpField label="OTP" value={otp} onValueChange={change} error={fault} />
        <MailboxNote />
        <Button type="submit" full loading={busy} disabled={otp.length !== authRules.code.digits}>
          Verify OTP
        </Button>
        <Resend sentAt={sentAt} onResend={onResend} />
      </form>
    </Dialog>
  )
}
