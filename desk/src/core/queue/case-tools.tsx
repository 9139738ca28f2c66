import {
  queueCalls,
  type QueueItem,
  isClientRequest,
  isOnHold,
  queueErrors,
  queueRules,
} from '@sauda/contract/core/queue'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { dayInIndia, formatDateTime } from '@sauda/web/date-time'
import { useState } from 'react'
import { useNow } from '@sauda/web/hooks'
import { todayInIndia } from '@sauda/web/server-clock'
import { FormDialog, type ItemDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import { useCall, useSend } from '../../shell/api.ts'
import { useMe } from '../../shell/me.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import layout from '../../shell/layout.module.css'
import { messageKindOf } from '@sauda/contract/client/message'
import { useNavigate } from 'react-router'
import { TemplateSelect } from '../../shell/template-select.tsx'

/** Hold and assignment of the open case; `after` is where to go once it is on hold. */
export function CaseTools({ item, after }: { item: QueueItem; after: string }) {
  const { kind, id } = item
  const now = useNow()
  const me = useMe().data
  const assign = useSend(queueCalls.assign)
  const resume = useSend(queueCalls.resume)
  const holding = useItemDialog<QueueItem>((props) => <HoldDialog {...props} after={after} />)
  const assigning = useItemDialog<QueueItem>((props) => <AssignDialog {...props} />)
  const onHold = isOnHold(item, now)
  const isMine = item.assigned === true && item.takenById === me?._id
  const failed = { onError: (error: Error) => appToast.error(errorMessage(error)) }
  const toggleHold = () => (onHold ? resume.mutate({ body: { kind, id } }, failed) : holding.show(item))
  const toggleMine = () => me && assign.mutate({ body: { kind, id, operatorId: isMine ? undefined : me._id } }, failed)
  useShortcuts('Case', [
    { keys: ['h'], does: 'Put on hold, or end the hold', run: toggleHold },
    { keys: ['m'], does: 'Assign to me, or to nobody', run: toggleMine },
  ])
  return (
    <>
      <Button variant="secondary" size="small" loading={resume.isPending} onClick={toggleHold}>
        {onHold ? 'End hold' : 'Put on hold'}
      </Button>
      <Button variant="secondary" size="small" loading={assign.isPending} onClick={() => assigning.show(item)}>
        {item.assigned ? `Assigned to ${isMine ? 'you' : item.takenBy}` : 'Assign'}
      </Button>
      {holding.dialog}
      {assigning.dialog}
    </>
  )
}

function AssignDialog({ item, ...dialog }: ItemDialog<QueueItem>) {
  const { kind, id, assigned, takenById = '' } = item
  const me = useMe().data
  const { operators = [] } = useCall(queueCalls.colleagues, { query: { kind } }).data ?? {}
  const [before] = useState(assigned ? takenById : '')
  return (
    <FormDialog
      {...dialog}
      call={queueCalls.assign}
      name={`assign ${id}`}
      empty={{ operatorId: before || (me?._id ?? '') }}
      discardOnClose
      title="Assign this case"
      description="It is listed under Mine for that operator. Others can still open and decide it."
      fields={[
        {
          as: 'select',
          name: 'operatorId',
          label: 'Operator',
          options: [
            { value: '', label: 'Nobody' },
            ...operators.map(({ _id, name }) => ({ value: _id, label: _id === me?._id ? `${name} (you)` : name })),
          ],
        },
      ]}
      body={({ operatorId }) => ({ kind, id, operatorId: operatorId || undefined })}
      action="Assign"
      disabled={({ operatorId }) => operatorId === before}
      // The button of the case shows it.
      done={() => undefined}
    />
  )
}

export function HoldNotice({ hold, onHold }: { hold: NonNullable<QueueItem['hold']>; onHold: boolean }) {
  const { by, reason, remindAt, message } = hold
  return (
    <AlertBanner tone="info" title={onHold ? `On hold until ${formatDateTime(remindAt)}` : `Reminder: ${reason}`}>
      {onHold ? `${by}: “${reason}”.` : `${by} put it on hold until ${formatDateTime(remindAt)}.`}
      {message !== undefined && <span className={layout.written}>{` Sent to the client: “${message}”`}</span>}
    </AlertBanner>
  )
}

/** The day after `2026-11-30`. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const times = Array.from(
  { length: 24 },
  (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)

const momentOf = (day: string, time: string): string => {
  const moment = new Date(`${day}T${time}:00+05:30`)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

function HoldDialog({ item, after, ...dialog }: ItemDialog<QueueItem> & { after: string }) {
  const { kind, id, clientName } = item
  const navigate = useNavigate()
  return (
    <FormDialog
      {...dialog}
      call={queueCalls.hold}
      name={`hold ${id}`}
      empty={{
        reason: '',
        day: dayAfter(todayInIndia()),
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
        { as: 'date', name: 'day', label: 'Reminder', errorOf: 'remindAt', min: todayInIndia() },
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
        // A wrong clock of this device must not refuse the reminder; the server checks it again.
        const today = todayInIndia()
        const isClockRight = dayInIndia(new Date()) === today
        const moment = Date.parse(momentOf(day, time))
        const isPast = moment < Date.parse(momentOf(today, '00:00')) || (isClockRight && moment <= Date.now())
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
