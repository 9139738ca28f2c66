import { authRules } from '@sauda/contract/auth'
import { Button } from '@sauda/ui/button'
import { OtpField } from '@sauda/ui/otp-field'
import { PasswordField } from '@sauda/ui/password-field'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { useRef, useState, type SubmitEvent } from 'react'
import { useBusy } from '@sauda/web/use-busy'
import styles from './auth.module.css'
import { LoginName } from './login-name.tsx'
import { MailboxNote } from './mailbox-note.tsx'
import { newPasswordFault } from './reset-words.ts'
import { Resend } from './resend.tsx'

interface EmailStepProps {
  email: string
  /** What the server has against it. */
  refusal: string
  onEmail: (email: string) => void
  onSend: () => Promise<void>
}

export function EmailStep({ email, refusal, onEmail, onSend }: EmailStepProps) {
  const [fault, setFault] = useState('')
  const [busy, run] = useBusy()
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const input = field.current
    const words = !email.trim()
      ? 'Please enter your email address'
      : input?.validity.typeMismatch
        ? 'Please enter a valid email address'
        : ''
    setFault(words)
    if (words) input?.focus()
    else void run(onSend)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>Enter the email address of your login. We send a 6-digit code to it.</p>
      <TextField
        ref={field}
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={fault || refusal}
        readOnly={busy}
      />
      <Button type="submit" full loading={busy}>
        Send OTP
      </Button>
    </form>
  )
}

interface OtpStepProps {
  email: string
  otp: string
  fault: string
  onOtp: (otp: string) => void
  onVerify: () => void
  /** When the last code was sent, in milliseconds. */
  sentAt: number
  onResend: () => Promise<unknown>
}

export function OtpStep({ email, otp, fault, onOtp, onVerify, sentAt, onResend }: OtpStepProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (otp.length === authRules.code.digits) onVerify()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>
        {sentence('We sent a code to {email}. It is valid for {minutes} minutes.', {
          email: <strong>{email}</strong>,
          minutes: authRules.code.validMinutes,
        })}
      </p>
      <OtpField label="OTP" value={otp} onValueChange={onOtp} error={fault} />
      <MailboxNote />
      <Button type="submit" full disabled={otp.length !== authRules.code.digits}>
        Verify OTP
      </Button>
      <Resend sentAt={sentAt} onResend={onResend} />
    </form>
  )
}

interface NewPasswordStepProps {
  email: string
  password: string
  confirmation: string
  /** What the server has against the password. */
  refusal: string
  onChange: (part: { password?: string; confirmation?: string }) => void
  onReset: () => Promise<void>
}

export function NewPasswordStep({ email, password, confirmation, refusal, onChange, onReset }: NewPasswordStepProps) {
  const [fault, setFault] = useState<ReturnType<typeof newPasswordFault>>()
  const [busy, run] = useBusy()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = newPasswordFault(password, confirmation)
    setFault(found)
    if (!found) void run(onReset)
    else if (found.at === 'password') first.current?.focus()
    else second.current?.focus()
  }
  const wordsAt = (field: 'password' | 'confirmation') => (fault?.at === field ? fault.words : undefined)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <LoginName email={email} />
      <PasswordField
        ref={first}
        label="New password"
        noun="new password"
        autoComplete="new-password"
        hint="At least 8 characters"
        value={password}
        onChange={(event) => onChange({ password: event.target.value })}
        error={wordsAt('password') ?? refusal}
        readOnly={busy}
      />
      <PasswordField
        ref={second}
        label="Confirm new password"
        noun="confirmation"
        autoComplete="new-password"
        value={confirmation}
        onChange={(event) => onChange({ confirmation: event.target.value })}
        error={wordsAt('confirmation')}
        readOnly={busy}
      />
      <Button type="submit" full loading={busy}>
        Reset Password
      </Button>
    </form>
  )
}
