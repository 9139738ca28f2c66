import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { fieldErrors } from '../shell/field-errors.ts'
import { useNeedsSecond } from '../shell/me.ts'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { clientCalls } from '@sauda/contract/client'
import { Textarea } from '@sauda/ui/text-field'
import { useFreeze } from './client.api.ts'

interface FreezeDialogProps {
  clientId: string
  name: string
  freeze: boolean
  open: boolean
  onClose: () => void
}

export function FreezeDialog({ clientId, name, freeze, open, onClose }: FreezeDialogProps) {
  const send = useFreeze(clientId, freeze)
  const form = useFormDialog({ name: `freeze ${clientId}`, empty: { reason: '' }, mutation: send, onClose })
  const { draft } = form
  const needsSecond = useNeedsSecond()
  const onSuccess = (reply: Outcome & { message: string }) => {
    toastOutcome(reply, freeze ? `${name} can no longer log in` : `${name} can log in again`, needsAdministrator)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={freeze ? `Freeze ${name}’s login` : `Unfreeze ${name}’s login`}
      description={
        freeze
          ? 'They are logged out now and cannot log in until an operator unfreezes the login.'
          : `They can log in again at once.${needsSecond ? ' If another operator froze the login, a second administrator must approve this first.' : ''}`
      }
      action={freeze ? 'Freeze login' : 'Unfreeze login'}
      variant={freeze ? 'danger' : 'primary'}
      onSubmit={(event) =>
        form.submit(event, fieldErrors(clientCalls.freeze.body, draft), () => send.mutate(draft.reason, { onSuccess }))
      }
    >
      <Textarea label="Reason" hint="Stored in the audit trail." maxLength={300} {...form.field('reason')} />
    </FormDialog>
  )
}
