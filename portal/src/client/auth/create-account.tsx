import { authErrors } from '@sauda/contract/client/auth'
import { sentence } from '@sauda/ui/sentence'
import { useState, type ChangeEvent, type FocusEvent, type SubmitEvent, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '@sauda/web/api-error'
import { lazyPart, usePreload } from '../../shell/lazy-part.tsx'
import { appToast } from '../../shell/toast.ts'
import { register, type Registration } from './auth.api.ts'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { createAccountHead } from './heads.tsx'
import { endRegistration, pendingRegistration, sendAgain, startOtpFlow } from './otp-flow.ts'
import { registration } from '@sauda/contract/client/registration'
import { mobileOf } from '@sauda/contract/platform/code-text'
import { digitsOf } from '@sauda/contract/platform/typed-text'
import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { watchFocus } from '@sauda/ui/dom'
import { PasswordField } from '@sauda/ui/password-field'
import { Stack } from '@sauda/ui/stack'
import { RewrittenField } from '@sauda/ui/rewritten-field'
import { TextField } from '@sauda/ui/text-field'
import { useBusy } from '@sauda/web/hooks'
import { passwordError, type PasswordRule, usePasswordRules } from '@sauda/web/password-rules'
import { useBrand } from '../../shell/brand.ts'
import { LoginName, NewPassword } from './security-form.tsx'

const VerifyDialog = lazyPart(() => import('./verify-dialog.tsx').then((module) => module.VerifyDialog))

export default function CreateAccount() {
  const [search] = useSearchParams()
  usePreload(VerifyDialog.preload)
  const referralId = search.get('referralId')?.trim().slice(0, 64) ?? ''
  const [pending, setPending] = useState(() => pendingRegistration())
  const [open, setOpen] = useState(pending !== undefined)

  const send = async (next: Registration): Promise<{ field: RegistrationField; message: string } | undefined> => {
    try {
      await register(next)
      appToast.success('OTP sent to email')
      setPending(startOtpFlow(next.email))
      setOpen(true)
    } catch (error) {
      const message = (error instanceof ApiError && error.serverMessage) || 'User registration failed'
      appToast.error(message)
      if (message === authErrors.emailTaken.message) return { field: 'email', message }
      if (message === authErrors.mobileTaken.message) return { field: 'mobile', message }
    }
    return undefined
  }
  return (
    <>
      {createAccountHead}
      <RegistrationFields referralId={referralId} onSend={send} />
      <p className={styles.other}>{sentence(authText.logIn, { link: <Link to="/login">Log in</Link> })}</p>
      {pending && (
        <VerifyDialog
          open={open}
          registration={pending}
          onClose={() => {
            endRegistration()
            setOpen(false)
          }}
          onResend={async () => setPending((await sendAgain(pending.email)) ?? pending)}
        />
      )}
    </>
  )
}

export type RegistrationForm = Required<Registration> & { confirmPassword: string; terms: boolean }
type RegistrationField = keyof RegistrationForm

const registrationFields = [
  'name',
  'email',
  'mobile',
  'password',
  'confirmPassword',
  'executiveName',
  'terms',
] as const satisfies readonly RegistrationField[]

export function registrationErrors(
  form: RegistrationForm,
  rules: readonly PasswordRule[],
): Partial<Record<RegistrationField, string>> {
  const { confirmPassword, terms, ...body } = form
  const errors: Partial<Record<RegistrationField, string>> = {}
  for (const { path, message } of registration.safeParse(body).error?.issues ?? [])
    errors[path[0] as RegistrationField] ??= message
  const invalid = passwordError(rules, body.password)
  if (invalid !== undefined) errors.password ??= invalid
  if (confirmPassword !== body.password) errors.confirmPassword = authText.passwordsDiffer
  else if (confirmPassword === '') errors.confirmPassword = 'Please enter your password again'
  if (!terms) errors.terms = 'Please accept the terms to create an account'
  return errors
}

/** The toast for a submit that the passwords block (section 5). */
export function blockedToast(errors: Partial<Record<RegistrationField, string>>): string | undefined {
  if (errors.password) return 'Please fix password requirements'
  return errors.confirmPassword === authText.passwordsDiffer ? authText.passwordsDiffer : undefined
}

export const mobileTyped = (text: string): string => mobileOf(digitsOf(text))

type FieldError = { readonly field: RegistrationField; readonly message: string }

interface RegistrationFieldsProps {
  referralId: string
  onSend: (body: Registration) => Promise<FieldError | undefined>
}

function RegistrationFields({ referralId, onSend }: RegistrationFieldsProps) {
  const rules = usePasswordRules(useBrand().name)
  const { form, values, submitted, busy, field, errorOf, change, submit } = useRegistration(referralId, onSend, rules)
  const { email, password, confirmPassword, terms } = values
  const unequal = confirmPassword !== '' && confirmPassword !== password
  return (
    <Stack as="form" gap={5} method="post" ref={form} onSubmit={submit} noValidate>
      <TextField label="Full Name" autoComplete="name" {...field('name')} />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <RewrittenField
        label="Mobile Number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        {...field('mobile')}
        rewrite={mobileTyped}
        onText={(mobile) => change('mobile', mobile)}
      />
      <LoginName email={email} />
      <NewPassword
        label="Password"
        noun="password"
        rules={rules}
        submitted={submitted}
        {...field('password')}
        // The rules say what is missing.
        error={undefined}
        aria-invalid={errorOf('password') ? true : undefined}
      />
      <PasswordField
        label="Confirm Password"
        noun="confirmation"
        autoComplete="new-password"
        {...field('confirmPassword')}
        error={unequal ? authText.passwordsDiffer : confirmPassword === '' ? errorOf('confirmPassword') : undefined}
      />
      <TextField
        label="Executive Name"
        hint="Who helped you sign up? Write “Self” if nobody did"
        autoComplete="off"
        {...field('executiveName')}
      />
      {referralId && <p className="faint">{sentence('Referral ID {id}', { id: <strong>{referralId}</strong> })}</p>}
      <Checkbox
        label={sentence('I accept the {terms} and the {privacy}', {
          terms: (
            <a href="/terms" target="_blank" rel="noreferrer" className="nowrap">
              Terms of service
            </a>
          ),
          privacy: (
            <a href="/privacy" target="_blank" rel="noreferrer" className="nowrap">
              Privacy policy
            </a>
          ),
        })}
        name="terms"
        required
        checked={terms}
        onChange={(event) => change('terms', event.target.checked)}
        error={errorOf('terms')}
      />
      <Button type="submit" full loading={busy}>
        Create an account
      </Button>
    </Stack>
  )
}

function useRegistration(
  referralId: string,
  onSend: RegistrationFieldsProps['onSend'],
  rules: readonly PasswordRule[],
) {
  const [values, setValues] = useState<RegistrationForm>({
    name: '',
    email: '',
    mobile: '',
    password: '',
    confirmPassword: '',
    executiveName: '',
    terms: false,
    referralId,
  })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const [rejected, setRejected] = useState<FieldError & { value: unknown }>()
  const [busy, run] = useBusy()
  const form = useRef<HTMLFormElement>(null)

  const errors = registrationErrors(values, rules)
  const errorOf = (name: RegistrationField): string | undefined => {
    if (submitted || left.has(name)) {
      if (errors[name]) return errors[name]
    }
    // A value typed since is not the one the server rejected.
    return rejected?.field === name && rejected.value === values[name] ? rejected.message : undefined
  }
  const change = (name: RegistrationField, value: string | boolean) => setValues((now) => ({ ...now, [name]: value }))
  const focus = (name: RegistrationField | undefined) =>
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const first = registrationFields.find((name) => errors[name])
    const toast = blockedToast(errors)
    if (toast) appToast.error(toast)
    if (first) return focus(first)
    void run(async () => {
      const hasFocus = watchFocus()
      const { confirmPassword: _confirmed, terms: _accepted, ...body } = values
      const error = await onSend(body)
      setRejected(error && { ...error, value: values[error.field] })
      if (hasFocus()) focus(error?.field)
    })
  }
  const field = (name: Exclude<RegistrationField, 'terms'>) => ({
    name,
    required: true,
    value: values[name],
    error: errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.value),
    onBlur: (event: FocusEvent<HTMLInputElement>) => setLeft((now) => new Set(now).add(event.target.name)),
  })
  return { form, values, submitted, busy, field, errorOf, change, submit }
}
