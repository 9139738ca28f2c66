import { AlertBanner } from '@sauda/ui/alert-banner'
import { Dialog } from '../shell/dialog.tsx'
import { appToast } from '../shell/toast.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { resetPassword } from './auth.api.ts'
import { EmailStep, NewPasswordStep, OtpStep } from './forgot-steps.tsx'
import { isCodeFault, isUnknown, resetFault, retrying, sendOtpFault, staying } from './reset-words.ts'
import { sendResetCode } from './send-reset-code.ts'

const titles = { email: 'Reset Password', otp: 'Verify OTP', newPassword: 'New Password' }
type Step = keyof typeof titles
const before = { email: undefined, otp: 'email', newPassword: 'otp' } as const
/** `fault`: what is wrong with the step's field. `trouble`: why nothing came of it, whatever stands there. */
interface AppError {
  fault?: string
  trouble?: string
}
const empty = {
  /** Each at the step that asked: the answer may come when another one is in sight. */
  errors: {} as Partial<Record<Step, AppError>>,
  sentAt: 0,
  step: 'email' as Step,
  /** Until it is typed here, the one of the login form. */
  email: undefined as string | undefined,
  otp: '',
  password: '',
  confirmation: '',
}

export interface ForgotPasswordProps {
  open: boolean
  /** As typed in the login form. */
  email: string
  onClose: () => void
  /** The password is new; the login form may offer this address. */
  onReset: (email: string) => void
}

/** Three steps (section 4): the code is checked only together with the new password. */
export function ForgotPassword({ open, email: typed, onClose, onReset }: ForgotPasswordProps) {
  const [state, setState] = useState(empty)
  const email = state.email ?? typed
  const change = (part: Partial<typeof empty>) => setState((now) => ({ ...now, ...part }))
  const tell = (at: Step, words: AppError = {}) =>
    setState((now) => ({ ...now, errors: { ...now.errors, [at]: words } }))
  // An answer that comes after closing belongs to a conversation that is over.
  const talk = useRef(new AbortController())
  const close = () => {
    talk.current.abort()
    talk.current = new AbortController()
    setState(empty)
    onClose()
  }
  const steps = useFocusOnStep(state.step)

  const sendOtp = async (): Promise<boolean> => {
    const { signal } = talk.current
    const { step } = state
    tell(step)
    try {
      await sendResetCode(email, signal, (attempt) => appToast.info(retrying(attempt)))
      if (signal.aborted) return false
      change({ sentAt: Date.now() })
      appToast.success('OTP sent to your email address')
      return true
    } catch (error) {
      if (signal.aborted) return false
      appToast.error(sendOtpFault(error))
      tell(step, isUnknown(error) ? { fault: 'No login has this email address' } : staying(error, 'No code was sent'))
      return false
    }
  }
  const reset = async () => {
    const { signal } = talk.current
    const { otp, password } = state
    tell('newPassword')
    try {
      await resetPassword({ email, otp, newPassword: password })
      appToast.success('Password reset successfully! You can now login with your new password.')
      if (signal.aborted) return
      close()
      onReset(email)
    } catch (error) {
      if (signal.aborted) return
      appToast.error(resetFault(error))
      const words = staying(error, 'Your password was not changed')
      if (isCodeFault(error)) setState((now) => withoutCode(now, otp, words))
      else tell('newPassword', words)
    }
  }

  const goTo = (step: Step) => {
    tell(state.step)
    change({ step })
  }
  const back = before[state.step]
  const { fault = '', trouble } = state.errors[state.step] ?? {}
  return (
    <Dialog open={open} onOpenChange={close} title={titles[state.step]} onBack={back && (() => goTo(back))}>
      {trouble && <AlertBanner tone="error">{trouble}</AlertBanner>}
      <div ref={steps}>
        {state.step === 'email' && (
          <EmailStep
            email={email}
            refusal={fault}
            onEmail={(next) => {
              change({ email: next })
              tell('email')
            }}
            onSend={async () => {
              if (await sendOtp()) change({ step: 'otp', otp: '', errors: {} })
            }}
          />
        )}
        {state.step === 'otp' && (
          <OtpStep
            email={email}
            otp={state.otp}
            fault={fault}
            onOtp={(otp) => {
              change({ otp })
              tell('otp', otp === '' ? { fault: 'Please enter the OTP' } : {})
            }}
            onVerify={() => goTo('newPassword')}
            sentAt={state.sentAt}
            onResend={sendOtp}
          />
        )}
        {state.step === 'newPassword' && (
          <NewPasswordStep
            email={email}
            password={state.password}
            confirmation={state.confirmation}
            refusal={fault}
            onChange={(part) => {
              change(part)
              tell('newPassword')
            }}
            onReset={reset}
          />
        )}
      </div>
    </Dialog>
  )
}

/** The refused code is gone, and who still waits for the answer is led back to it. One typed meanwhile is another code. */
function withoutCode(now: typeof empty, refused: string, words: AppError): typeof empty {
  if (now.otp !== refused) return now
  const step = now.step === 'newPassword' ? 'otp' : now.step
  return { ...now, step, otp: '', errors: { ...now.errors, otp: words } }
}

/** Each further step brings the cursor to its first field; for the first one the dialog does. */
function useFocusOnStep(step: string) {
  const steps = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  // Before the dialog finds its focus gone with the step before, and takes it to itself a frame later.
  useLayoutEffect(() => {
    if (last.current !== step) steps.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    last.current = step
  }, [step])
  return steps
}
