import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { useBusy } from '@sauda/web/hooks'
import { passwordError, usePasswordRules } from '@sauda/web/password-rules'
import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { useBrand } from '../../shell/brand.ts'
import { appToast } from '../../shell/toast.ts'
import { resetPassword } from './auth.api.ts'
import { authText } from './auth.text.ts'
import { CodeSent, OtpForm, Resend } from './otp-form.tsx'
import { LoginName, NewPassword } from './security-form.tsx'
import {
  isCodeError,
  isUnknownEmail,
  newPasswordError,
  resetError,
  retryingText,
  sendOtpError,
  sendResetCode,
  stepError,
  type StepError,
} from './reset.ts'

const titles = { email: 'Reset Password', otp: 'Verify OTP', newPassword: 'New Password' }
type Step = keyof typeof titles
const before = { email: undefined, otp: 'email', newPassword: 'otp' } as const
const empty = {
  /** By the step that sent the request, because the client may have gone to another step meanwhile. */
  errors: {} as Partial<Record<Step, StepError>>,
  sentAt: 0,
  step: 'email' as Step,
  email: undefined as string | undefined,
  otp: '',
  password: '',
  confirmation: '',
}

export interface ForgotPasswordProps {
  open: boolean
  email: string
  onClose: () => void
  onReset: (email: string) => void
  /** Receives the focus after a reset. */
  nextField: RefObject<HTMLElement | null>
}

/** Three steps (section 4): the code is checked only together with the new password. */
export function ForgotPassword({ open, email: typed, onClose, onReset, nextField }: ForgotPasswordProps) {
  const [state, setState] = useState(empty)
  const email = state.email ?? typed
  const change = (part: Partial<typeof empty>) => setState((now) => ({ ...now, ...part }))
  const showError = (at: Step, error: StepError = {}) =>
    setState((now) => ({ ...now, errors: { ...now.errors, [at]: error } }))
  // A response that comes after closing is ignored.
  const requests = useRef(new AbortController())
  const finalFocus = useRef<HTMLElement>(null)
  const close = () => {
    requests.current.abort()
    requests.current = new AbortController()
    setState(empty)
    onClose()
  }
  const steps = useFocusOnStep(state.step)

  const sendOtp = async (): Promise<boolean> => {
    const { signal } = requests.current
    const { step } = state
    showError(step)
    try {
      await sendResetCode(email, signal, (attempt) => appToast.info(retryingText(attempt)))
      if (signal.aborted) return false
      change({ sentAt: Date.now() })
      appToast.success('OTP sent to your email address')
      return true
    } catch (error) {
      if (signal.aborted) return false
      appToast.error(sendOtpError(error))
      const texts = { unchanged: authText.codeNotSent, unconfirmed: authText.codeUnconfirmed }
      showError(step, isUnknownEmail(error) ? { field: 'We have no client with this email' } : stepError(error, texts))
      return false
    }
  }
  const reset = async () => {
    const { signal } = requests.current
    const { otp, password } = state
    showError('newPassword')
    try {
      await resetPassword({ email, otp, newPassword: password })
      appToast.success('Password reset successfully! You can now login with your new password.')
      if (signal.aborted) return
      finalFocus.current = nextField.current
      close()
      onReset(email)
    } catch (error) {
      if (signal.aborted) return
      appToast.error(resetError(error))
      const texts = { unchanged: authText.passwordUnchanged, unconfirmed: authText.passwordUnconfirmed }
      const next = stepError(error, texts)
      if (isCodeError(error)) setState((now) => withoutCode(now, otp, next))
      else showError('newPassword', next)
    }
  }

  const goTo = (step: Step) => {
    showError(state.step)
    change({ step })
  }
  const back = before[state.step]
  const { field = '', form } = state.errors[state.step] ?? {}
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={titles[state.step]}
      onBack={back && (() => goTo(back))}
      finalFocus={finalFocus}
    >
      {form && <AlertBanner tone="error">{form}</AlertBanner>}
      <div ref={steps}>
        {state.step === 'email' && (
          <EmailStep
            email={email}
            rejection={field}
            onEmail={(next) => {
              change({ email: next })
              showError('email')
            }}
            onSend={async () => {
              if (await sendOtp()) change({ step: 'otp', otp: '', errors: {} })
            }}
          />
        )}
        {state.step === 'otp' && (
          <OtpForm
            action="Verify OTP"
            lead={<CodeSent email={email} />}
            otp={state.otp}
            error={field}
            onOtp={(otp) => {
              change({ otp })
              showError('otp', otp === '' ? { field: authText.emptyOtp } : {})
            }}
            onSubmit={() => goTo('newPassword')}
          >
            <Resend sentAt={state.sentAt} onResend={sendOtp} />
          </OtpForm>
        )}
        {state.step === 'newPassword' && (
          <NewPasswordStep
            email={email}
            password={state.password}
            confirmation={state.confirmation}
            rejection={field}
            onChange={(part) => {
              change(part)
              showError('newPassword')
            }}
            onReset={reset}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Clears a rejected code and returns from the new password to it. A code typed meanwhile is not affected. */
function withoutCode(now: typeof empty, rejected: string, error: StepError): typeof empty {
  if (now.otp !== rejected) return now
  const step = now.step === 'newPassword' ? 'otp' : now.step
  return { ...now, step, otp: '', errors: { ...now.errors, otp: error } }
}

function useFocusOnStep(step: string) {
  const steps = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useLayoutEffect(() => {
    if (last.current !== step) steps.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    last.current = step
  }, [step])
  return steps
}

interface EmailStepProps {
  email: string
  rejection: string
  onEmail: (email: string) => void
  onSend: () => Promise<void>
}

function EmailStep({ email, rejection, onEmail, onSend }: EmailStepProps) {
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
    <Stack as="form" gap={5} onSubmit={submit} noValidate>
      <p className="soft balance">Enter your registered email. We’ll send it a 6-digit code.</p>
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
    </Stack>
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

function NewPasswordStep({ email, password, confirmation, rejection, onChange, onReset }: NewPasswordStepProps) {
  const [error, setError] = useState<ReturnType<typeof newPasswordError>>()
  const [busy, run] = useBusy()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [submitted, setSubmitted] = useState(false)
  const rules = usePasswordRules(useBrand().name, 'reset')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = newPasswordError(password, confirmation)
    setError(found)
    setSubmitted(true)
    if (found?.field === 'confirmation') second.current?.focus()
    else if (found || passwordError(rules, password) !== undefined) first.current?.focus()
    else void run(onReset)
  }
  const errorAt = (field: 'password' | 'confirmation') => (error?.field === field ? error.message : undefined)
  return (
    <Stack as="form" gap={5} onSubmit={submit} noValidate>
      <LoginName email={email} />
      <NewPassword
        ref={first}
        rules={rules}
        submitted={submitted}
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
    </Stack>
  )
}
