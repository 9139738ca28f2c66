import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { PasswordField } from '@sauda/ui/password-field'
import { Stack } from '@sauda/ui/stack'
import { rewriteInput, watchFocus } from '@sauda/ui/dom'
import { sentence } from '@sauda/ui/sentence'
import { TextField } from '@sauda/ui/text-field'
import { useRef, useState, type ChangeEvent, type FocusEvent, type SubmitEvent } from 'react'
import { appToast } from '../shell/toast.ts'
import { useBusy } from '@sauda/web/use-busy'
import type { Registration } from './auth.api.ts'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { LoginName, PasswordRules } from './password-rules.tsx'
import {
  blockedToast,
  mobileTyped,
  registrationErrors,
  registrationFields,
  type RegistrationField,
  type RegistrationForm,
} from './registration.ts'

type FieldError = { readonly field: RegistrationField; readonly message: string }

interface RegistrationFieldsProps {
  referralId: string
  onSend: (body: Registration) => Promise<FieldError | undefined>
}

const rulesId = 'password-rules'

export function RegistrationFields({ referralId, onSend }: RegistrationFieldsProps) {
  const { form, values, submitted, busy, field, errorOf, change, submit } = useRegistration(referralId, onSend)
  const { email, password, confirmPassword, terms } = values
  const unequal = confirmPassword !== '' && confirmPassword !== password
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField label="Full Name" autoComplete="name" {...field('name')} />
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <TextField
        label="Mobile Number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        {...field('mobile')}
        onChange={(event) => change('mobile', rewriteInput(event, mobileTyped))}
      />
      <LoginName email={email} />
      <Stack gap={3}>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          {...field('password')}
          // The rules below say what is missing.
          error={undefined}
          aria-describedby={rulesId}
          aria-invalid={errorOf('password') ? true : undefined}
        />
        <PasswordRules password={password} id={rulesId} submitted={submitted} />
      </Stack>
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
      {referralId && (
        <p className={styles.note}>{sentence(authText.referral, { id: <strong>{referralId}</strong> })}</p>
      )}
      <Checkbox
        label={sentence(authText.accept, {
          terms: (
            <a href="/terms" target="_blank" rel="noreferrer" className={styles.whole}>
              Terms of service
            </a>
          ),
          privacy: (
            <a href="/privacy" target="_blank" rel="noreferrer" className={styles.whole}>
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
    </form>
  )
}

function useRegistration(referralId: string, onSend: RegistrationFieldsProps['onSend']) {
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

  const errors = registrationErrors(values)
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
