import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { PasswordField, type PasswordFieldProps } from '@sauda/ui/password-field'
import { Stack } from '@sauda/ui/stack'
import type { Busy } from '@sauda/web/hooks'
import { type PasswordRule, PasswordRules } from '@sauda/web/password-rules'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { toastMessage } from '../../shell/api.ts'

interface SecurityFormOptions<Field extends string> {
  empty: Record<Field, string>
  /** The error of each invalid field; `true` where the screen shows it elsewhere. */
  check: (values: Record<Field, string>) => Partial<Record<Field, string | boolean>>
  /** The field whose value the server rejects with this message. */
  rejectedField: (message: string) => Field | undefined
  pending: Busy
  send: (values: Record<Field, string>) => Promise<void>
}

/**
 * A form whose fields are checked in order on submit; the first invalid one, or the one the server rejected, gets the
 * focus. A rejection that names no field focuses the first.
 */
export function useSecurityForm<Field extends string>(options: SecurityFormOptions<Field>) {
  const { empty, check, rejectedField, send } = options
  const [busy, run] = options.pending
  const [values, setValues] = useState(empty)
  const [submitted, setSubmitted] = useState(false)
  const [rejection, setRejection] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(empty) as Field[]
  const errors = check(values)
  const rejected = rejection && rejectedField(rejection)
  const focus = (name = names[0]) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    setRejection('')
    const invalid = names.find((name) => errors[name])
    if (invalid) return focus(invalid)
    void run(() =>
      send(values).catch((error: unknown) => {
        const message = toastMessage(error)
        setRejection(message)
        focus(rejectedField(message))
      }),
    )
  }
  const field = (name: Field) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      if (rejected === name) setRejection('')
    },
    error: rejected === name ? rejection : submitted && typeof errors[name] === 'string' && errors[name],
    'aria-invalid': (submitted && errors[name] === true) || undefined,
  })
  return { form: { ref: form, onSubmit }, busy, values, submitted, rejection: rejected ? '' : rejection, field }
}

export type SecurityField = ReturnType<ReturnType<typeof useSecurityForm<'value'>>['field']>

interface SecurityFormProps extends Pick<ReturnType<typeof useSecurityForm>, 'form' | 'busy' | 'rejection'> {
  action: string
  variant?: 'primary' | 'danger'
  children: ReactNode
}

export function SecurityForm({ form, busy, rejection, action, variant = 'primary', children }: SecurityFormProps) {
  return (
    <Stack as="form" gap={5} {...form} noValidate>
      {rejection && <AlertBanner tone="error">{rejection}</AlertBanner>}
      {children}
      <Button type="submit" variant={variant} full loading={busy}>
        {action}
      </Button>
    </Stack>
  )
}

/** Hidden; password managers store a new password under this name. */
export function LoginName({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}

interface NewPasswordProps extends Omit<PasswordFieldProps, 'label' | 'value'> {
  label?: string
  value: string
  rules: readonly PasswordRule[]
  submitted: boolean
}

/** A field for a new password, with its rules below. */
export function NewPassword({ rules, submitted, ...field }: NewPasswordProps) {
  const id = useId()
  return (
    <Stack gap={3}>
      <PasswordField
        label="New password"
        noun="new password"
        autoComplete="new-password"
        aria-describedby={id}
        {...field}
      />
      <PasswordRules rules={rules} password={field.value} id={id} submitted={submitted} />
    </Stack>
  )
}
