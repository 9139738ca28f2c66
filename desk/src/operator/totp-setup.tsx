import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { errorMessage } from '@sauda/web/api-error'
import { CopyButton } from '@sauda/web/copy-button'
import { Qr } from '@sauda/web/qr'
import { type FormEvent, useState } from 'react'
import { invalidate } from '../shell/api.ts'
import { Title } from '../shell/page.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { leave, meKey } from '../shell/me.ts'
import { useTotpConfirm, useTotpSecret } from './operator.api.ts'
import styles from './operator.module.css'

export function TotpSetup({ onDone }: { onDone?: () => void }) {
  const start = useTotpSecret()
  const confirm = useTotpConfirm()
  const [code, setCode] = useState('')
  const done = () => {
    onDone?.()
    void invalidate(meKey)
  }
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={done} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ body: { code: code.replaceAll(' ', '') } })
  }
  return (
    <Loaded query={start} what="a setup key" lines={4}>
      {({ secret, uri }) => (
        <form onSubmit={submit} className={styles.setup}>
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
      )}
    </Loaded>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false)
  return (
    <div className={styles.setup}>
      <AlertBanner tone="success" title="Two-step login is on">
        Save these recovery codes in a safe place. Each works once if you cannot use the app. They will not be shown
        again.
      </AlertBanner>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} name="Copy all codes" done="All codes copied" variant="secondary" named />
      <Checkbox
        label="I have saved the codes"
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Button disabled={!saved} onClick={onDone}>
        Continue
      </Button>
    </div>
  )
}

export const MustSetUp = () => (
  <div className={styles.page}>
    <Title>Set up two-step login</Title>
    <main className={styles.box}>
      <h1>Set up two-step login</h1>
      <p>Every operator must set up an authenticator app before using the desk.</p>
      <TotpSetup />
      <Button variant="ghost" size="small" onClick={() => leave('left')}>
        Log out instead
      </Button>
    </main>
  </div>
)
