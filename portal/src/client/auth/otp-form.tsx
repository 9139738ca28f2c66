import { authRules } from '@sauda/contract/client/auth'
import { Button } from '@sauda/ui/button'
import { OtpField } from '@sauda/ui/otp-field'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react'
import { useBrand } from '../../shell/brand.ts'
import { useBusy } from '@sauda/web/hooks'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'

interface OtpFormProps {
  action: string
  otp: string
  error: string
  busy?: boolean
  onOtp: (otp: string) => void
  /** Also called when the last digit is entered. */
  onSubmit: (otp: string) => void
  lead?: ReactNode
  children?: ReactNode
}

export function OtpForm({ action, otp, error, busy = false, onOtp, onSubmit, lead, children }: OtpFormProps) {
  const { mailbox } = useBrand()
  const isComplete = otp.length === authRules.code.digits
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete) onSubmit(otp)
  }
  const enter = (next: string) => {
    onOtp(next)
    if (next.length === authRules.code.digits && next !== otp) onSubmit(next)
  }
  return (
    <Stack as="form" gap={5} onSubmit={submit} noValidate>
      {lead}
      <OtpField label="OTP" value={otp} onValueChange={enter} error={error} />
      {mailbox && (
        <p className="faint">
          {sentence('Demo: no mail leaves this server. Read the code in the {link}.', {
            link: (
              <a href="/desk/mailbox" target="_blank" rel="noreferrer">
                practice mailbox
              </a>
            ),
          })}
        </p>
      )}
      <Button type="submit" full loading={busy} disabled={!isComplete}>
        {action}
      </Button>
      {children}
    </Stack>
  )
}

export function CodeSent({ email }: { email: string }) {
  return (
    <p className="soft balance">
      {sentence(authText.codeSent, { email: <strong>{email}</strong>, minutes: authRules.code.validMinutes })}
    </p>
  )
}

export function Resend({ sentAt, onResend }: { sentAt: number; onResend: () => Promise<unknown> }) {
  const left = useSecondsLeft(sentAt)
  const [busy, run] = useBusy()
  return (
    <Row as="p" justify="center" gap="1 2" className={`faint ${styles.resend}`}>
      Didn’t get it?
      {left > 0 ? (
        <span className="tabular">{authText.resendIn(left)}</span>
      ) : (
        <Button variant="ghost" size="small" loading={busy} onClick={() => void run(onResend)}>
          Resend
        </Button>
      )}
    </Row>
  )
}

/** Measured by the clock, because timers stop while the tab sleeps. */
function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now)
  const until = sentAt + authRules.code.resendSeconds * 1000
  const left = Math.max(0, Math.min(authRules.code.resendSeconds, Math.ceil((until - now) / 1000)))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return left
}
