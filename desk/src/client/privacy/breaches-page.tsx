import { type Breach, privacyCalls, privacyRules } from '@sauda/contract/client/privacy'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { DateField } from '@sauda/ui/date-field'
import { TextField } from '@sauda/ui/text-field'
import { DateTime, formatDateTime } from '@sauda/web/date-time'
import { buttonColumn, column, type ColumnsOf, headColumn, QueryList } from '../../shell/table.tsx'
import { FormDialog, type ItemDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import type { FormState } from '../../shell/form-field.tsx'
import { Faint, Lines, twoLines } from '../../shell/lines.tsx'
import { PrivacyFrame } from './privacy-page.tsx'
import layout from '../../shell/layout.module.css'
import { useCall } from '../../shell/api.ts'

export function BreachesPage() {
  const { show, dialog } = useItemDialog<Breach | undefined>((props) => <BreachDialog {...props} />)
  return (
    <PrivacyFrame
      right="operator.manage"
      actions={
        <Button variant="secondary" onClick={() => show(undefined)}>
          Record a breach
        </Button>
      }
    >
      <Card title="When personal data was breached">
        <ol className={layout.warnings}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
      <QueryList
        label="Breaches of personal data"
        query={useCall(privacyCalls.breaches, {})}
        rowsOf={({ breaches }) => breaches}
        what="the register"
        columns={columnsOf(show)}
        empty={
          <EmptyState title="No breaches recorded">
            {`The ${privacyRules.boardHours} hours run from the recorded discovery.`}
          </EmptyState>
        }
      />
      {dialog}
    </PrivacyFrame>
  )
}

const steps = [
  'Contain it, and record it here with the time of discovery.',
  'Inform the affected clients without delay: what happened, when and to what extent, likely consequences, what was done, what they can do, and a contact.',
  'Inform the Data Protection Board without delay, with a description.',
  `Report to the Board in detail within ${privacyRules.boardHours} hours: facts, measures, findings on who caused it, remedies and the notices given.`,
]

const hourMs = 3_600_000

const columnsOf = (show: (breach: Breach) => void): ColumnsOf<Breach> => [
  headColumn('Breach', 'lead', ({ number, recordedBy }) => twoLines(number, recordedBy)),
  column('What happened', 'under', ({ what, affected }) => twoLines(what, affected)),
  column('Discovered', 'line', ({ knownAt }) => <DateTime at={knownAt} />),
  column('Informed', 'line', ({ clientsInformedAt, boardInformedAt }) => (
    <Lines>
      <span>{`Clients: ${clientsInformedAt ? formatDateTime(clientsInformedAt) : 'not yet'}`}</span>
      <span>{`Board: ${boardInformedAt ? formatDateTime(boardInformedAt) : 'not yet'}`}</span>
    </Lines>
  )),
  column('Report to the Board', 'note', ({ boardReportedAt, reportDueAt, overdue }) => (
    <Lines>
      <span>{boardReportedAt ? formatDateTime(boardReportedAt) : `Due ${formatDateTime(reportDueAt)}`}</span>
      {!boardReportedAt && !overdue && (
        <strong>{`${Math.floor((Date.parse(reportDueAt) - Date.now()) / hourMs)} hours left`}</strong>
      )}
      {overdue && <StatusPill tone="error">{boardReportedAt ? 'Late' : 'Overdue'}</StatusPill>}
      {boardReportedAt && <Faint>{`Was due ${formatDateTime(reportDueAt)}`}</Faint>}
    </Lines>
  )),
  buttonColumn('Change', 'Edit', show, ({ number }) => number),
]

const times = ['happenedAt', 'knownAt', 'clientsInformedAt', 'boardInformedAt', 'boardReportedAt'] as const
const timeLabels = {
  happenedAt: ['Happened on', 'Happened at (IST)'],
  knownAt: ['Discovered on', 'Discovered at (IST)'],
  clientsInformedAt: ['Clients informed on', 'Clients informed at (IST)'],
  boardInformedAt: ['Board informed on', 'Board informed at (IST)'],
  boardReportedAt: ['Reported to the Board on', 'Reported to the Board at (IST)'],
} as const satisfies Record<(typeof times)[number], readonly [day: string, time: string]>

/** `2026-11-20T14:45` in India: the day and the time of the fields. */
const typedTime = (moment: string | undefined): string =>
  moment === undefined ? '' : new Date(Date.parse(moment) + 5.5 * hourMs).toISOString().slice(0, 16)
/** An invalid date is sent as typed, and rejected. */
function momentOf(typed: string): string | undefined {
  if (typed === '') return undefined
  const at = Date.parse(`${typed}:00+05:30`)
  return Number.isNaN(at) ? typed : new Date(at).toISOString()
}

type BreachDraft = Record<'what' | 'affected' | 'measures' | (typeof times)[number], string>

function BreachDialog({ item: breach, ...dialog }: ItemDialog<Breach | undefined>) {
  const empty: BreachDraft = {
    what: breach?.what ?? '',
    affected: breach?.affected ?? '',
    measures: breach?.measures ?? '',
    happenedAt: typedTime(breach?.happenedAt),
    knownAt: typedTime(breach?.knownAt),
    clientsInformedAt: typedTime(breach?.clientsInformedAt),
    boardInformedAt: typedTime(breach?.boardInformedAt),
    boardReportedAt: typedTime(breach?.boardReportedAt),
  }
  const text = (name: 'what' | 'affected' | 'measures', label: string) =>
    ({ as: 'textarea', name, label, maxLength: privacyRules.textLength }) as const
  return (
    <FormDialog
      {...dialog}
      call={breach ? privacyCalls.updateBreach : privacyCalls.recordBreach}
      params={{ breachId: breach?._id ?? '' }}
      empty={empty}
      discardOnClose
      title={breach ? breach.number : 'Record a breach'}
      description={`Every change is audited. The detailed report to the Board is due ${privacyRules.boardHours} hours after the breach became known.`}
      fields={(form) => [
        ...times.slice(0, 2).map((name) => ({ own: <MomentFields name={name} form={form} /> })),
        text('what', 'What happened'),
        text('affected', 'Clients and data affected'),
        text('measures', 'What was done'),
        ...times.slice(2).map((name) => ({ own: <MomentFields name={name} form={form} /> })),
      ]}
      body={(draft) =>
        Object.fromEntries(
          Object.entries(draft).map(([name, typed]) => [
            name,
            (times as readonly string[]).includes(name) ? momentOf(typed) : typed.replace(/\s+/g, ' ').trim(),
          ]),
        )
      }
      action="Save"
      loadingText="Saving"
      done={({ number }) => `${number} saved`}
    />
  )
}

/** A day and a time side by side. */
function MomentFields({ name, form }: { name: (typeof times)[number]; form: FormState<BreachDraft> }) {
  const [day = '', time = ''] = form.draft[name].split('T')
  const [dayLabel, timeLabel] = timeLabels[name]
  const edit = (next: { day?: string; time?: string }) => {
    const both = { day, time, ...next }
    form.edit({ [name]: both.day + both.time === '' ? '' : `${both.day}T${both.time}` })
  }
  return (
    <div className={layout.moment}>
      <DateField
        label={dayLabel}
        optional={name !== 'happenedAt' && name !== 'knownAt'}
        value={day}
        error={form.errors[name]}
        onText={(text) => edit({ day: text })}
      />
      <TextField label={timeLabel} type="time" value={time} onChange={(event) => edit({ time: event.target.value })} />
    </div>
  )
}
