import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { Row, Stack } from '@sauda/ui/stack'
import { Textarea } from '@sauda/ui/text-field'
import { errorMessage } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { PhotoError } from './photo-error.ts'
import { appToast } from './toast.ts'

interface MessageFormProps {
  label: string
  hint?: string
  rows?: number
  maxLength: number
  value: string
  onText: (text: string) => void
  /** What the text lacks; shown at its field once the button was pressed. */
  missing: string | false
  /** Its message is shown as a toast. Throws PhotoError. */
  send: (onProgress: (percent: number) => void) => Promise<{ message: string }>
  /** The label of the progress of an upload. */
  sending?: string
  /** The place where a message that may have been sent appears (see `errorMessage`). */
  checkPlace?: string
  action: string
  variant?: 'primary' | 'secondary'
  onCancel?: () => void
  /** Below the text. */
  children?: ReactNode
}

/** A form for a text to the broker, with or without a photo. */
export function MessageForm(props: MessageFormProps) {
  const { label, hint, rows, maxLength, value, onText, missing, send } = props
  const { sending = '', checkPlace, action, variant, onCancel, children } = props
  const [error, setError] = useState('')
  const [isPressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [percent, setPercent] = useState<number>()
  const [busy, run] = useBusy()
  const submit = () =>
    run(async () => {
      setError('')
      setPressed(missing !== false)
      if (missing) return form.current?.querySelector('textarea')?.focus()
      try {
        const { message } = await send(setPercent)
        appToast.success(message)
      } catch (caught) {
        setError(caught instanceof PhotoError ? caught.message : errorMessage(caught, checkPlace))
      } finally {
        setPercent(undefined)
      }
    })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap={4}>
        <Textarea
          label={label}
          hint={hint}
          rows={rows}
          maxLength={maxLength}
          value={value}
          error={(isPressed && missing) || undefined}
          onChange={(event) => onText(event.target.value)}
        />
        {children}
        {error && <AlertBanner tone="error">{error}</AlertBanner>}
        {percent !== undefined && <ProgressBar label={sending} percent={percent} />}
        <Row>
          <Button type="submit" variant={variant} loading={busy}>
            {action}
          </Button>
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Row>
      </Stack>
    </form>
  )
}
