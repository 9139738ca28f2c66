import { messageKindOf } from '@sauda/contract/client/message'
import { isClientRequest, queueCalls, queueErrors, queueRules, type QueueItem } from '@sauda/contract/core/queue'
import { dayInIndia, formatDateTime } from '@sauda/web/date-time'
import { useNavigate } from 'react-router'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { TemplateSelect } from '../../shell/template-select.tsx'

const dayMs = 86_400_000
const times = Array.from(
  { length: 24 },
  (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)

const momentOf = (day: string, time: string): string => {
  const moment = new Date(`${day}T${time}:00+05:30`)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

interface HoldDialogProps extends DialogState {
  item: QueueItem
  after: string
}

export function HoldDialog({ item, after, ...dialog }: HoldDialogProps) {
  const { kind, id, clientName } = item
  const navigate = useNavigate()
  return (
    <FormDialog
      {...dialog}
      call={queueCalls.hold}
      name={`hold ${id}`}
      empty={{
        reason: '',
        day: dayInIndia(new Date(Date.now() + dayMs)),
        time: '10:00',
        message: '',
        templateId: '',
      }}
      title="Put this case on hold"
      description="It leaves the queue and returns at the reminder, or when the client replies."
      fields={({ draft, edit }) => [
        {
          name: 'reason',
          label: 'Reason',
          hint: 'For colleagues. Not shown to the client.',
          maxLength: queueRules.reasonLength,
        },
        { as: 'date', name: 'day', label: 'Reminder', errorOf: 'remindAt', min: dayInIndia(new Date()) },
        {
          as: 'select',
          name: 'time',
          label: 'Time (IST)',
          options: times.map((value) => ({ value, label: value })),
        },
        isClientRequest(item) && {
          own: (
            <TemplateSelect
              kind={messageKindOf(kind)}
              id={id}
              value={draft.templateId}
              onFill={({ text, templateId }) => edit({ message: text, templateId })}
            />
          ),
        },
        isClientRequest(item) && {
          as: 'textarea',
          name: 'message',
          label: `Message to ${clientName ?? 'the client'}`,
          optional: true,
          rows: 3,
          hint: 'Sent by e-mail now, and shown as a notification.',
          maxLength: queueRules.messageLength,
        },
      ]}
      body={({ reason, day, time, message }) => ({
        kind,
        id,
        reason,
        remindAt: momentOf(day, time),
        message: message.trim() || undefined,
      })}
      check={({ day, time }) => {
        const isPast = Date.parse(momentOf(day, time)) <= Date.now()
        return isPast ? { remindAt: queueErrors.reminderPassed.message } : undefined
      }}
      action="Put on hold"
      loadingText="Saving"
      checkAt="the cases on hold"
      done={(_, { day, time }) => `On hold until ${formatDateTime(momentOf(day, time))}`}
      onDone={() => void navigate(after)}
    />
  )
}
