import { complaintCalls, type EscalationLevel } from '@sauda/contract/complaint'
import { TextField } from '@sauda/ui/text-field'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { useSaveLevel } from './complaint.api.ts'
import layout from '../shell/layout.module.css'

interface LevelDialogProps {
  level: EscalationLevel
  open: boolean
  onClose: () => void
}

export function LevelDialog({ level: { name, days, ...level }, open, onClose }: LevelDialogProps) {
  const save = useSaveLevel()
  const form = useFormDialog({
    name: `escalation level ${level.level}`,
    empty: { ...level, days: String(days) },
    mutation: save,
    onClose,
    discardOnClose: true,
  })
  const input = { ...form.draft, days: /^\d+$/.test(form.draft.days) ? Number(form.draft.days) : undefined }
  const { data } = complaintCalls.saveLevel.body.safeParse(input)
  const onSuccess = (outcome: Outcome) => {
    toastOutcome(outcome, `${name} updated`, needsAdministrator)
    form.close()
  }
  const text = (field: 'contact' | 'address' | 'phone' | 'email' | 'hours' | 'days', label: string) => (
    <TextField label={label} autoComplete="off" {...form.field(field)} />
  )
  return (
    <FormDialog
      form={form}
      open={open}
      title={name}
      description="Clients and the public page show this at once or, where there are two administrators, once the other has approved it."
      action="Save changes"
      loadingText="Saving"
      onSubmit={(event) =>
        form.submit(
          event,
          data ? undefined : fieldErrors(complaintCalls.saveLevel.body, input),
          () => data && save.mutate(data, { onSuccess }),
        )
      }
    >
      {text('contact', 'Contact person')}
      {text('address', 'Address')}
      <div className={layout.pair}>
        {text('phone', 'Phone')}
        {text('email', 'E-mail')}
        {text('hours', 'Working hours')}
        {text('days', 'Replies within (days)')}
      </div>
    </FormDialog>
  )
}
