import { authErrors } from '@sauda/contract/auth'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '../shell/dialog.tsx'
import { PasswordField } from '@sauda/ui/password-field'
import { TextField } from '@sauda/ui/text-field'
import { useRef, useState, type SubmitEvent } from 'react'
import { errorWords } from '../shell/api-error.ts'
import { savedToast } from '../shell/toast.ts'
import { useBusy, type Busy } from '@sauda/web/use-busy'
import styles from './auth.module.css'
import { removeTwoStep, useRefreshSecurity } from './protect.api.ts'

interface TwoStepOffProps {
  open: boolean
  onClose: () => void
}

/** Turns two-step login off, against the password and a code. */
export function TwoStepOff({ open, onClose }: TwoStepOffProps) {
  const pending = useBusy()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      busy={pending[0]}
      title="Turn off two-step login"
      description="Your password alone then logs you in. Your recovery codes stop working."
    >
      <Form pending={pending} onDone={onClose} />
    </Dialog>
  )
}

function Form({ pending: [busy, run], onDone }: { pending: Busy; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [refusal, setRefusal] = useState('')
  const refresh = useRefreshSecurity()
  const passwordField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)

  const wrongPassword = refusal === authErrors.wrongPassword.message
  const wrongCode = refusal === authErrors.totpWrong.message

  const send = async () => {
    try {
      await removeTwoStep({ password, code: code.replaceAll(/\s/g, '') })
      refresh()
      savedToast('Two-step login is off')
      onDone()
    } catch (error) {
      const words = errorWords(error)
      setRefusal(words)
      if (words === authErrors.totpWrong.message) codeField.current?.focus()
      else passwordField.current?.focus()
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    setRefusal('')
    if (!password) passwordField.current?.focus()
    else if (!code.trim()) codeField.current?.focus()
    else void run(send)
  }
  const missingPassword = submitted && !password ? 'Please enter your password' : undefined
  const missingCode = submitted && !code.trim() ? 'Please enter the code' : undefined
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && !wrongPassword && !wrongCode && <AlertBanner tone="error">{refusal}</AlertBanner>}
      <PasswordField
        ref={passwordField}
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={wrongPassword ? refusal : missingPassword}
      />
      <TextField
        ref={codeField}
        label="Code from the app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={wrongCode ? refusal : missingCode}
      />
      <Button type="submit" variant="danger" full loading={busy}>
        Turn off
      </Button>
    </form>
  )
}
