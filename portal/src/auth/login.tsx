import { Button } from '@sauda/ui/button'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { watchFocus } from '@sauda/ui/dom'
import { PasswordField } from '@sauda/ui/password-field'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { appToast } from '../shell/toast.ts'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '../shell/api-error.ts'
import { useEarly } from '../shell/awake.ts'
import { guardLogin } from '../shell/guard.ts'
import { later } from '../shell/later.tsx'
import { sessionWasLost, takePlace } from '../shell/return-to.ts'
import { startSession, useSession } from '../shell/session.ts'
import { useBusy } from '@sauda/web/use-busy'
import styles from './auth.module.css'
import { login } from './auth.api.ts'
import { LoginHead } from './head.tsx'
import { LoginCode } from './login-code.tsx'

export const clientMiddleware = [guardLogin]

const loadForgot = () => import('./forgot-password.tsx').then((module) => module.ForgotPassword)
const ForgotPassword = later(loadForgot)

export default function Login() {
  const navigate = useNavigate()
  const { isLoggedIn, userId } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState(noFaults)
  const [code, setCode] = useState({ asked: false, fault: '' })
  const [forgot, setForgot] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const [lost] = useState(sessionWasLost)
  const [busy, run] = useBusy()
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  useEarly(loadForgot)

  // Logged in meanwhile, in another tab. A login made here has its own destination, and this screen may outlive it by a moment.
  const entered = useRef(false)
  useEffect(() => {
    if (!isLoggedIn || entered.current) return
    void navigate(lost && userId ? takePlace(userId) : '/account/profile', { replace: true })
  }, [isLoggedIn, lost, userId, navigate])

  const enter = async (isHere: () => boolean, secondFactor?: string) => {
    const isThere = watchFocus()
    try {
      const { token, _id, isDocsVerified } = await login({ email, password, code: secondFactor })
      entered.current = true
      startSession({ token, userId: _id, isDocsVerified })
      appToast.success('Login successful')
      // Who went on to another screen is logged in there: the place is taken all the same, and nobody moved.
      const place = takePlace(_id)
      if (isHere()) await navigate(place)
    } catch (error) {
      const { need, status, said } = error instanceof ApiError ? error : new ApiError('network')
      if (need === 'totp') return setCode({ asked: true, fault: secondFactor ? (said ?? '') : '' })
      appToast.error('Invalid email or password')
      // Only a refused login starts over: a mistyped code or a lost connection costs nothing typed.
      if (secondFactor && status !== 401) return setCode({ asked: true, fault: said ?? unreachable })
      setCode({ asked: false, fault: '' })
      const isRefused = status === 401
      setFaults({ ...noFaults, ...(isRefused ? { password: refusedWords } : { form: said ?? unreachable }) })
      if (!isRefused || !isThere()) return
      passwordField.current?.focus()
      passwordField.current?.select()
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = {
      email: email.trim() ? '' : 'Please enter your email address',
      password: password ? '' : 'Please enter your password',
      form: '',
    }
    setFaults(found)
    if (found.email) emailField.current?.focus()
    else if (found.password) passwordField.current?.focus()
    else void run((isHere) => enter(isHere))
  }

  if (code.asked)
    return (
      <LoginCode
        fault={code.fault}
        busy={busy}
        onSubmit={(given) => void run((isHere) => enter(isHere, given))}
        onBack={() => setCode({ asked: false, fault: '' })}
      />
    )
  return (
    <>
      <LoginHead />
      <form className={styles.form} onSubmit={submit} noValidate>
        {lost && <AlertBanner>Your session has ended. Log in to go on where you were.</AlertBanner>}
        {faults.form && <AlertBanner tone="error">{faults.form}</AlertBanner>}
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
          error={faults.email}
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
            setFaults((now) => ({ ...now, password: '' }))
          }}
          error={faults.password}
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

const noFaults = { email: '', password: '', form: '' }
const refusedWords = 'Check the email and the password, then log in again'
const unreachable = 'We could not reach the server. Check your connection, then log in again.'
