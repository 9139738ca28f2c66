import { operatorCalls, operatorErrors } from '@sauda/contract/operator'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { fieldErrors, focusFirstError } from '../shell/field-errors.ts'
import { useChangePassword } from './operator.api.ts'
import layout from '../shell/layout.module.css'

interface ChangePasswordProps {
  open: boolean
  onClose: () => void
  onChanged: () => void
}

const empty = { currentPassword: '', newPassword: '', again: '' }
type Typed = typeof empty

export function ChangePassword({ open, onClose, onChanged }: ChangePasswordProps) {
  const form = useId()
  const fields = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(empty)
  const [faults, setFaults] = useState<Partial<Typed>>({})
  const { mutate, isPending, error, reset } = useChangePassword()
  const clear = () => {
    setTyped(empty)
    setFaults({})
    reset()
  }
  const close = () => {
    clear()
    onClose()
  }
  const wrongCurrent = error?.message === operatorErrors.wrongPassword.message
  const wrongNew = error?.message === operatorErrors.commonPassword.message
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const mismatch = typed.again === typed.newPassword ? {} : { again: 'Passwords do not match' }
    const found = { ...fieldErrors(operatorCalls.changePassword.body, typed), ...mismatch }
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstError(fields.current)
    mutate(typed, {
      onSuccess: () => {
        clear()
        onChanged()
      },
      onError: () => focusFirstError(fields.current),
    })
  }
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      busy={isPending}
      title="Change password"
      description="All your other sessions will be logged out. You stay logged in here."
      action={
        <Button type="submit" form={form} loading={isPending} loadingText="Changing">
          Change password
        </Button>
      }
    >
      <form id={form} ref={fields} noValidate onSubmit={submit} className={layout.form}>
        {error && !wrongCurrent && !wrongNew && <AlertBanner tone="error">{errorMessage(error)}</AlertBanner>}
        <PasswordField
          label="Current password"
          noun="current password"
          autoComplete="current-password"
          {...field('currentPassword')}
          error={faults.currentPassword ?? (wrongCurrent && error.message)}
        />
        <PasswordField
          label="New password"
          noun="new password"
          autoComplete="new-password"
          hint="At least 8 characters, with an uppercase letter, a number and a special character"
          {...field('newPassword')}
          error={faults.newPassword ?? (wrongNew && error.message)}
        />
        <PasswordField
          label="Confirm new password"
          noun="confirmation"
          autoComplete="new-password"
          {...field('again')}
        />
      </form>
    </Dialog>
  )
}
