import { operatorCalls, operatorErrors } from '@sauda/contract/broker/operator'
import { PasswordField } from '@sauda/ui/password-field'
import { passwordError, PasswordRules, usePasswordRules } from '@sauda/web/password-rules'
import { type SubmitEvent, useState } from 'react'
import { fieldErrors, type FieldErrors, focusFirstError } from '../../shell/form-field.tsx'
import { FormFrame, type DialogState } from '../../shell/form-dialog.tsx'
import { useBrand } from '../../shell/page.tsx'
import { useChangePassword } from './operator.api.ts'

interface ChangePasswordProps extends DialogState {
  onChanged?: () => void
}

const rulesId = 'operator-password-rules'
const empty = { currentPassword: '', newPassword: '', again: '' }

export function ChangePassword({ open, onClose, onChanged }: ChangePasswordProps) {
  // Not a draft: passwords are not stored after the dialog closes.
  const [typed, setTyped] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [submitted, setSubmitted] = useState(false)
  const rules = usePasswordRules(useBrand().name)
  const change = useChangePassword()
  const close = () => {
    setTyped(empty)
    setErrors({})
    setSubmitted(false)
    change.reset()
    onClose()
  }
  const message = change.error?.message
  const wrongCurrent = message === operatorErrors.wrongPassword.message && message
  const wrongNew = message === operatorErrors.commonPassword.message && message
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const mismatch = typed.again === typed.newPassword ? {} : { again: 'Passwords do not match' }
    const found = { ...fieldErrors(operatorCalls.changePassword.body, typed), ...mismatch }
    const isAllowed = passwordError(rules, typed.newPassword) === undefined
    setErrors(found)
    setSubmitted(true)
    if (Object.keys(found).length > 0 || !isAllowed) return focusFirstError(form)
    change.mutate(typed, {
      onSuccess: () => {
        close()
        onChanged?.()
      },
      onError: () => focusFirstError(form),
    })
  }
  const field = (name: keyof typeof empty) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value })
      // The rejection was about the values before.
      if (change.isError) change.reset()
    },
  })
  return (
    <FormFrame
      form={{ close, mutation: { ...change, error: wrongCurrent || wrongNew ? null : change.error } }}
      open={open}
      title="Change password"
      description="All your other sessions will be logged out. You stay logged in here."
      action="Change password"
      loadingText="Changing"
      onSubmit={submit}
    >
      <PasswordField
        label="Current password"
        noun="current password"
        autoComplete="current-password"
        {...field('currentPassword')}
        error={errors['currentPassword'] ?? wrongCurrent}
      />
      <PasswordField
        label="New password"
        noun="new password"
        autoComplete="new-password"
        aria-describedby={rulesId}
        {...field('newPassword')}
        error={wrongNew}
        aria-invalid={(submitted && passwordError(rules, typed.newPassword) !== undefined) || undefined}
      />
      <PasswordRules rules={rules} password={typed.newPassword} id={rulesId} submitted={submitted} />
      <PasswordField label="Confirm new password" noun="confirmation" autoComplete="new-password" {...field('again')} />
    </FormFrame>
  )
}
