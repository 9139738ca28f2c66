import { type Call, type CallInput, type ParamName, pathOf, type Reply } from '@sauda/contract/platform/call'
import { imageRules } from '@sauda/contract/platform/image'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, type ButtonProps } from '@sauda/ui/button'
import { Dialog, type DialogProps } from '@sauda/ui/dialog'
import { errorMessage } from '@sauda/web/api-error'
import type { Replayable } from '@sauda/web/idempotent'
import { type ComponentType, Fragment, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { discardPendingRequests, useSend } from './api.ts'
import {
  discardDraft,
  fieldErrors,
  type FieldErrors,
  focusFirstError,
  FormFields,
  type FormRow,
  type FormState,
  type Options,
  useDraft,
} from './form-field.tsx'
import { useMe } from './me.ts'
import layout from './layout.module.css'
import { appToast } from '@sauda/ui/toast'

export interface DialogState {
  open: boolean
  onClose: () => void
}

export interface ItemDialog<Item> extends DialogState {
  item: Item
}

/** A dialog about one item. The item stays while the dialog closes; each opening is a new dialog. */
export function useItemDialog<Item>(render: (props: ItemDialog<Item>) => ReactNode) {
  const [shown, setShown] = useState<{ item: Item; open: boolean; key: number }>()
  // Several dialogs of a page stand side by side, where equal keys would mount one of them again.
  const id = useId()
  return {
    show: (item: Item) => setShown((before) => ({ item, open: true, key: (before?.key ?? 0) + 1 })),
    dialog: shown && (
      <Fragment key={`${id} ${shown.key}`}>
        {render({ item: shown.item, open: shown.open, onClose: () => setShown({ ...shown, open: false }) })}
      </Fragment>
    ),
  }
}

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  dialog: ComponentType<DialogState>
}

/** A button that opens a dialog, which stays as it was opened. */
export function DialogButton({ dialog: opens, ...button }: DialogButtonProps) {
  const { show, dialog } = useItemDialog<DialogButtonProps['dialog']>(({ item: Opened, ...state }) => (
    <Opened {...state} />
  ))
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => show(opens)} />
      {dialog}
    </>
  )
}

/** The options of a select or of radio buttons, from names by value. */
export const optionsOf = (names: Readonly<Record<string, string>>, empty?: string): Options => [
  ...(empty === undefined ? [] : [{ value: '', label: empty }]),
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]

/** The reason that most decisions need. */
export const reasonField = (hint?: string, rows = 2) =>
  ({ as: 'textarea', name: 'reason', label: 'Reason', hint, rows, maxLength: 300 }) as const

/** What an operator decides about something that waits. */
export const decisionField = (names: Readonly<Record<'accept', string> & Record<string, string>>) =>
  ({ as: 'radio', look: 'segmented', name: 'choice', label: 'Decision', options: optionsOf(names) }) as const

/** A photo that supports a change. */
export const evidenceField = (label: string, hint: string) =>
  ({ as: 'file', name: 'evidence', label, hint, accept: imageRules.types.join(',') }) as const

interface FormDialogInput<Draft> {
  /** Identifies the draft besides the operator. */
  name: string
  empty: Draft
  mutation: { isPending: boolean; error: Error | null; reset: () => void }
  onClose: () => void
  discardOnClose?: boolean
}

/** Draft, errors and closing of a form in a dialog. */
export function useFormDialog<Draft extends object>(input: FormDialogInput<Draft>) {
  const { name, empty, mutation, onClose, discardOnClose = false } = input
  const draftName = `${name} ${useMe().data?._id}`
  const { draft, change } = useDraft(draftName, empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const close = () => {
    if (discardOnClose) discardDraft(draftName)
    mutation.reset()
    setErrors({})
    discardPendingRequests()
    onClose()
  }
  const edit = (part: Partial<Draft>) => {
    change(part)
    setErrors({})
  }
  return {
    draft,
    errors,
    mutation,
    close,
    edit,
    /** The props of a text field. */
    field: <Name extends keyof Draft & string>(name: Name) => ({
      name,
      value: draft[name],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value } as Partial<Draft>),
    }),
    /** Sends the form unless it has errors. */
    submit: (event: SubmitEvent<HTMLFormElement>, found: FieldErrors | undefined, send: () => void) => {
      event.preventDefault()
      setErrors(found ?? {})
      if (found) focusFirstError(event.currentTarget)
      else if (!mutation.isPending) send()
    },
    /** After the form was sent. */
    finish: () => {
      // Otherwise the values before would be shown while the dialog closes.
      if (!discardOnClose) change(empty)
      discardDraft(draftName)
      close()
    },
  }
}

interface FormFrameProps extends Pick<DialogProps, 'open' | 'title' | 'description' | 'children' | 'wide'> {
  form: Pick<ReturnType<typeof useFormDialog>, 'mutation' | 'close'>
  action: string
  loadingText?: string
  variant?: 'primary' | 'danger'
  disabled?: boolean
  /** Where to look before repeating a request whose outcome is unknown. */
  checkAt?: string
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  /** Instead of `onSubmit`, where there is nothing to fill in. */
  onConfirm?: () => void
  /** In the page instead of a dialog. */
  inPage?: true
}

