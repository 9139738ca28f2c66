import { noteCalls, noteRules } from '@sauda/contract/note'
import { Checkbox } from '@sauda/ui/checkbox'
import { Textarea } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useAddNote } from './note.api.ts'

interface NoteDialogProps {
  clientId: string
  clientName: string
  open: boolean
  onClose: () => void
}

export function NoteDialog({ clientId, clientName, open, onClose }: NoteDialogProps) {
  const send = useAddNote(clientId)
  const empty = { text: '', isWarning: false }
  const form = useFormDialog({ name: `note ${clientId}`, empty, mutation: send, onClose })
  const { draft, errors, edit } = form
  const onSuccess = () => {
    appToast.success(draft.isWarning ? 'Warning pinned' : 'Note added')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Add a note about ${clientName}`}
      description="Visible to operators only. A note cannot be changed or deleted."
      action="Add note"
      checkAt="the timeline"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(noteCalls.add.body, draft), () => send.mutate(draft, { onSuccess }))
      }
    >
      <Textarea
        label="Note"
        rows={4}
        maxLength={noteRules.textLength}
        value={draft.text}
        error={errors['text']}
        onChange={(event) => edit({ text: event.target.value })}
      />
      <Checkbox
        label="Pin as a warning on top of the client and their cases"
        checked={draft.isWarning}
        onChange={(event) => edit({ isWarning: event.target.checked })}
      />
    </FormDialog>
  )
}
