import { Dialog } from '@sauda/ui/dialog'
import { useVerify, type PendingRegistration } from './otp-flow.ts'
import { OpeningSteps } from '../../shell/steps.tsx'
import { CodeSent, OtpForm, Resend } from './otp-form.tsx'

interface VerifyDialogProps {
  open: boolean
  registration: PendingRegistration
  onClose: () => void
  onResend: () => Promise<unknown>
}

export function VerifyDialog({ open, registration: { email, sentAt }, onClose, onResend }: VerifyDialogProps) {
  const form = useVerify(email)
  return (
    <Dialog open={open} onOpenChange={onClose} busy={form.busy} title="Verify OTP">
      <OtpForm
        action="Verify OTP"
        lead={
          <>
            <OpeningSteps current={1} />
            <CodeSent email={email} />
          </>
        }
        {...form}
      >
        <Resend sentAt={sentAt} onResend={onResend} />
      </OtpForm>
    </Dialog>
  )
}
