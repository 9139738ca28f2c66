import type { Schema } from '@sauda/contract/platform/call'

export type FieldErrors = Readonly<Record<string, string | undefined>>

/** The first message for each field of an invalid value; undefined if it is valid. */
export function fieldErrors(schema: Schema, value: unknown): Record<string, string> | undefined {
  const { error } = schema.safeParse(value)
  if (!error) return undefined
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message
  return errors
}

const frames = 10

/** Focuses the first invalid field once its error is rendered. */
export function focusFirstError(form: HTMLElement | null, left = frames): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input:not(:disabled)')
    if (wrong) wrong.focus()
    // A busy browser may paint before React renders.
    else if (left > 0) focusFirstError(form, left - 1)
  })
}
