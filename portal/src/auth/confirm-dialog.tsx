import { isFromApp } from '@sauda/contract/confirmation'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { TextField } from '@sauda/ui/text-field'
import { ApiError, isRejection } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { useEffect, useState, type SubmitEvent } from 'react'
import { needsConfirmation, notConfirmed, type OpenConfirmation } from '../shell/confirmation.ts'
import { useSession } from '../shell/session.ts'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { OtpForm, Resend } from './otp-form.tsx'

/** Asks for the code from the authenticator app, or from the mail, for the request that is waiting for it. */
export function ConfirmDialog({ confirmation }: { confirmation: OpenConfirmation }) {
  const { message, token, fail } = confirmation
  const { code, error, busy, sentAt, change, submit, resend } = useCode(confirmation)
  const session = useSession()
  useEffect(() => {
    // The request keeps its key: after the next login the client can send it again.
    if (session.token !== token) fail(new ApiError('aborted'))
  }, [session.token, token, fail])
  const isApp = isFromApp(message)
  return (
    <Dialog
      open
      busy={busy}
      title={authText.confirmTitle}
      description={message}
      onOpenChange={() => fail(notConfirmed())}
    >
      {isApp ? (
        <AppForm code={code} error={error} busy={busy} onCode={change} onSubmit={submit} />
      ) : (
        <OtpForm action="Confirm" otp={code} error={error} busy={busy} onOtp={change} onSubmit={submit}>
          <Resend sentAt={sentAt} onResend={resend} />
        </OtpForm>
      )}
    </Dialog>
  )
}

function useCode({ send, succeed, fail }: OpenConfirmation) {
  const [entry, setEntry] = useState({ code: '', error: '' })
  const [sentAt, setSentAt] = useState(Date.now)
  const [busy, run] = useBusy()
  const { code } = entry
  /** Anything else ends the dialog: the screen shows the result. */
  const failOrShow = (error: unknown, show: (message: string) => void) =>
    needsConfirmation(error) || (isRejection(error) && error.status === 429)
      ? show(error.serverMessage ?? authText.confirmProblem)
      : fail(error)
  const submit = () =>
    void run(() =>
      send(code.replaceAll(/\s/g, '')).then(succeed, (error: unknown) =>
        failOrShow(error, (message) => setEntry({ code: '', error: message })),
      ),
    )
  const resend = () =>
    send().then(succeed, (error: unknown) =>
      failOrShow(error, (message) => {
        if (needsConfirmation(error)) setSentAt(Date.now())
        setEntry({ code: '', error: needsConfirmation(error) ? '' : message })
      }),
    )
  return { ...entry, busy, sentAt, submit, resend, change: (next: string) => setEntry({ code: next, error: '' }) }
}

interface AppFormProps {
  code: string
  error: string
  busy: boolean
  onCode: (code: string) => void
  onSubmit: () => void
}

function AppForm({ code, error, busy, onCode, onSubmit }: AppFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code.trim() !== '') onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Code from the app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={error}
        onChange={(event) => onCode(event.target.value)}
      />
      <Button type="submit" full loading={busy} disabled={code.trim() === ''}>
        Confirm
      </Button>
    </form>
  )
}
