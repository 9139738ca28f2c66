import { tidyText } from '@sauda/contract/platform/typed-text'
import { FactorField } from '@sauda/web/factor-field'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { BrandSign } from '@sauda/web/brand-sign'
import { Button } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { PasswordField } from '@sauda/ui/password-field'
import { SchemeSwitch } from '@sauda/ui/scheme-switch'
import { sentence } from '@sauda/ui/sentence'
import { LoadingBlock } from '@sauda/ui/spinner'
import { TextField } from '@sauda/ui/text-field'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { ApiError, errorMessage } from '@sauda/web/api-error'
import { canUsePasskeys, passkeyProblem } from '@sauda/web/passkey'
import { Title, useBrand } from '../../shell/page.tsx'
import { useMe } from '../../shell/me.ts'
import { session, type Ending } from '../../shell/session.ts'
import type { LoginState } from '../../shell/require-login.tsx'
import { useStore } from '@sauda/web/store'
import { useLogIn, usePasskeyLogin } from './operator.api.ts'
import layout from '../../shell/layout.module.css'
import styles from './operator.module.css'

const endings: Record<Ending, string> = {
  left: 'You are logged out.',
  idle: 'You were logged out after 15 minutes of inactivity. Log in to continue where you left off.',
  expired: 'Your session has ended. Log in to continue where you left off.',
}

export function LoginPage() {
  const { name, demo, mailbox } = useBrand()
  const { operatorId, ending } = useStore(session)
  const me = useMe()
  const from = (useLocation().state as LoginState | null)?.from
  const logIn = useLogIn()
  const passkeyLogin = usePasskeyLogin()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<{ from: keyof typeof codeFields; typed: string }>()
  usePracticeLogin(logIn)
  if (operatorId) return <Navigate to={from ?? '/'} replace />
  if (operatorId === undefined && me.isPending) return <LoadingBlock label="Opening the desk" />

  const asksCode = codeSource(logIn.error) !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    logIn.mutate(
      { email: tidyText(email), password, ...(code?.typed && { code: code.typed.replaceAll(' ', '') }) },
      {
        onError: (error) => {
          const from = codeSource(error)
          if (from) setCode((now) => ({ from, typed: now?.typed ?? '' }))
        },
      },
    )
  }
  return (
    <div className={styles.page}>
      <Title>Log in</Title>
      <aside className={styles.side}>
        <div className={styles.brand}>
          <BrandSign name={name} />
          {name} {demo && <DisclosureBadge kind="demo" />}
        </div>
        <p className={styles.tagline}>Desk for broker staff</p>
      </aside>
      <main className={styles.box}>
        <h1>Log in to the desk</h1>
        {ending && !logIn.error && <AlertBanner>{endings[ending]}</AlertBanner>}
        <form onSubmit={submit} className={layout.form}>
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this screen
            autoFocus
            value={email}
            onChange={({ target, nativeEvent }) =>
              // A word that is being composed must not change. Afterwards the browser would reject invisible characters.
              setEmail((nativeEvent as InputEvent).isComposing ? target.value : tidyText(target.value))
            }
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {code && (
            <FactorField
              key={code.from}
              {...codeFields[code.from]}
              name="code"
              required
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it must be filled in next
              autoFocus
              value={code.typed}
              onChange={(event) => setCode({ ...code, typed: event.target.value })}
            />
          )}
          {logIn.error && !(asksCode && !code?.typed) && (
            <AlertBanner tone="error">{errorMessage(logIn.error)}</AlertBanner>
          )}
          <Button type="submit" full loading={logIn.isPending} loadingText="Logging in">
            Log in
          </Button>
          {canUsePasskeys() && (
            <Button variant="secondary" full loading={passkeyLogin.isPending} onClick={() => passkeyLogin.mutate()}>
              Use a passkey
            </Button>
          )}
          {passkeyLogin.error && <AlertBanner tone="error">{passkeyProblem(passkeyLogin.error)}</AlertBanner>}
        </form>
        <p className={layout.soft}>
          {sentence('Clients log in at the {link}.', { link: <a href="/">portal</a> })}
          {mailbox && sentence(' Mails are in the {link}.', { link: <Link to="/mailbox">mailbox</Link> })}
        </p>
        <SchemeSwitch />
      </main>
    </div>
  )
}

/** A link of the demo's start page names its operator in `as`, who is logged in at once. */
function usePracticeLogin({ isIdle, mutate }: ReturnType<typeof useLogIn>): void {
  const { practice } = useBrand()
  const { operatorId } = useStore(session)
  const [search] = useSearchParams()
  const isNamed = practice !== undefined && search.get('as') === practice.email && operatorId === null
  const logIn = useEffectEvent(() => practice && isIdle && mutate(practice))
  useEffect(() => {
    if (isNamed) logIn()
  }, [isNamed])
}

const codeFields = {
  totp: { from: 'app', label: 'Code from your authenticator app' },
  passkey: { from: 'recovery', label: 'Recovery code', hint: 'Or log in with your passkey below' },
  mail: {
    from: 'mail',
    label: 'Code from your e-mail',
    hint: 'We ask for it after many failed logins to your account today',
  },
} as const

const codeSource = (error: unknown): keyof typeof codeFields | undefined =>
  error instanceof ApiError && error.need && error.need in codeFields
    ? (error.need as keyof typeof codeFields)
    : undefined
