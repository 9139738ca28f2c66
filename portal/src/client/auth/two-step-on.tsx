import { buttonClass } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { Row } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { CopyButton } from '@sauda/web/copy-button'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useBusy, type Busy } from '@sauda/web/hooks'
import { RecoveryCodes } from '@sauda/web/recovery-codes'
import { authText } from './auth.text.ts'
import { confirmTwoStep, startTwoStep, useRefreshSecurity } from './security.api.ts'
import { SecurityForm, useSecurityForm, type SecurityField } from './security-form.tsx'
import styles from './auth.module.css'

const Qr = lazyPart(() => import('@sauda/web/qr').then((module) => module.Qr), <div className={styles.qr} />)

type Stage =
  | { at: 'password' }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; recoveryCodes: readonly string[] }

export function TwoStepOn({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const pending = useBusy()
  const refresh = useRefreshSecurity()
  // Each opening starts with the password, and no secret stays in memory.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setStage({ at: 'password' })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={stage.at === 'codes' ? 'Your recovery codes' : 'Turn on two-step login'}
      // The codes are shown only once, so an accidental Escape must not close them.
      blocking={stage.at === 'codes'}
      busy={pending[0]}
    >
      {stage.at === 'password' && (
        <Step
          action="Continue"
          pending={pending}
          work={async (password) => setStage({ at: 'scan', ...(await startTwoStep(password)) })}
          field={(field) => <PasswordField label="Your password" autoComplete="current-password" {...field} />}
          missing={authText.missingPassword}
        >
          <p className="soft balance">
            After your password, we’ll ask for a code from an authenticator app on your phone.
          </p>
        </Step>
      )}
      {stage.at === 'scan' && (
        <Step
          key="scan"
          focused
          action="Turn on"
          pending={pending}
          work={async (code) => {
            const { recoveryCodes } = await confirmTwoStep(code.replaceAll(/\s/g, ''))
            setStage({ at: 'codes', recoveryCodes })
            refresh()
          }}
          field={(field) => (
            <TextField label="6-digit code from the app" inputMode="numeric" autoComplete="one-time-code" {...field} />
          )}
          missing={authText.missingCode}
        >
          <p className="soft balance">Scan this with your authenticator app, or type in the key.</p>
          <Qr text={stage.uri} label="QR code for your authenticator app" />
          <a href={stage.uri} className={`${buttonClass('secondary', { full: true })} ${styles.app}`}>
            Open my authenticator app
          </a>
          <Row tight className={styles.manualKey}>
            <code className={styles.secret} translate="no">
              {stage.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={stage.secret} name="Copy key" done="Key copied" />
          </Row>
        </Step>
      )}
      {stage.at === 'codes' && (
        <RecoveryCodes title="Two-step login is on" codes={stage.recoveryCodes} onDone={onClose} />
      )}
    </Dialog>
  )
}

interface StepProps {
  /** Set on a later step, whose field takes the focus; the dialog focuses the first one. */
  focused?: boolean
  action: string
  pending: Busy
  work: (value: string) => Promise<void>
  field: (props: SecurityField) => ReactNode
  missing: string
  children: ReactNode
}

function Step({ focused = false, action, pending, work, field, missing, children }: StepProps) {
  const { field: fieldProps, ...form } = useSecurityForm({
    empty: { value: '' },
    check: ({ value }) => ({ value: !value.trim() && missing }),
    rejectedField: () => 'value',
    pending,
    send: ({ value }) => work(value),
  })
  const { ref } = form.form
  // In a layout effect, before the dialog moves the lost focus to itself.
  useLayoutEffect(() => {
    if (focused) ref.current?.querySelector('input')?.focus()
  }, [focused, ref])
  return (
    <SecurityForm action={action} {...form}>
      {children}
      {field(fieldProps('value'))}
    </SecurityForm>
  )
}
