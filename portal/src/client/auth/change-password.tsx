import { authErrors } from '@sauda/contract/client/auth'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { Stack } from '@sauda/ui/stack'
import { useBusy, type Busy } from '@sauda/web/hooks'
import { passwordError, PasswordRules, usePasswordRules } from '@sauda/web/password-rules'
import { useBrand } from '../../shell/brand.ts'
import { savedToast } from '../../shell/toast.ts'
import { authText } from './auth.text.ts'
import { changePassword, useRefreshSecurity } from './security.api.ts'
import { LoginName, SecurityForm, useSecurityForm } from './security-form.tsx'

export function ChangePassword({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const pending = useBusy()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      busy={pending[0]}
      title="Change Password"
      description="We’ll log you out on every other device. This one stays logged in."
    >
      <Form email={email} pending={pending} onDone={onClose} />
    </Dialog>
  )
}

const rulesId = 'new-password-rules'

function Form({ email, pending, onDone }: { email: string; pending: Busy; onDone: () => void }) {
  const refresh = useRefreshSecurity()
  const rules = usePasswordRules(useBrand().name)
  const { field, ...form } = useSecurityForm({
    empty: { current: '', next: '', again: '' },
    check: ({ current, next, again }) => ({
      current: !current && authText.missingPassword,
      next: passwordError(rules, next) !== undefined,
      again: again !== next && authText.passwordsDiffer,
    }),
    rejectedField: (message) => {
      if (message === authErrors.wrongPassword.message) return 'current'
      return message === authErrors.commonPassword.message ? 'next' : undefined
    },
    pending,
    send: async ({ current, next }) => {
      await changePassword({ currentPassword: current, newPassword: next })
      refresh()
      savedToast('Password changed')
      onDone()
    },
  })
  const { submitted } = form
  const { next, again } = form.values
  const differs = again !== next && (again !== '' || (submitted && passwordError(rules, next) === undefined))
  return (
    <SecurityForm action="Change Password" {...form}>
      <LoginName email={email} />
      <PasswordField
        label="Current password"
        noun="current password"
        autoComplete="current-password"
        {...field('current')}
      />
      <Stack gap={3}>
        <PasswordField
          label="New password"
          noun="new password"
          autoComplete="new-password"
          aria-describedby={rulesId}
          {...field('next')}
        />
        <PasswordRules rules={rules} password={next} id={rulesId} submitted={submitted} />
      </Stack>
      <PasswordField
        label="Confirm new password"
        noun="confirmation"
        autoComplete="new-password"
        {...field('again')}
        error={differs && authText.passwordsDiffer}
      />
    </SecurityForm>
  )
}
