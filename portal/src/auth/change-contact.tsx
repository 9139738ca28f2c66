import { authErrors, registration } from '@sauda/contract/auth'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { Row } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { useBusy, type Busy } from '@sauda/web/hooks'
import { useState } from 'react'
import { savedToast } from '../shell/toast.ts'
import { authText } from './auth.text.ts'
import { changeContact, startContact } from './security.api.ts'
import { SecurityForm, useSecurityForm } from './security-form.tsx'

type Kind = 'email' | 'mobile'
const labels = { email: 'email address', mobile: 'mobile number' } as const

/** What the client logs in with and is reached at. */
export function ChangeContact({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [kind, setKind] = useState<Kind>()
  const [to, setTo] = useState('')
  const pending = useBusy()
  const close = () => {
    setKind(undefined)
    setTo('')
  }
  return (
    <Card title="Email and mobile">
      <Row>
        <Button variant="secondary" onClick={() => setKind('email')}>
          Change email
        </Button>
        <Button variant="secondary" onClick={() => setKind('mobile')}>
          Change mobile
        </Button>
      </Row>
      {kind && (
        <Dialog
          open
          onOpenChange={close}
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
                close()
              }}
            />
          )}
        </Dialog>
      )}
    </Card>
  )
}

interface StepProps {
  kind: Kind
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
