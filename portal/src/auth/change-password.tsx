import { authErrors, passwordRequirements } from '@sauda/contract/auth'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { Stack } from '@sauda/ui/stack'
import { useState } from 'react'
import { savedToast } from '../shell/toast.ts'
import { useBusy, type Busy } from '@sauda/web/use-busy'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { LoginName, PasswordRules } from './password-rules.tsx'
import { changePassword, useRefreshSecurity } from './security.api.ts'
import { useSecurityForm } from './security-form.ts'

const rulesId = 'new-password-rules'

export function ChangePassword({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const pending = useBusy()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      busy={pending[0]}
      title="Change Password"
      description="We’ll log you out on every other device. This one stays logged in."
    >
      <Form email={email} pending={pending} onDone={onClose} />
    </Dialog>
  )
}

function Form({ email, pending, onDone }: { email: string; pending: Busy; onDone: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const refresh = useRefreshSecurity()
  const fits = passwordRequirements.every(({ pattern }) => pattern.test(next))
  const checks = {
    current: { valid: current !== '', rejections: [authErrors.wrongPassword.message] },
    next: { valid: fits, rejections: [authErrors.commonPassword.message] },
    again: { valid: again === next },
  }
  const { form, busy, submitted, rejection, rejectionOf, clearRejection } = useSecurityForm(
    checks,
    pending,
    async () => {
      await changePassword({ currentPassword: current, newPassword: next })
      refresh()
      savedToast('Password changed')
      onDone()
    },
  )
  const differs = again !== next && (again !== '' || (submitted && fits))
  return (
    <form className={styles.form} {...form}>
      {rejection && <AlertBanner tone="error">{rejection}</AlertBanner>}
      <LoginName email={email} />
      <PasswordField
        name="current"
        label="Current password"
        noun="current password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={rejectionOf('current') ?? (submitted && !current && authText.missingPassword)}
      />
      <Stack gap={3}>
        <PasswordField
          name="next"
          label="New password"
          noun="new password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => {
            setNext(event.target.value)
            if (rejectionOf('next')) clearRejection()
          }}
          aria-describedby={rulesId}
          error={rejectionOf('next')}
          aria-invalid={(submitted && !fits) || undefined}
        />
        <PasswordRules password={next} id={rulesId} submitted={submitted} />
      </Stack>
      <PasswordField
        name="again"
        label="Confirm new password"
        noun="confirmation"
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={differs && authText.passwordsDiffer}
      />
      <Button type="submit" full loading={busy}>
        Change Password
      </Button>
    </form>
  )
}
