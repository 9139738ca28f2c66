import { AlertBanner } from '@sauda/ui/alert-banner'
import { Dialog } from '../shell/dialog.tsx'
import { appToast } from '../shell/toast.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { resetPassword } from './auth.api.ts'
import { EmailStep, NewPasswordStep, OtpStep } from './forgot-steps.tsx'
import { isCodeFault, isUnknown, resetFault, retrying, sendOtpFault, staying } from './reset-words.ts'
import { sendResetCode } from './send-reset-code.ts'

const titles = { email: 'Reset Password', otp: 'Verify OTP', newPassword: 'New Password' }
const before = { email: undefined, otp: 'email', newPassword: 'otp' } as const
/** `fault`: what the server has against the field in sight. `trouble`: why nothing came of it, whatever stands there. */
const calm = { fault: '', trouble: '' }
const empty = {
  ...calm,
  sentAt: 0,
  step: 'email' as keyof typeof titles,
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
    change(calm)
    try {
      await sendResetCode(email, signal, (attempt) => appToast.info(retrying(attempt)))
      if (signal.aborted) return false
      change({ sentAt: Date.now() })
      appToast.success('OTP sent to your email address')
      return true
    } catch (error) {
      if (signal.aborted) return false
      appToast.error(sendOtpFault(error))
      change(isUnknown(error) ? { fault: 'No login has this email address' } : staying(error, 'No code was sent'))
      return false
    }
  }
  const reset = async () => {
    const { signal } = talk.current
    const { otp, password } = state
    change(calm)
    try {
      await resetPassword({ email, otp, newPassword: password })
      appToast.success('Password reset successfully! You can now login with your new password.')
      if (signal.aborted) return
      close()
      onReset(email)
    } catch (error) {
      if (signal.aborted) return
      appToast.error(resetFault(error))
      if (isCodeFault(error)) change({ step: 'otp', otp: '' })
      change(staying(error, 'Your password was not changed'))
    }
  }

  const back = before[state.step]
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={titles[state.step]}
      onBack={back && (() => change({ step: back, ...calm }))}
    >
      {state.trouble && <AlertBanner tone="error">{state.trouble}</AlertBanner>}
      <div ref={steps}>
        {state.step === 'email' && (
          <EmailStep
            email={email}
            refusal={state.fault}
            onEmail={(next) => change({ email: next, ...calm })}
            onSend={async () => {
              if (await sendOtp()) change({ step: 'otp', otp: '' })
            }}
          />
        )}
        {state.step === 'otp' && (
          <OtpStep
            email={email}
            otp={state.otp}
            fault={state.fault}
            onOtp={(otp) => change({ otp, ...calm, ...(otp === '' && { fault: 'Please enter the OTP' }) })}
            onVerify={() => change({ step: 'newPassword', ...calm })}
            sentAt={state.sentAt}
            onResend={sendOtp}
          />
        )}
        {state.step === 'newPassword' && (
          <NewPasswordStep
            email={email}
            password={state.password}
            confirmation={state.confirmation}
            refusal={state.fault}
            onChange={(part) => change({ ...part, ...calm })}
            onReset={reset}
          />
        )}
      </div>
    </Dialog>
  )
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
