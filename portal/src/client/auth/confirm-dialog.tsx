import type { Confirmation } from '@sauda/contract/core/confirmation'
import type { ErrorExtra } from '@sauda/contract/platform/error'
import { FactorField } from '@sauda/web/factor-field'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { Stack } from '@sauda/ui/stack'
import { ApiError, isRejection } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { canUsePasskeys, PasskeyError, signWithPasskey } from '@sauda/web/passkey'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { needsConfirmation, notConfirmed, type OpenConfirmation } from '../../shell/confirmation.ts'
import { useSession } from '../../shell/session.ts'
import { authText } from './auth.text.ts'
import { OtpForm, Resend } from './otp-form.tsx'

/** Prompts for the passkey, or the code from the authenticator app or the mail, for the pending request. */
export function ConfirmDialog({ confirmation }: { confirmation: OpenConfirmation }) {
  const { message, from, token, fail } = confirmation
  const { code, error, busy, sentAt, change, submit, sign, resend } = useCode(confirmation)
  const session = useSession()
  useEffect(() => {
    // The request keeps its key: after the next login the client can send it again.
    if (session.token !== token) fail(new ApiError('aborted'))
  }, [session.token, token, fail])
  return (
    <Dialog
      open
      busy={busy}
      title={authText.confirmTitle}
      description={message}
      onOpenChange={() => fail(notConfirmed())}
    >
      {from === 'passkey' && canUsePasskeys() && (
        <Button full loading={busy} onClick={sign}>
          Use passkey
        </Button>
      )}
      {from ? (
        <CodeForm from={from} code={code} error={error} busy={busy} onCode={change} onSubmit={() => submit(code)} />
      ) : (
        <OtpForm action="Confirm" otp={code} error={error} busy={busy} onOtp={change} onSubmit={submit}>
          <Resend sentAt={sentAt} onResend={resend} />
        </OtpForm>
      )}
    </Dialog>
  )
}

function useCode({ passkey, send, succeed, fail }: OpenConfirmation) {
  /** For one attempt. */
  const options = useRef(passkey)
  const [entry, setEntry] = useState({ code: '', error: '' })
  const [sentAt, setSentAt] = useState(Date.now)
  const [busy, run] = useBusy()
  /** Anything else ends the dialog: the screen shows the result. */
  const failOrShow = (error: unknown, show: (message: string) => void) =>
    needsConfirmation(error) || (isRejection(error) && error.status === 429)
      ? show(error.serverMessage ?? authText.confirmProblem)
      : fail(error)
  const confirmWith = (confirmation: Confirmation) =>
    send(confirmation).then(succeed, (error: unknown) =>
      failOrShow(error, (message) => setEntry({ code: '', error: message })),
    )
  const submit = (given: string) => void run(() => confirmWith(given.replaceAll(/\s/g, '')))
  const sign = () =>
    void run(async () => {
      try {
        const response = await signWithPasskey(options.current ?? (await newOptions()))
        options.current = undefined
        await confirmWith(response)
      } catch (error) {
        if (error instanceof PasskeyError) setEntry({ code: '', error: error.message })
        else fail(error)
      }
    })
  /** The server rejects the request again, and returns them. */
  const newOptions = () =>
    send().then(
      (response) => {
        succeed(response)
        throw new ApiError('aborted')
      },
      (error: unknown) => {
        const { passkey } = (needsConfirmation(error) ? error.body : {}) as ErrorExtra
        if (!passkey) throw error
        return passkey
      },
    )
  const resend = () =>
    send().then(succeed, (error: unknown) =>
      failOrShow(error, (message) => {
        if (needsConfirmation(error)) setSentAt(Date.now())
        setEntry({ code: '', error: needsConfirmation(error) ? '' : message })
      }),
    )
  return { ...entry, busy, sentAt, submit, sign, resend, change: (next: string) => setEntry({ code: next, error: '' }) }
}

interface CodeFormProps {
  from: 'totp' | 'passkey'
  code: string
  error: string
  busy: boolean
  onCode: (code: string) => void
  onSubmit: () => void
}

function CodeForm({ from, code, error, busy, onCode, onSubmit }: CodeFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code.trim() !== '') onSubmit()
  }
  return (
    <Stack as="form" gap={5} onSubmit={submit} noValidate>
      <FactorField
        from={from === 'totp' ? 'app' : 'recovery'}
        label={from === 'totp' ? 'Code from the app, or a recovery code' : 'Or one of your recovery codes'}
        value={code}
        error={error}
        onChange={(event) => onCode(event.target.value)}
      />
      <Button type="submit" full loading={busy} disabled={code.trim() === ''}>
        Confirm
      </Button>
    </Stack>
  )
}
