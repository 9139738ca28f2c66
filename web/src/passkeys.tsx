import type { PasskeyOptions, PasskeyResponse, PasskeyView } from '@sauda/contract/core/session'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Dialog } from '@sauda/ui/dialog'
import { PasswordField } from '@sauda/ui/password-field'
import { Stack } from '@sauda/ui/stack'
import { TextField } from '@sauda/ui/text-field'
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { formatDateTime } from './date-time.tsx'
import { useBusy, type Busy } from './hooks.ts'
import { canUsePasskeys, createPasskey, passkeyProblem } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './web.module.css'

/** The calls of the logged-in client or operator. */
export interface PasskeyCalls {
  start: (password: string) => Promise<PasskeyOptions>
  add: (body: { name: string; response: PasskeyResponse }) => Promise<{ recoveryCodes: string[] }>
  remove: (passkeyId: string, password: string) => Promise<unknown>
}

interface PasskeysProps {
  /** Undefined until they are loaded. */
  passkeys: readonly PasskeyView[] | undefined
  calls: PasskeyCalls
  onChanged: (message: string) => void
}

/** Renders nothing if the browser has no passkeys and there is none to remove. */
export function Passkeys({ passkeys = [], calls, onChanged }: PasskeysProps) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<{ passkey: PasskeyView; open: boolean }>()
  const isOffered = canUsePasskeys()
  if (!isOffered && passkeys.length === 0) return null
  return (
    <Card
      title="Passkeys"
      aside={
        isOffered && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      <p className="soft">
        Log in with your fingerprint, face or screen lock. A passkey cannot be guessed, and a fake website cannot use
        it.
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.passkeys} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey._id}>
              <div>
                <p>{passkey.name}</p>
                <p className="note">{usedText(passkey)}</p>
              </div>
              <Button variant="secondary" size="small" onClick={() => setRemoving({ passkey, open: true })}>
                Remove<span className="visually-hidden"> {passkey.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey open={adding} calls={calls} onClose={() => setAdding(false)} onChanged={onChanged} />
      {removing && (
        <RemovePasskey
          {...removing}
          calls={calls}
          onClose={() => setRemoving({ ...removing, open: false })}
          onChanged={onChanged}
        />
      )}
    </Card>
  )
}

const usedText = ({ createdAt, lastUsedAt }: PasskeyView): string =>
  `Added ${formatDateTime(createdAt)} · ${lastUsedAt ? `last used ${formatDateTime(lastUsedAt)}` : 'not used yet'}`

interface DialogProps extends Omit<PasskeysProps, 'passkeys'> {
  open: boolean
  onClose: () => void
}

function AddPasskey({ open, calls, onClose, onChanged }: DialogProps) {
  const [name, setName] = useState(deviceName)
  const [codes, setCodes] = useState<string[]>()
  const pending = useBusy()
  const add = async (password: string) => {
    const response = await createPasskey(await calls.start(password))
    const { recoveryCodes } = await calls.add({ name, response })
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    else finish()
  }
  /** After the codes: what is loaded again may replace this screen. */
  const finish = () => {
    onClose()
    setCodes(undefined)
    onChanged('Passkey added')
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={codes ? 'Your recovery codes' : 'Add a passkey'}
      // The codes are shown only once, so an accidental Escape must not close them.
      blocking={codes !== undefined}
      busy={pending[0]}
    >
      {codes ? (
        <RecoveryCodes title="Passkey added" codes={codes} onDone={finish} />
      ) : (
        <PasswordForm action="Continue" pending={pending} send={add}>
          <p>Your browser then asks for your fingerprint, face or screen lock. Your other devices are logged out.</p>
          <TextField
            label="Name of the passkey"
            hint="So that you recognise it in the list"
            maxLength={60}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </PasswordForm>
      )}
    </Dialog>
  )
}

function RemovePasskey({ open, passkey, calls, onClose, onChanged }: DialogProps & { passkey: PasskeyView }) {
  const pending = useBusy()
  const remove = async (password: string) => {
    await calls.remove(passkey._id, password)
    onChanged('Passkey removed')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Remove ${passkey.name}?`}
      description="You can no longer log in with this passkey."
      busy={pending[0]}
    >
      <PasswordForm action="Remove" variant="danger" pending={pending} send={remove} />
    </Dialog>
  )
}

interface PasswordFormProps {
  action: string
  variant?: 'primary' | 'danger'
  pending: Busy
  send: (password: string) => Promise<void>
  children?: ReactNode
}

function PasswordForm({ action, variant = 'primary', pending, send, children }: PasswordFormProps) {
  const [busy, run] = pending
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(password ? '' : 'Please enter your password')
    if (!password) return field.current?.focus()
    void run(() => send(password).catch((caught: unknown) => setError(passkeyProblem(caught))))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        {children}
        {error && <AlertBanner tone="error">{error}</AlertBanner>}
        <PasswordField
          ref={field}
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" full variant={variant} loading={busy}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

/** The device's name, such as "Android". */
const deviceName = (): string => /Android|iPhone|iPad|Windows|Mac|Linux/.exec(navigator.userAgent)?.[0] ?? 'My device'
