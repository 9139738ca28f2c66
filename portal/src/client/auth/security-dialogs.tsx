import { FactorField } from '@sauda/web/factor-field'
import { authErrors } from '@sauda/contract/client/auth'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { TextField } from '@sauda/ui/text-field'
import { type Busy, useBusy } from '@sauda/web/hooks'
import { savedToast } from '../../shell/toast.ts'
import { authText } from './auth.text.ts'
import { LoginName, NewPassword, SecurityForm, useSecurityForm } from './security-form.tsx'
import { removeTwoStep, useRefreshSecurity, changePassword, changeContact, startContact } from './security.api.ts'
import { TwoStepOn } from './two-step-on.tsx'
import { passwordError, usePasswordRules } from '@sauda/web/password-rules'
import { useBrand } from '../../shell/brand.ts'
import { registration } from '@sauda/contract/client/registration'
import { useState } from 'react'

export type SecurityDialog = 'password' | ContactKind | 'on' | 'off'

interface SecurityDialogsProps {
  open: SecurityDialog | undefined
  email: string
  onContactChanged: () => void
  onClose: () => void
}

/** Their schemas and forms are not needed at first view, so they are one part. */
export function SecurityDialogs({ open, email, onContactChanged, onClose }: SecurityDialogsProps) {
  return (
    <>
      <ChangePassword open={open === 'password'} email={email} onClose={onClose} />
      {(open === 'email' || open === 'mobile') && (
        <ChangeContact kind={open} email={email} onChanged={onContactChanged} onClose={onClose} />
      )}
      <TwoStepOn open={open === 'on'} onClose={onClose} />
      <TwoStepOff open={open === 'off'} onClose={onClose} />
    </>
  )
}

function TwoStepOff({ open, onClose }: { open: boolean; onClose: () => void }) {
  const pending = useBusy()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      busy={pending[0]}
      title="Turn off two-step login"
      description="You’ll log in with your password alone. Your recovery codes will stop working."
    >
      <TurnOffForm pending={pending} onDone={onClose} />
    </Dialog>
  )
}

function TurnOffForm({ pending, onDone }: { pending: Busy; onDone: () => void }) {
  const refresh = useRefreshSecurity()
  const { field, ...form } = useSecurityForm({
    empty: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: !password && authText.missingPassword,
      code: !code.trim() && authText.missingCode,
    }),
    rejectedField: (message) => {
      if (message === authErrors.wrongPassword.message) return 'password'
      return message === authErrors.totpWrong.message ? 'code' : undefined
    },
    pending,
    send: async ({ password, code }) => {
      await removeTwoStep({ password, code: code.replaceAll(/\s/g, '') })
      refresh()
      savedToast('Two-step login is off')
      onDone()
    },
  })
  return (
    <SecurityForm action="Turn off" variant="danger" {...form}>
      <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
      <FactorField from="app" label="Code from the app, or a recovery code" {...field('code')} />
    </SecurityForm>
  )
}

function ChangePassword({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
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
      <NewPassword rules={rules} submitted={submitted} {...field('next')} />
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

type ContactKind = 'email' | 'mobile'
const labels = { email: 'email address', mobile: 'mobile number' } as const

interface ChangeContactProps {
  kind: ContactKind
  email: string
  onChanged: () => void
  onClose: () => void
}

/** The client's e-mail address and mobile number. */
function ChangeContact({ kind, email, onChanged, onClose }: ChangeContactProps) {
  const [to, setTo] = useState('')
  const pending = useBusy()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={pending[0]}
      title={kind === 'email' ? 'Change Email' : 'Change Mobile'}
      description="For your safety, withdrawals pause for 24 hours after a change, and your other devices are logged out."
    >
      {to === '' ? (
        <NewContact kind={kind} pending={pending} onSent={setTo} />
      ) : (
        <Codes
          kind={kind}
          to={to}
          email={email}
          pending={pending}
          onDone={() => {
            onChanged()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

interface StepProps {
  kind: ContactKind
  pending: Busy
}

function NewContact({ kind, pending, onSent }: StepProps & { onSent: (to: string) => void }) {
  const { field, ...form } = useSecurityForm({
    empty: { to: '', password: '' },
    check: ({ to, password }) => ({
      to: registration.shape[kind].safeParse(to).error?.issues[0]?.message ?? false,
      password: !password && authText.missingPassword,
    }),
    rejectedField: (message) => (message === authErrors.wrongPassword.message ? 'password' : undefined),
    pending,
    send: async ({ to, password }) => {
      await startContact({ [kind]: to, password })
      onSent(to)
    },
  })
  return (
    <SecurityForm action="Send code" {...form}>
      <TextField
        label={`New ${labels[kind]}`}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        {...field('to')}
      />
      <PasswordField
        label="Current password"
        noun="current password"
        autoComplete="current-password"
        {...field('password')}
      />
    </SecurityForm>
  )
}

interface CodesProps extends StepProps {
  to: string
  email: string
  onDone: () => void
}

function Codes({ kind, to, email, pending, onDone }: CodesProps) {
  const isCode = (text: string) => /^\d{6}$/.test(text.trim())
  const { field, ...form } = useSecurityForm<'code' | 'newCode'>({
    empty: { code: '', newCode: '' },
    check: ({ code, newCode }) => ({
      code: !isCode(code) && 'The OTP has 6 digits',
      newCode: kind === 'email' && !isCode(newCode) && 'The OTP has 6 digits',
    }),
    rejectedField: () => undefined,
    pending,
    send: async ({ code, newCode }) => {
      await changeContact({ [kind]: to, code, ...(kind === 'email' && { newCode }) })
      savedToast(kind === 'email' ? 'Email changed' : 'Mobile changed')
      onDone()
    },
  })
  const code = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
  return (
    <SecurityForm action={`Change ${kind}`} {...form}>
      <TextField label={`Code sent to ${email}`} {...code} {...field('code')} />
      {kind === 'email' && <TextField label={`Code sent to ${to}`} {...code} {...field('newCode')} />}
    </SecurityForm>
  )
}
