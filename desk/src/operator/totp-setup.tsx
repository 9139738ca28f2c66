import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { SkeletonText } from '@sauda/ui/skeleton'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { CopyButton } from '@sauda/web/copy-button'
import { Loaded } from '../shell/loaded.tsx'
import { meKey } from '../shell/me.ts'
import { queryClient } from '../shell/query-client.ts'
import { useTotpConfirm, useTotpSecret } from './operator.api.ts'
import { Qr } from '@sauda/web/qr'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './totp-setup.module.css'

/** Scan, type the first code, keep the recovery codes. `onDone` after they are put away. */
export function TotpSetup({ onDone }: { onDone?: () => void }) {
  const start = useTotpSecret()
  const confirm = useTotpConfirm()
  const [code, setCode] = useState('')
  const done = () => {
    onDone?.()
    void queryClient.invalidateQueries({ queryKey: meKey })
  }
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={done} />
  if (!start.data)
    return (
      <Loaded
        query={start}
        failed="A setup key could not be loaded"
        loading={<SkeletonText label="Generating a setup key" lines={4} />}
      >
        {() => null}
      </Loaded>
    )

  const { secret, uri } = start.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(code.replaceAll(' ', ''))
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <p>1. Scan this with an authenticator app, such as Aegis or Google Authenticator.</p>
      <Qr text={uri} label="Setup QR code for your authenticator app" />
      <div className={styles.byHand}>
        <p>{sentence('Or {link}, or type this key:', { link: <a href={uri}>open it on this device</a> })}</p>
        <code className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} name="Copy key" done="Key copied" variant="secondary" named />
      </div>
      <TextField
        label="2. Enter the code the app shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {confirm.error && <AlertBanner tone="error">{errorMessage(confirm.error)}</AlertBanner>}
      <Button type="submit" loading={confirm.isPending} loadingText="Checking">
        Turn on two-step login
      </Button>
    </form>
  )
}
