import { authErrors } from '@sauda/contract/client/auth'
import { registration } from '@sauda/contract/client/registration'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { TextField } from '@sauda/ui/text-field'
import { useBusy, type Busy } from '@sauda/web/hooks'
import { useState } from 'react'
import { savedToast } from '../../shell/toast.ts'
import { authText } from './auth.text.ts'
import { changeContact, startContact } from './security.api.ts'
import { SecurityForm, useSecurityForm } from './security-form.tsx'

export type ContactKind = 'email' | 'mobile'
const labels = { email: 'email address', mobile: 'mobile number' } as const

interface ChangeContactProps {
  kind: ContactKind
  email: string
  onChanged: () => void
  onClose: () => void
}

/** The client's e-mail address and mobile number. */
export function ChangeContact({ kind, email, onChanged, onClose }: ChangeContactProps) {
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
  const code = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 } as const
  return (
    <SecurityForm action={`Change ${kind}`} {...form}>
      <TextField label={`Code sent to ${email}`} {...code} {...field('code')} />
      {kind === 'email' && <TextField label={`Code sent to ${to}`} {...code} {...field('newCode')} />}
    </SecurityForm>
  )
}
