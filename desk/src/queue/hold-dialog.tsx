import { isClientRequest, queueCalls, queueErrors, queueRules, type QueueItem } from '@sauda/contract/queue'
import { DateField } from '@sauda/ui/date-field'
import { Select } from '@sauda/ui/select'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { dayInIndia, formatDateTime } from '@sauda/web/date-time'
import { useNavigate } from 'react-router'
import { messageKindOf } from '@sauda/contract/message'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { TemplateSelect } from '../shell/template-select.tsx'
import { useHold } from './queue.api.ts'

const dayMs = 86_400_000
const times = Array.from(
  { length: 24 },
  (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)

const momentOf = (day: string, time: string): string => {
  const moment = new Date(`${day}T${time}:00+05:30`)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

interface HoldDialogProps {
  item: QueueItem
  open: boolean
  onClose: () => void
  after: string
}

export function HoldDialog({ item, open, onClose, after }: HoldDialogProps) {
  const { kind, id, clientName } = item
  const hold = useHold({ kind, id })
  const navigate = useNavigate()
  const form = useFormDialog({
    name: `hold ${id}`,
    empty: { reason: '', day: dayInIndia(new Date(Date.now() + dayMs)), time: '10:00', message: '', templateId: '' },
    mutation: hold,
    onClose,
  })
  const { draft, errors, edit, field } = form
  const remindAt = momentOf(draft.day, draft.time)
  const message = draft.message.trim()
  const body = { kind, id, reason: draft.reason, remindAt, message }
  const found = fieldErrors(queueCalls.hold.body, body)
  const late = remindAt !== '' && Date.parse(remindAt) <= Date.now() ? queueErrors.reminderPassed.message : undefined
  const send = () =>
    hold.mutate(
      { reason: draft.reason, remindAt, ...(message !== '' && { message }) },
      {
        onSuccess: () => {
          appToast.success(`On hold until ${formatDateTime(remindAt)}`)
          form.finish()
          void navigate(after)
        },
      },
    )
  return (
    <FormDialog
      form={form}
      open={open}
      title="Put this case on hold"
      description="It leaves the queue and returns at the reminder, or when the client replies."
      action="Put on hold"
      loadingText="Saving"
      checkAt="the cases on hold"
      onSubmit={(event) => form.submit(event, found ?? (late === undefined ? undefined : { remindAt: late }), send)}
    >
      <TextField
        label="Reason"
        hint="For colleagues. Not shown to the client."
        autoComplete="off"
        maxLength={queueRules.reasonLength}
        {...field('reason')}
      />
      <DateField
        label="Reminder"
        value={draft.day}
        error={errors['remindAt']}
        onText={(day) => edit({ day })}
        min={dayInIndia(new Date())}
      />
      <Select label="Time (IST)" options={times.map((value) => ({ value, label: value }))} {...field('time')} />
      {isClientRequest(item) && (
        <>
          <TemplateSelect
            kind={messageKindOf(kind)}
            id={id}
            value={draft.templateId}
            onFill={({ text, templateId }) => edit({ message: text, templateId })}
          />
          <Textarea
            label={`Message to ${clientName ?? 'the client'}`}
            optional
            rows={3}
            hint="Sent by e-mail now, and shown as a notification."
            maxLength={queueRules.messageLength}
            {...field('message')}
          />
        </>
      )}
    </FormDialog>
  )
}
