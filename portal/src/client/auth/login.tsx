import type { authCalls } from '@sauda/contract/client/auth'
import type { Reply } from '@sauda/contract/platform/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { watchFocus } from '@sauda/ui/dom'
import { PasswordField } from '@sauda/ui/password-field'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { ApiError } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useBrand } from '../../shell/brand.ts'
import { lazyPart, usePreload } from '../../shell/lazy-part.tsx'
import { hasSessionExpired, takeReturnPath } from '../../shell/return-to.ts'
import { startSession, useSession } from '../../shell/session.ts'
import { appToast } from '../../shell/toast.ts'
import { login, loginWithPasskey } from './auth.api.ts'
import { authText } from './auth.text.ts'
import { DemoLogin } from './demo-login.tsx'
import { loginHead, SignUp } from './heads.tsx'
import { type CodeSource, isCodeSource, LoginCode } from './login-code.tsx'
import styles from './auth.module.css'
import { canUsePasskeys, passkeyProblem } from '@sauda/web/passkey'

const ForgotPassword = lazyPart(() => import('./forgot-password.tsx').then((module) => module.ForgotPassword))

export default function Login() {
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

  const enter = useEnter(expired)
  const logIn = async (isMounted: () => boolean, secondFactor?: string, who = { email, password }) => {
    const hasFocus = watchFocus()
    try {
      await enter(await login({ ...who, code: secondFactor }), isMounted)
    } catch (caught) {
      const problem = loginProblem(caught)
      const { kind, message = '' } = problem
      const isNextStep = isCodeSource(kind) && secondFactor === undefined
      if (!isNextStep) appToast.error('Invalid email or password')
      if (isCodeSource(kind)) return setCode({ from: kind, error: secondFactor ? message : '' })
      // After a failure on the way to the server only the code has to be sent again.
      if (secondFactor && kind === 'failed') return setCode((now) => ({ ...now, error: message }))
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
    else void run((isMounted) => logIn(isMounted))
  }

  const prepare = (nextEmail: string, nextPassword = '') => {
    setEmail(nextEmail)
    setPassword(nextPassword)
    setErrors(noErrors)
    setProblem(undefined)
  }
  const logInAs = (nextEmail: string, nextPassword: string) => {
    prepare(nextEmail, nextPassword)
    void run((isMounted) => logIn(isMounted, undefined, { email: nextEmail, password: nextPassword }))
  }
  const submitCode = (trimmed: string) => void run((isMounted) => logIn(isMounted, trimmed))
  const passkeyLogin = (
    <PasskeyLogin disabled={busy} onLoggedIn={enter} onBlocked={() => setProblem({ kind: 'blocked' })} />
  )
  if (code.from)
    return (
      <LoginCode
        from={code.from}
        error={code.error}
        busy={busy}
        passkeyLogin={passkeyLogin}
        onSubmit={submitCode}
        onBack={() => setCode(noCode)}
      />
    )
  return (
    <>
      {loginHead}
      <Stack as="form" gap={5} method="post" onSubmit={submit} noValidate>
        {expired && <AlertBanner>Your session has ended. Log in to continue where you left off.</AlertBanner>}
        {(problem?.kind === 'failed' || problem?.kind === 'closed') && (
          <AlertBanner tone="error">{problem.message}</AlertBanner>
        )}
        {problem?.kind === 'blocked' && <Blocked />}
        <LoginFields
          email={email}
          password={password}
          errors={errors}
          busy={busy}
          emailField={emailField}
          passwordField={passwordField}
          onEmail={setEmail}
          onPassword={(next) => {
            setPassword(next)
            setErrors((now) => ({ ...now, password: '' }))
          }}
        />
        <div className={styles.forgot}>
          <Button variant="ghost" size="small" disabled={busy} onClick={() => setForgot('open')}>
            Forgot Password?
          </Button>
        </div>
        <Button type="submit" full loading={busy}>
          Log in
        </Button>
        {passkeyLogin}
        {problem?.kind === 'wrong' && lostCode}
      </Stack>
      <SignUp />
      <DemoLogin onLogIn={logInAs} />
      {forgot !== 'unopened' && (
        <ForgotPassword
          open={forgot === 'open'}
          email={email}
          onClose={() => setForgot('closed')}
          onReset={prepare}
          nextField={passwordField}
        />
      )}
    </>
  )
}

interface LoginFieldsProps {
  email: string
  password: string
  errors: typeof noErrors
  busy: boolean
  emailField: RefObject<HTMLInputElement | null>
  passwordField: RefObject<HTMLInputElement | null>
  onEmail: (email: string) => void
  onPassword: (password: string) => void
}

function LoginFields({ emailField, passwordField, ...props }: LoginFieldsProps) {
  return (
    <>
      <TextField
        ref={emailField}
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={props.email}
        onChange={(event) => props.onEmail(event.target.value)}
        error={props.errors.email}
        readOnly={props.busy}
      />
      <PasswordField
        ref={passwordField}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={props.password}
        onChange={(event) => props.onPassword(event.target.value)}
        error={props.errors.password}
        readOnly={props.busy}
      />
    </>
  )
}

/** Goes on after a login, here or in another tab. */
function useEnter(expired: boolean) {
  const navigate = useNavigate()
  const { isLoggedIn, userId } = useSession()
  const entered = useRef(false)
  useEffect(() => {
    if (!isLoggedIn || entered.current) return
    void navigate(expired && userId ? takeReturnPath(userId) : '/account/profile', { replace: true })
  }, [isLoggedIn, expired, userId, navigate])
  return async (reply: Reply<typeof authCalls.login>, isMounted: () => boolean) => {
    const { token, _id, isDocsVerified } = reply
    entered.current = true
    startSession({ token, userId: _id, isDocsVerified })
    appToast.success('Login successful')
    // A client who went on to another screen meanwhile stays there.
    const place = takeReturnPath(_id)
    if (isMounted()) await navigate(place)
  }
}

/** Said after every failed login, so it does not tell whether the address is known. */
const lostCode = (
  <p className="note">{sentence(authText.codeLost, { link: <Link to="/create-account">Sign up again</Link> })}</p>
)

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

type LoginProblem =
  | { readonly kind: CodeSource | 'failed' | 'closed'; readonly message: string }
  | { readonly kind: 'blocked' | 'wrong'; readonly message?: undefined }

export function loginProblem(error: unknown): LoginProblem {
  const { kind, need, status, serverMessage } = error instanceof ApiError ? error : new ApiError('network')
  if (need === 'totp') return { kind: 'app', message: serverMessage ?? '' }
  if (need === 'mail') return { kind: 'mail', message: serverMessage ?? '' }
  if (need === 'passkey') return { kind: 'passkey', message: serverMessage ?? '' }
  if (need === 'support') return { kind: 'blocked' }
  if (need === 'closed') return { kind: 'closed', message: serverMessage ?? '' }
  if (status === 401) return { kind: 'wrong' }
  return {
    kind: 'failed',
    message: serverMessage ?? (kind === 'response' ? authText.loginProblem : authText.noResponse),
  }
}

interface PasskeyLoginProps {
  disabled: boolean
  onLoggedIn: (reply: Reply<typeof authCalls.passkeyLogin>, isMounted: () => boolean) => Promise<void>
  /** The login of the client is frozen. */
  onBlocked: () => void
}

/** Renders nothing if the browser has no passkeys. */
function PasskeyLogin({ disabled, onLoggedIn, onBlocked }: PasskeyLoginProps) {
  const [busy, run] = useBusy()
  const [problem, setProblem] = useState('')
  if (!canUsePasskeys()) return null
  const logIn = () =>
    void run(async (isMounted) => {
      setProblem('')
      try {
        await onLoggedIn(await loginWithPasskey(), isMounted)
      } catch (error) {
        if (error instanceof ApiError && error.need === 'support') onBlocked()
        else setProblem(passkeyProblem(error))
      }
    })
  return (
    <>
      {problem && <AlertBanner tone="error">{problem}</AlertBanner>}
      <Button variant="secondary" full loading={busy} disabled={disabled} onClick={logIn}>
        Use a passkey
      </Button>
    </>
  )
}
