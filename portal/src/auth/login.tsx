import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { watchFocus } from '@sauda/ui/dom'
import { PasswordField } from '@sauda/ui/password-field'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { ApiError } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { usePreload } from '../shell/activity.ts'
import { useBrand } from '../shell/brand.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { hasSessionExpired, takeReturnPath } from '../shell/return-to.ts'
import { startSession, useSession } from '../shell/session.ts'
import { appToast } from '../shell/toast.ts'
import { login } from './auth.api.ts'
import { authText } from './auth.text.ts'
import { Head, loginHead } from './waiting.tsx'
import styles from './auth.module.css'

const ForgotPassword = lazyPart(() => import('./forgot-password.tsx').then((module) => module.ForgotPassword))

export default function Login() {
  const navigate = useNavigate()
  const { isLoggedIn, userId } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState(noErrors)
  const [problem, setProblem] = useState<LoginProblem>()
  const [code, setCode] = useState(noCode)
  const [forgot, setForgot] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const [expired] = useState(hasSessionExpired)
  const [busy, run] = useBusy()
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  usePreload(ForgotPassword.preload)

  // Another tab may have logged in; a login here navigates by itself.
  const entered = useRef(false)
  useEffect(() => {
    if (!isLoggedIn || entered.current) return
    void navigate(expired && userId ? takeReturnPath(userId) : '/account/profile', { replace: true })
  }, [isLoggedIn, expired, userId, navigate])

  const enter = async (isMounted: () => boolean, secondFactor?: string) => {
    const hasFocus = watchFocus()
    try {
      const { token, _id, isDocsVerified } = await login({ email, password, code: secondFactor })
      entered.current = true
      startSession({ token, userId: _id, isDocsVerified })
      appToast.success('Login successful')
      // A client who went on to another screen meanwhile stays there.
      const place = takeReturnPath(_id)
      if (isMounted()) await navigate(place)
    } catch (caught) {
      const problem = loginProblem(caught)
      const { kind } = problem
      if (kind === 'app' || kind === 'mail') return setCode({ from: kind, error: secondFactor ? problem.message : '' })
      appToast.error('Invalid email or password')
      // After a failure on the way to the server only the code has to be sent again.
      if (secondFactor && kind === 'failed') return setCode((now) => ({ ...now, error: problem.message }))
      setCode(noCode)
      setErrors({ ...noErrors, ...(problem.kind === 'wrong' && { password: authText.wrongLogin }) })
      setProblem(problem)
      if (problem.kind !== 'wrong' || !hasFocus()) return
      passwordField.current?.focus()
      passwordField.current?.select()
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = {
      email: email.trim() ? '' : authText.loginMissingEmail,
      password: password ? '' : authText.missingPassword,
    }
    setErrors(found)
    setProblem(undefined)
    if (found.email) emailField.current?.focus()
    else if (found.password) passwordField.current?.focus()
    else void run((isMounted) => enter(isMounted))
  }

  const submitCode = (trimmed: string) => void run((isMounted) => enter(isMounted, trimmed))
  if (code.from)
    return (
      <LoginCode from={code.from} error={code.error} busy={busy} onSubmit={submitCode} onBack={() => setCode(noCode)} />
    )
  return (
    <>
      {loginHead}
      <form className={styles.form} onSubmit={submit} noValidate>
        {expired && <AlertBanner>Your session has ended. Log in to continue where you left off.</AlertBanner>}
        {problem?.kind === 'failed' && <AlertBanner tone="error">{problem.message}</AlertBanner>}
        {problem?.kind === 'blocked' && <Blocked />}
        <TextField
          ref={emailField}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errors.email}
          readOnly={busy}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setErrors((now) => ({ ...now, password: '' }))
          }}
          error={errors.password}
          readOnly={busy}
        />
        <div className={styles.forgot}>
          <Button variant="ghost" size="small" disabled={busy} onClick={() => setForgot('open')}>
            Forgot Password?
          </Button>
        </div>
        <Button type="submit" full loading={busy}>
          Log in
        </Button>
      </form>
      <p className={styles.other}>
        {sentence('New here? {link}', { link: <Link to="/create-account">Sign up</Link> })}
      </p>
      {forgot !== 'unopened' && (
        <ForgotPassword open={forgot === 'open'} email={email} onClose={() => setForgot('closed')} onReset={setEmail} />
      )}
    </>
  )
}

function Blocked() {
  const { supportEmail } = useBrand()
  return (
    <AlertBanner tone="error" title="We’ve blocked your login for now">
      {supportEmail
        ? sentence('A new password won’t unblock it. Please write to {email}.', {
            email: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>,
          })
        : 'A new password won’t unblock it. Please contact support.'}
    </AlertBanner>
  )
}

const noErrors = { email: '', password: '' }
const noCode: { from?: CodeSource; error: string } = { error: '' }

type CodeSource = 'app' | 'mail'

type LoginProblem =
  | { readonly kind: CodeSource | 'failed'; readonly message: string }
  | { readonly kind: 'blocked' | 'wrong' }

export function loginProblem(error: unknown): LoginProblem {
  const { kind, need, status, serverMessage } = error instanceof ApiError ? error : new ApiError('network')
  if (need === 'totp') return { kind: 'app', message: serverMessage ?? '' }
  if (need === 'mail') return { kind: 'mail', message: serverMessage ?? '' }
  if (need === 'support') return { kind: 'blocked' }
  if (status === 401) return { kind: 'wrong' }
  return {
    kind: 'failed',
    message: serverMessage ?? (kind === 'response' ? authText.loginProblem : authText.noResponse),
  }
}

interface LoginCodeProps {
  from: CodeSource
  error: string
  busy: boolean
  onSubmit: (code: string) => void
  onBack: () => void
}

function LoginCode({ from, error, busy, onSubmit, onBack }: LoginCodeProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!busy) field.current?.select()
  }, [busy])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const trimmed = code.replace(/\s/g, '')
    setMissing(!trimmed)
    if (trimmed) onSubmit(trimmed)
    else field.current?.focus()
  }
  return (
    <>
      {from === 'app' ? (
        <Head title="Two-step login">Enter the code from your authenticator app, or one of your recovery codes.</Head>
      ) : (
        <Head title="Check your e-mail">
          There were many failed attempts to log in to your account today. To protect it, we have sent a code to your
          e-mail address. Enter it here.
        </Head>
      )}
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
