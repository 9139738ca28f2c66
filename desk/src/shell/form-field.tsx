import { isReloading } from '@sauda/web/reload'
import { AmountField, NumberField, PriceField } from '@sauda/ui/amount-field'
import { Checkbox } from '@sauda/ui/checkbox'
import { DateField } from '@sauda/ui/date-field'
import { FilePicker } from '@sauda/ui/file-picker'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Select } from '@sauda/ui/select'
import { Textarea, TextField, type TextFieldProps } from '@sauda/ui/text-field'
import { type ComponentProps, type ReactNode, useState } from 'react'
import layout from './layout.module.css'
import type { Schema } from '@sauda/contract/platform/call'
import { session } from './session.ts'

export type Options = readonly { value: string; label: string; note?: string }[]

type Control =
  | ({ as?: 'text' } & Pick<
      TextFieldProps,
      'type' | 'maxLength' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'placeholder'
    >)
  | ({ as: 'textarea' } & Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'spellCheck'>)
  | { as: 'amount' | 'price' | 'number' }
  | { as: 'date'; min?: string }
  | { as: 'select'; options: Options }
  | { as: 'radio'; options: Options; look?: 'segmented' }
  | { as: 'checkbox' }
  | { as: 'file'; accept: string }

/** A field of a form; the draft has its value under `name`. */
export type FormField<Draft> = Control & {
  name: keyof Draft & string
  label: string
  hint?: ReactNode
  optional?: boolean | undefined
  disabled?: boolean | undefined
  /** The part of the request whose error is shown here, if its name differs. */
  errorOf?: string
  /** Changed together with this field. */
  resets?: Partial<Draft>
}

/** A field, fields side by side, or a part of its own; absent if false. */
export type FormRow<Draft> = FormField<Draft> | readonly (FormField<Draft> | false)[] | { own: ReactNode } | false

export interface FormState<Draft> {
  draft: Draft
  errors: FieldErrors
  edit: (part: Partial<Draft>) => void
}

interface FormFieldsProps<Draft> {
  rows: readonly FormRow<Draft>[]
  form: FormState<Draft>
}

export function FormFields<Draft extends object>({ rows, form }: FormFieldsProps<Draft>) {
  return rows.map((row, index) => <Row key={keyOf(row, index)} row={row} form={form} />)
}

/** An absent row keeps its place. */
const keyOf = <Draft,>(row: FormRow<Draft>, index: number): string => `${index} ${row && 'name' in row ? row.name : ''}`

function Row<Draft extends object>({ row, form }: { row: FormRow<Draft>; form: FormState<Draft> }) {
  if (!row) return null
  if ('own' in row) return row.own
  if ('name' in row) return <Field field={row} form={form} />
  return (
    <div className={layout.pair}>
      <FormFields rows={row} form={form} />
    </div>
  )
}

function Field<Draft extends object>({ field, form }: { field: FormField<Draft>; form: FormState<Draft> }) {
  const { as = 'text', errorOf = field.name, resets, ...own } = field
  const value: unknown = form.draft[field.name]
  const error = form.errors[errorOf]
  const put = (next: unknown) => form.edit({ ...resets, [field.name]: next } as Partial<Draft>)
  const text = {
    value: value as string,
    error,
    onChange: (event: { target: { value: string } }) => put(event.target.value),
  }
  switch (as) {
    case 'text':
      return <TextField autoComplete="off" {...(own as TextFieldProps)} {...text} />
    case 'textarea':
      return <Textarea {...(own as ComponentProps<typeof Textarea>)} {...text} />
    case 'amount':
    case 'price':
    case 'number':
    case 'date': {
      const Typed = { amount: AmountField, price: PriceField, number: NumberField, date: DateField }[as]
      return <Typed {...(own as { label: string })} value={text.value} error={error} onText={put} />
    }
    case 'select':
      return <Select {...(own as ComponentProps<typeof Select>)} {...text} />
    case 'radio':
      return (
        <RadioGroup
          {...(own as Pick<ComponentProps<typeof RadioGroup>, 'label' | 'options'>)}
          value={text.value || null}
          error={error}
          onValueChange={put}
        />
      )
    case 'checkbox':
      return (
        <Checkbox
          {...(own as ComponentProps<typeof Checkbox>)}
          checked={value === true}
          onChange={(event) => put(event.target.checked)}
        />
      )
    case 'file':
      return (
        <FilePicker
          {...(own as { label: string; accept: string })}
          file={value as File | null}
          error={error}
          onFile={put}
          onReject={() => put(null)}
        />
      )
  }
}

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

// In memory only, because drafts contain what other operators must not see. They survive an expired session, and a reload
// by ourselves: the tab then stores them, with the operator, until the next page has begun.
const storageKey = 'drafts'
const drafts = new Map<string, unknown>()

/** Not stored where the browser blocks storage. */
function keepDraftsOverReload(): void {
  const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Record<string, [string, unknown][]>>
  sessionStorage.removeItem(storageKey)
  const stopRestoring = session.subscribe(() => {
    const { operatorId } = session.get()
    if (!operatorId) return
    for (const [name, draft] of stored[operatorId] ?? []) drafts.set(name, draft)
    stopRestoring()
  })
  addEventListener('pagehide', () => {
    const { operatorId } = session.get()
    if (isReloading.get() && operatorId)
      sessionStorage.setItem(storageKey, JSON.stringify({ [operatorId]: [...drafts] }))
  })
}
try {
  keepDraftsOverReload()
} catch {
  // Drafts are then lost in a reload.
}
session.subscribe(() => session.get().ending === 'left' && drafts.clear())

export const discardDraft = (name: string): boolean => drafts.delete(name)

/** Unsent input of a form; a new name starts with `empty`. */
export function useDraft<Draft extends object>(name: string, empty: Draft) {
  const [draft, setDraft] = useState(() => (drafts.get(name) as Draft | undefined) ?? empty)
  return {
    draft,
    change: (edit: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => {
        const after = { ...before, ...(typeof edit === 'function' ? edit(before) : edit) }
        drafts.set(name, after)
        return after
      }),
  }
}
