import { useRef, useState, type SubmitEvent } from 'react'
import { toastMessage } from '../shell/api.ts'
import type { Busy } from '@sauda/web/use-busy'

type Checks<Field extends string> = Record<Field, { valid: boolean; rejections?: readonly string[] }>

/**
 * A form whose fields are checked in order on submit; the first invalid one, or the one the server rejected, gets the
 * focus. A rejection that names no field focuses the first.
 */
export function useSecurityForm<Field extends string>(
  checks: Checks<Field>,
  [busy, run]: Busy,
  send: () => Promise<void>,
) {
  const [submitted, setSubmitted] = useState(false)
  const [rejection, setRejection] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(checks) as Field[]
  const rejectedAt = (message: string) => names.find((name) => checks[name].rejections?.includes(message))
  const rejectedField = rejectedAt(rejection)
  const focus = (name = names[0]) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    setRejection('')
    const invalid = names.find((name) => !checks[name].valid)
    if (invalid) return focus(invalid)
    void run(() =>
      send().catch((error: unknown) => {
        const message = toastMessage(error)
        setRejection(message)
        focus(rejectedAt(message))
      }),
    )
  }
  return {
    form: { ref: form, onSubmit, noValidate: true },
    busy,
    submitted,
    /** The rejection of the whole form. */
    rejection: rejectedField ? '' : rejection,
    rejectionOf: (name: Field) => (rejectedField === name ? rejection : undefined),
    clearRejection: () => setRejection(''),
  }
}
