import { Button } from '@sauda/ui/button'
import { TextField } from '@sauda/ui/text-field'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'

interface LoginCodeProps {
  error: string
  busy: boolean
  onSubmit: (code: string) => void
  onBack: () => void
}

export function LoginCode({ error, busy, onSubmit, onBack }: LoginCodeProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!busy) field.current?.select()
  }, [busy])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = code.replace(/\s/g, '')
    setMissing(!given)
    if (given) onSubmit(given)
    else field.current?.focus()
  }
  return (
    <>
      <h1 tabIndex={-1}>Two-step login</h1>
      <p className={`${styles.lead} ${styles.under}`}>
        Enter the code from your authenticator app, or one of your recovery codes.
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label="Code"
          name="code"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={missing ? authText.missingCode : error}
          readOnly={busy}
        />
        <Button type="submit" full loading={busy}>
          Log in
        </Button>
        <Button variant="ghost" full disabled={busy} onClick={onBack}>
          Use another email or password
        </Button>
      </form>
    </>
  )
}
