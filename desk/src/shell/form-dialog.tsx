import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog, type DialogProps } from '@sauda/ui/dialog'
import { errorMessage } from '@sauda/web/api-error'
import { useState, type SubmitEvent } from 'react'
import { discardPendingRequests } from './api.ts'
import { discardDraft, useDraft } from './draft.ts'
import { focusFirstError, type FieldErrors } from './field-errors.ts'
import { useMe } from './me.ts'
import layout from './layout.module.css'

/** A dialog about one item. The item stays while the dialog closes; each opening is a new dialog. */
export function useItemDialog<Item>() {
  const [shown, setShown] = useState<{ item: Item; open: boolean; key: number }>()
  return {
    show: (item: Item) => setShown((before) => ({ item, open: true, key: (before?.key ?? 0) + 1 })),
    dialog: shown && {
      ...shown,
      props: { open: shown.open, onClose: () => setShown({ ...shown, open: false }) },
    },
  }
}

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
      change(empty)
      discardDraft(draftName)
      close()
    },
  }
}

interface FormDialogProps extends Pick<DialogProps, 'open' | 'title' | 'description' | 'children' | 'wide'> {
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
}

export function FormDialog(props: FormDialogProps) {
  const { form, action, loadingText, variant = 'primary', disabled = false, checkAt, children, ...rest } = props
  const { onSubmit, onConfirm, ...dialog } = rest
  const { isPending, error } = form.mutation
  return (
    <Dialog
      {...dialog}
      onOpenChange={(next) => !next && form.close()}
      busy={isPending}
      action={
        <Button
          {...(onConfirm ? { onClick: onConfirm } : { type: 'submit', form: 'dialog-form' })}
          variant={variant}
          disabled={disabled}
          loading={isPending}
          {...(loadingText && { loadingText })}
        >
          {action}
        </Button>
      }
    >
      {onConfirm ? (
        children
      ) : (
        <form id="dialog-form" noValidate className={layout.form} onSubmit={onSubmit}>
          {children}
        </form>
      )}
      {error && <AlertBanner tone="error">{errorMessage(error, checkAt)}</AlertBanner>}
    </Dialog>
  )
}
