import { authErrors, passwordRequirements } from '@sauda/contract/auth'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { useRef, useState, type SubmitEvent } from 'react'
import { toastMessage } from '../shell/api.ts'
import { savedToast } from '../shell/toast.ts'
import { useBusy, type Busy } from '@sauda/web/use-busy'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { LoginName, PasswordRules } from './password-rules.tsx'
import { changePassword, useRefreshSecurity } from './security.api.ts'

const rulesId = 'new-password-rules'

interface ChangePasswordProps {
  open: boolean
  email: string
  onClose: () => void
}

export function ChangePassword({ open, email, onClose }: ChangePasswordProps) {
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

interface FormProps {
  email: string
  pending: Busy
  onDone: () => void
}

function Form({ email, pending: [busy, run], onDone }: FormProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [rejection, setRejection] = useState('')
  const refresh = useRefreshSecurity()
  const currentField = useRef<HTMLInputElement>(null)
  const nextField = useRef<HTMLInputElement>(null)
  const againField = useRef<HTMLInputElement>(null)

  const wrongCurrent = rejection === authErrors.wrongPassword.message
  const wrongNew = rejection === authErrors.commonPassword.message
  const fits = passwordRequirements.every(({ pattern }) => pattern.test(next))
  const unequal = again !== '' && again !== next

  const send = async () => {
    try {
      await changePassword({ currentPassword: current, newPassword: next })
      refresh()
      savedToast('Password changed')
      onDone()
    } catch (error) {
      const message = toastMessage(error)
      setRejection(message)
      if (message === authErrors.commonPassword.message) nextField.current?.focus()
      else currentField.current?.focus()
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    setRejection('')
    if (!current) currentField.current?.focus()
    else if (!fits) nextField.current?.focus()
    else if (again !== next) againField.current?.focus()
    else void run(send)
  }
  const missing = submitted && !current ? authText.missingPassword : undefined
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {rejection && !wrongCurrent && !wrongNew && <AlertBanner tone="error">{rejection}</AlertBanner>}
      <LoginName email={email} />
      <PasswordField
        ref={currentField}
        label="Current password"
        noun="current password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={wrongCurrent ? rejection : missing}
      />
      <div className={styles.group}>
        <PasswordField
          ref={nextField}
          label="New password"
          noun="new password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => {
            setNext(event.target.value)
            if (wrongNew) setRejection('')
          }}
          aria-describedby={rulesId}
          error={wrongNew && rejection}
          aria-invalid={(submitted && !fits) || undefined}
        />
        <PasswordRules password={next} id={rulesId} submitted={submitted} />
      </div>
      <PasswordField
        ref={againField}
        label="Confirm new password"
        noun="confirmation"
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={unequal || (submitted && fits && again !== next) ? authText.passwordsDiffer : undefined}
      />
      <Button type="submit" full loading={busy}>
        Change Password
      </Button>
    </form>
  )
}
