import { calendarCalls, type CalendarEntry, calendarKindNames, calendarKinds } from '@sauda/contract/core/calendar'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Row } from '@sauda/ui/stack'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { todayInIndia } from '@sauda/web/server-clock'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { column, type ColumnsOf, endColumn, headColumn, QueryList, useHiddenRows } from '../../shell/table.tsx'
import {
  FormDialog,
  type DialogState,
  DialogButton,
  needsAdministrator,
  toastOutcome,
} from '../../shell/form-dialog.tsx'
import { Lines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { HolidayList } from './holiday-list.tsx'
import { Month } from './month.tsx'
import { PayoutFrame } from './payout-frame.tsx'
import layout from '../../shell/layout.module.css'
import { useCall, useChange, callApi } from '../../shell/api.ts'

/** Charts, market times and settlement depend on it. */
export function CalendarPage() {
  const mayChange = useCan()('operator.manage')
  const [month, setMonth] = useState(todayInIndia().slice(0, 7))
  const year = month.slice(0, 4)
  const query = useCall(calendarCalls.list, { query: { year } })
  const remove = useChange(({ day, kind }: CalendarEntry) =>
    callApi(calendarCalls.remove, { body: { day, kind } }).then((reply) =>
      toastOutcome(reply, 'Day removed', needsAdministrator),
    ),
  )
  const past = useHiddenRows(isPast, (count) => `Show ${count} past ${count === 1 ? 'entry' : 'entries'}`)
  const showPast = past.button(query.data?.entries)
  return (
    <PayoutFrame
      title="Trading calendar"
      description="Market holidays and settlement dates as the exchanges publish them."
      actions={
        mayChange && (
          <DialogButton variant="primary" icon={<Plus size={16} aria-hidden="true" />} dialog={AddDay}>
            Add day
          </DialogButton>
        )
      }
    >
      <Card>
        <Month month={month} entries={query.data?.entries} onTurn={setMonth} />
        <p className={layout.soft}>{query.data && `${query.data.tradingDays} trading days in ${year}`}</p>
      </Card>
      {remove.error && <AlertBanner tone="error">{errorMessage(remove.error)}</AlertBanner>}
      <QueryList
        label="Trading calendar"
        query={query}
        rowsOf={({ entries }) => [...Map.groupBy(past.shown(entries), ({ day }) => day).values()]}
        what="the calendar"
        columns={columnsOf(mayChange ? (entry) => remove.mutate(entry) : undefined)}
        rowKey={(entries) => dayOf(entries)}
        empty={
          <EmptyState title={showPast ? 'No further days this year' : 'No days entered for this year'}>
            Weekends are closed without an entry.
          </EmptyState>
        }
      >
        {showPast}
      </QueryList>
      {mayChange && <HolidayList />}
    </PayoutFrame>
  )
}

/** The entries of one day. */
type Day = readonly CalendarEntry[]

const isPast = ({ day }: CalendarEntry): boolean => day < todayInIndia()
const dayOf = (entries: Day): string => entries[0]?.day ?? ''
const linesOf = (entries: Day, textOf: (entry: CalendarEntry) => string) => (
  <Lines>
    {entries.map((entry) => (
      <span key={entry.kind}>{textOf(entry)}</span>
    ))}
  </Lines>
)

const columnsOf = (onRemove: ((entry: CalendarEntry) => void) | undefined): ColumnsOf<Day> => [
  headColumn('Date', 'lead', (entries) => (
    <span className={layout.row}>
      <span className="nowrap">{formatDate(dayOf(entries))}</span>
      {dayOf(entries) === todayInIndia() && <StatusPill tone="info">Today</StatusPill>}
    </span>
  )),
  column('Name', 'under', (entries) => linesOf(entries, ({ name }) => name)),
  column('Type', 'below', (entries) =>
    linesOf(entries, ({ name, kind }) =>
      name === calendarKindNames[kind] ? 'Settlement of unused funds' : calendarKindNames[kind],
    ),
  ),
  onRemove !== undefined &&
    endColumn('Change', 'figure', (entries) => (
      <Row gap={1} justify="end">
        {entries.map((entry) => (
          <Button
            key={entry.kind}
            variant="ghost"
            size="small"
            aria-label={`Remove ${entry.name}, ${formatDate(entry.day)}`}
            onClick={() => onRemove(entry)}
          >
            Remove
          </Button>
        ))}
      </Row>
    )),
]

const AddDay = (dialog: DialogState) => (
  <FormDialog
    {...dialog}
    call={calendarCalls.add}
    empty={{ day: '', kind: 'holiday', name: '' }}
    title="Add a day"
    fields={[
      { as: 'date', name: 'day', label: 'Date' },
      {
        as: 'select',
        name: 'kind',
        label: 'Type',
        options: calendarKinds.map((kind) => ({ value: kind, label: calendarKindNames[kind] })),
      },
      { name: 'name', label: 'Name', hint: 'As the exchanges publish it, for example Holi.' },
    ]}
    action="Add day"
    done="Day added"
    waiting={needsAdministrator}
  />
)