/** The dialog, button and error of a form whose body is special. */
export function FormFrame(props: FormFrameProps) {
  const { form, action, loadingText, variant = 'primary', disabled = false, checkAt, children, ...rest } = props
  const { onSubmit, onConfirm, inPage, ...dialog } = rest
  const { isPending, error } = form.mutation
  const id = useId()
  const button = (
    <Button
      {...(onConfirm ? { onClick: onConfirm } : { type: 'submit', form: id })}
      variant={variant}
      full={inPage ?? false}
      disabled={disabled}
      loading={isPending}
      {...(loadingText && { loadingText })}
    >
      {action}
    </Button>
  )
  const fields = (
    <form id={id} noValidate className={layout.form} aria-label={inPage && action} onSubmit={onSubmit}>
      {children}
    </form>
  )
  const body = (
    <>
      {onConfirm ? children : fields}
      {error && <AlertBanner tone="error">{errorMessage(error, checkAt)}</AlertBanner>}
    </>
  )
  const inDialog = { onOpenChange: (next: boolean) => !next && form.close(), busy: isPending, action: button }
  return inPage ? (
    <div className={layout.form}>
      {body}
      <p className={layout.soft}>{dialog.description}</p>
      {button}
    </div>
  ) : (
    <Dialog {...dialog} {...inDialog}>
      {body}
    </Dialog>
  )
}

type In<C extends Call> = CallInput<C> extends { body: infer Body } ? Body : never
type PartName<Body> = Body extends unknown ? keyof Body : never
type Answer<C extends Call> = Replayable<Reply<C> & object>

interface FormDialogProps<C extends Call, Draft>
  extends DialogState, Omit<FormFrameProps, 'form' | 'open' | 'action' | 'disabled' | 'onSubmit' | 'onConfirm'> {
  call: C
  params?: Readonly<Record<ParamName<C['path']>, string>>
  /** Identifies the draft besides the operator; otherwise the call and its `params` do. */
  name?: string
  empty?: Draft
  /** Closing the dialog discards what was typed. */
  discardOnClose?: boolean
  /** Without fields, the dialog only asks for a confirmation. */
  fields?: readonly FormRow<Draft>[] | ((form: FormState<Draft>) => readonly FormRow<Draft>[])
  /** What is sent; without it, the draft. Its errors are those of the contract. */
  body?: (draft: Draft) => { [Name in PartName<In<C>>]?: unknown }
  action: string | ((draft: Draft) => string)
  disabled?: (draft: Draft) => boolean
  images?: (draft: Draft) => Readonly<Record<string, File | null>>
  /** Errors besides those of the contract. */
  check?: (draft: Draft) => FieldErrors | undefined
  /** Reported when it is made, by default the reply's message; `waiting`, when a second operator must approve it first. */
  done?: string | ((reply: Answer<C>, draft: Draft) => string | undefined)
  waiting?: string
  onDone?: (reply: Answer<C>, draft: Draft) => void
}

/** A form that sends a call of the contract: its fields, their errors by the contract's schema, and the reply as a message. */
export function FormDialog<C extends Call, Draft extends object>(props: FormDialogProps<C, Draft>) {
  const {
    call,
    params,
    name = `${call.method} ${pathOf(call.path, params ?? {})}`,
    empty = {} as Draft,
    discardOnClose,
    fields,
    body,
    images,
    check,
    done,
    waiting,
    onDone,
    ...rest
  } = props
  const { onClose, children, action, disabled, ...other } = rest
  const send = useSend(call, true)
  const form = useFormDialog({ name, empty, mutation: send, onClose, ...(discardOnClose && { discardOnClose }) })
  const { draft } = form
  const frame = {
    ...other,
    form,
    action: typeof action === 'function' ? action(draft) : action,
    disabled: disabled?.(draft) ?? false,
  }
  const input = body ? body(draft) : draft
  const onSent = (reply: Answer<C>) => {
    const text = typeof done === 'function' ? done(reply, draft) : (done ?? (reply as Outcome).message)
    if (text !== undefined) toastOutcome(reply as Outcome, text, waiting)
    form.finish()
    onDone?.(reply, draft)
  }
  const submit = () => {
    const given = { params, ...(call.body && { body: input }), ...(images && { images: images(draft) }) }
    // Not a callback of the mutation, which is skipped if the new figures remove the dialog. The frame shows an error.
    send.mutateAsync(given as CallInput<C>).then(onSent, () => undefined)
  }
  const errors = (): FieldErrors | undefined => {
    const found = { ...(call.body && fieldErrors(call.body, input)), ...check?.(draft) }
    return Object.values(found).some((error) => error !== undefined) ? found : undefined
  }
  if (!fields)
    return (
      <FormFrame {...frame} onConfirm={submit}>
        {children}
      </FormFrame>
    )
  return (
    <FormFrame {...frame} onSubmit={(event) => form.submit(event, errors(), submit)}>
      <FormFields rows={typeof fields === 'function' ? fields(form) : fields} form={form} />
      {children}
    </FormFrame>
  )
}

export const needsAdministrator = 'Needs a second administrator: the request is in the queue'
const needsOperator = 'Requested. A second operator must approve it'
interface Outcome {
  waitsForSecond?: boolean | undefined
  message?: string
}

/** Reports a change that the server made, or that a second operator must approve first. */
export function toastOutcome({ waitsForSecond }: Outcome, made: string, waiting = needsOperator): void {
  if (waitsForSecond) appToast.info(waiting)
  else appToast.success(made)
}

/** Text for what is booked only after an approval; with `APPROVALS=single` the same operator may give it. */
export const requestedText = (needsSecond: boolean): string =>
  needsSecond ? 'Requested. Another operator must approve it' : 'Requested. It can be approved in the queue'
export const bookedWhen = (needsSecond: boolean): string =>
  `Nothing is booked until ${needsSecond ? 'another operator approves it' : 'it is approved'}.`
