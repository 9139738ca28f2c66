import { Dialog } from '@sauda/ui/dialog'
import { appToast } from '../shell/toast.ts'
import { useRef, useState } from 'react'
import { resetPassword } from './auth.api.ts'
import { EmailStep, NewPasswordStep, OtpStep } from './forgot-steps.tsx'
import { isCodeFault, resetFault, retrying, sendOtpFault } from './reset-words.ts'
import { sendResetCode } from './send-reset-code.ts'

const titles = { email: 'Reset Password', otp: 'Verify OTP', newPassword: 'New Password' }
const before = { email: undefined, otp: 'email', newPassword: 'otp' } as const
const empty = {
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
  const conversation = useRef(0)
  const close = () => {
    conversation.current++
    setState(empty)
    onClose()
  }

  const sendOtp = async (): Promise<boolean> => {
    const mine = conversation.current
    try {
      await sendResetCode(state.email, (attempt) => mine === conversation.current && appToast.info(retrying(attempt)))
      if (mine === conversation.current) appToast.success('OTP sent to your email address')
      return mine === conversation.current
    } catch (error) {
      if (mine === conversation.current) appToast.error(sendOtpFault(error))
      return false
    }
  }
  const reset = async () => {
    const mine = conversation.current
    const { email, otp, password } = state
    try {
      await resetPassword({ email, otp, newPassword: password })
      appToast.success('Password reset successfully! You can now login with your new password.')
      if (mine !== conversation.current) return
      close()
      onReset(email)
    } catch (error) {
      if (mine !== conversation.current) return
      appToast.error(resetFault(error))
      if (isCodeFault(error)) change({ step: 'otp', otp: '', codeFault: resetFault(error) })
    }
  }

  const back = before[state.step]
  return (
    <Dialog open={open} onOpenChange={close} title={titles[state.step]} onBack={back && (() => change({ step: back }))}>
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
    </Dialog>
  )
}
