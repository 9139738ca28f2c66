import { Dialog } from '../shell/dialog.tsx'
import { appToast } from '../shell/toast.ts'
import { useEffect, useRef, useState } from 'react'
import { resetPassword } from './auth.api.ts'
import { EmailStep, NewPasswordStep, OtpStep } from './forgot-steps.tsx'
import { isCodeFault, resetFault, retrying, sendOtpFault } from './reset-words.ts'
import { sendResetCode } from './send-reset-code.ts'

const titles = { email: 'Reset Password', otp: 'Verify OTP', newPassword: 'New Password' }
const before = { email: undefined, otp: 'email', newPassword: 'otp' } as const
const empty = {
  sentAt: 0,
  step: 'email' as keyof typeof titles,
  email: '',
  otp: '',
  codeFault: '',
  password: '',
  confirmation: '',
}

export interface ForgotPasswordProps {
  open: boolean
  onClose: () => void
  /** The password is new; the login form may offer this address. */
  onReset: (email: string) => void
}

/** Three steps (section 4): the code is checked only together with the new password. */
export function ForgotPassword({ open, onClose, onReset }: ForgotPasswordProps) {
  const [state, setState] = useState(empty)
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
    try {
      await sendResetCode(state.email, signal, (attempt) => appToast.info(retrying(attempt)))
      if (signal.aborted) return false
      change({ sentAt: Date.now() })
      appToast.success('OTP sent to your email address')
      return true
    } catch (error) {
      if (!signal.aborted) appToast.error(sendOtpFault(error))
      return false
    }
  }
  const reset = async () => {
    const { signal } = talk.current
    const { email, otp, password } = state
    try {
      await resetPassword({ email, otp, newPassword: password })
      appToast.success('Password reset successfully! You can now login with your new password.')
      if (signal.aborted) return
      close()
      onReset(email)
    } catch (error) {
      if (signal.aborted) return
      appToast.error(resetFault(error))
      if (isCodeFault(error)) change({ step: 'otp', otp: '', codeFault: resetFault(error) })
    }
  }

  const back = before[state.step]
  return (
    <Dialog open={open} onOpenChange={close} title={titles[state.step]} onBack={back && (() => change({ step: back }))}>
      <div ref={steps}>
        {state.step === 'email' && (
          <EmailStep
            email={state.email}
            onEmail={(email) => change({ email })}
            onSend={async () => {
              if (await sendOtp()) change({ step: 'otp', otp: '', codeFault: '' })
            }}
          />
        )}
        {state.step === 'otp' && (
          <OtpStep
            email={state.email}
            otp={state.otp}
            fault={state.codeFault}
            onOtp={(otp) => change({ otp, codeFault: otp === '' ? 'Please enter the OTP' : '' })}
            onVerify={() => change({ step: 'newPassword' })}
            sentAt={state.sentAt}
            onResend={sendOtp}
          />
        )}
        {state.step === 'newPassword' && (
          <NewPasswordStep
            password={state.password}
            confirmation={state.confirmation}
            onChange={change}
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
  useEffect(() => {
    if (last.current !== step) steps.current?.querySelector('input')?.focus()
    last.current = step
  }, [step])
  return steps
}
