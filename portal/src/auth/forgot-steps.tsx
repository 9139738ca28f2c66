import { Button } from '@sauda/ui/button'
import { PasswordField } from '@sauda/ui/password-field'
import { TextField } from '@sauda/ui/text-field'
import { useRef, useState, type SubmitEvent } from 'react'
import { useBusy } from '@sauda/web/use-busy'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { LoginName } from './password-rules.tsx'
import { newPasswordError } from './reset.ts'

interface EmailStepProps {
  email: string
  rejection: string
  onEmail: (email: string) => void
  onSend: () => Promise<void>
}

export function EmailStep({ email, rejection, onEmail, onSend }: EmailStepProps) {
  const [error, setError] = useState('')
  const [busy, run] = useBusy()
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const input = field.current
    const message = !email.trim()
      ? authText.loginMissingEmail
      : input?.validity.typeMismatch
        ? 'Please enter a valid email address'
        : ''
    setError(message)
    if (message) input?.focus()
    else void run(onSend)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>Enter your registered email. We’ll send it a 6-digit code.</p>
      <TextField
        ref={field}
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={error || rejection}
        readOnly={busy}
      />
      <Button type="submit" full loading={busy}>
        Send OTP
      </Button>
    </form>
  )
}

interface NewPasswordStepProps {
  email: string
  password: string
  confirmation: string
  rejection: string
  onChange: (part: { password?: string; confirmation?: string }) => void
  onReset: () => Promise<void>
}

export function NewPasswordStep({ email, password, confirmation, rejection, onChange, onReset }: NewPasswordStepProps) {
  const [error, setError] = useState<ReturnType<typeof newPasswordError>>()
  const [busy, run] = useBusy()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = newPasswordError(password, confirmation)
    setError(found)
    if (!found) void run(onReset)
    else if (found.field === 'password') first.current?.focus()
    else second.current?.focus()
  }
  const errorAt = (field: 'password' | 'confirmation') => (error?.field === field ? error.message : undefined)
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
        error={errorAt('password') ?? rejection}
        readOnly={busy}
      />
      <PasswordField
        ref={second}
        label="Confirm new password"
        noun="confirmation"
        autoComplete="new-password"
        value={confirmation}
        onChange={(event) => onChange({ confirmation: event.target.value })}
        error={errorAt('confirmation')}
        readOnly={busy}
      />
      <Button type="submit" full loading={busy}>
        Reset Password
      </Button>
    </form>
  )
}
