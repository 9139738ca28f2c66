import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { PasswordField } from '@sauda/ui/password-field'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { errorMessage } from '@sauda/web/api-error'
import { CopyButton } from '@sauda/web/copy-button'
import { canUsePasskeys } from '@sauda/web/passkey'
import { Passkeys } from '@sauda/web/passkeys'
import { Qr } from '@sauda/web/qr'
import { RecoveryCodes } from '@sauda/web/recovery-codes'
import { type FormEvent, useState } from 'react'
import { refreshAll } from '../../shell/api.ts'
import { Title } from '../../shell/page.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { leave, useMe } from '../../shell/me.ts'
import { ChangePassword } from './change-password.tsx'
import { passkeyCalls, usePasskeys, useTotpConfirm, useTotpSecret } from './operator.api.ts'
import styles from './operator.module.css'
import { DialogButton } from '../../shell/form-dialog.tsx'

export function TotpSetup({ onDone }: { onDone?: () => void }) {
  const start = useTotpSecret()
  const confirm = useTotpConfirm()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const done = () => {
    onDone?.()
    void refreshAll()
  }
  if (confirm.data)
    return <RecoveryCodes title="Two-step login is on" codes={confirm.data.recoveryCodes} onDone={done} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ body: { code: code.replaceAll(' ', ''), password } })
  }
  return (
    <Loaded query={start} what="a setup key" lines={4}>
      {({ secret, uri }) => (
        <form onSubmit={submit} className={styles.setup}>
          <p>1. Scan this with an authenticator app, such as Aegis or Google Authenticator.</p>
          <Qr text={uri} label="Setup QR code for your authenticator app" />
          <div className={styles.byHand}>
            <p>{sentence('Or {link}, or type this key:', { link: <a href={uri}>open it on this device</a> })}</p>
            <code className={styles.secret} translate="no">
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
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
          <PasswordField
            label="3. Enter your password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
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

/** The steps before an operator can use the desk. */
export function MustSetUp() {
  return (
    <div className={styles.page}>
      <main className={styles.box}>
        {useMe().data?.need === 'password-change' ? <OwnPasswordFirst /> : <SecondFactorFirst />}
        <Button variant="ghost" size="small" onClick={() => leave('left')}>
          Log out instead
        </Button>
      </main>
    </div>
  )
}

const OwnPasswordFirst = () => (
  <>
    <Title>Choose a password</Title>
    <h1>Choose a password</h1>
    <p>Your password was set by someone else. Choose a new one that only you know.</p>
    <DialogButton variant="primary" dialog={ChangePassword}>
      Change password
    </DialogButton>
  </>
)

function SecondFactorFirst() {
  const onlyPasskey = useMe().data?.need === 'passkey-setup'
  const { data } = usePasskeys()
  return (
    <>
      <Title>Set up two-step login</Title>
      <h1>Set up two-step login</h1>
      <p>{onlyPasskey ? passkeyNeeded : factorNeeded}</p>
      {onlyPasskey && !canUsePasskeys() && (
        <AlertBanner tone="warn">This browser cannot use passkeys here. Open the desk in another one.</AlertBanner>
      )}
      <Passkeys passkeys={data} calls={passkeyCalls} onChanged={() => void refreshAll()} />
      {!onlyPasskey && <TotpSetup />}
    </>
  )
}

const factorNeeded = 'Every operator must set up a passkey or an authenticator app before using the desk.'
const passkeyNeeded = 'Every operator must add a passkey before using the desk.'
