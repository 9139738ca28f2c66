import { operatorCalls } from '@sauda/contract/broker/operator'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { PasswordField } from '@sauda/ui/password-field'
import { errorMessage } from '@sauda/web/api-error'
import { passwordError, PasswordRules, usePasswordRules } from '@sauda/web/password-rules'
import { type SubmitEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Title, useBrand } from '../../shell/page.tsx'
import { fieldErrors, type FieldErrors, focusFirstError } from '../../shell/form-field.tsx'
import layout from '../../shell/layout.module.css'
import styles from './operator.module.css'
import { useRequest } from '../../shell/api.ts'

const rulesId = 'first-password-rules'

/** An invited operator chooses the first password. The invitation is behind the #, so no server logs it. */
export function InvitationPage() {
  const invitation = useLocation().hash.slice(1)
  const accept = useRequest(operatorCalls.acceptInvitation)
  const [submitted, setSubmitted] = useState(false)
  const [typed, setTyped] = useState({ newPassword: '', again: '' })
  const rules = usePasswordRules(useBrand().name)
  const [errors, setErrors] = useState<FieldErrors>({})
  const invalid = passwordError(rules, typed.newPassword)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = { invitation, newPassword: typed.newPassword }
    const mismatch = typed.again === typed.newPassword ? {} : { again: 'Passwords do not match' }
    const found = { ...fieldErrors(operatorCalls.acceptInvitation.body, body), ...mismatch }
    setErrors(found)
    setSubmitted(true)
    if (Object.keys(found).length > 0 || invalid !== undefined) focusFirstError(event.currentTarget)
    else accept.mutate({ body })
  }
  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: errors[name],
    autoComplete: 'new-password',
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  return (
    <div className={styles.page}>
      <Title>Choose your password</Title>
      <main className={styles.box}>
        <h1>Choose your password</h1>
        {accept.data ? (
          <AlertBanner tone="success" title="Password set">
            <Link to="/login">Log in to the desk</Link>
          </AlertBanner>
        ) : (
          <form noValidate className={layout.form} onSubmit={submit}>
            <PasswordField
              label="New password"
              noun="new password"
              aria-describedby={rulesId}
              {...field('newPassword')}
              error={undefined}
              aria-invalid={(submitted && invalid !== undefined) || undefined}
            />
            <PasswordRules rules={rules} password={typed.newPassword} id={rulesId} submitted={submitted} />
            <PasswordField label="Confirm new password" noun="confirmation" {...field('again')} />
            {(accept.error || errors['invitation']) && (
              <AlertBanner tone="error">{errors['invitation'] ?? errorMessage(accept.error)}</AlertBanner>
            )}
            <Button type="submit" full loading={accept.isPending} loadingText="Saving">
              Set password
            </Button>
          </form>
        )}
      </main>
    </div>
  )
}
