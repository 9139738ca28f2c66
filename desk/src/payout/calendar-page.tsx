import { calendarCalls, type CalendarEntry, calendarKinds, type CalendarKind } from '@sauda/contract/calendar'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import type { TableColumn } from '@sauda/ui/table'
import { TextField } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate, todayInIndia } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog, useItemDialog } from '../shell/form-dialog.tsx'
import { Faint } from '../shell/lines.tsx'
import { ListCard, QueryTable } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { PayoutFrame } from './payout-frame.tsx'
import { useAddDay, useCalendar, useRemoveDay } from './payout.api.ts'
import layout from '../shell/layout.module.css'

const kindNames: Record<CalendarKind, string> = {
  holiday: 'Market holiday',
  session: 'Trading session on a weekend',
  monthly: 'Monthly settlement',
  quarterly: 'Quarterly settlement',
}

/** Charts, market times and settlement go by it. */
export function CalendarPage() {
  const mayChange = useCan()('operator.manage')
  const [year, setYear] = useState(todayInIndia().slice(0, 4))
  const query = useCalendar(year)
  const remove = useRemoveDay()
  const { show, dialog } = useItemDialog<string>()
  const current = Number(todayInIndia().slice(0, 4))
  const years = [current - 1, current, current + 1, current + 2].map(String)
  return (
    <PayoutFrame
      title="Trading calendar"
      description="Market holidays and settlement dates as the exchanges publish them. Charts, market times and settlement follow every change at once."
    >
      <div className={layout.bar}>
        <Select
          label="Year"
          options={years.map((each) => ({ value: each, label: each }))}
          value={year}
          onChange={(event) => setYear(event.target.value)}
        />
        {query.data && <Faint>{`${query.data.tradingDays} trading days`}</Faint>}
        {mayChange && (
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => show(year)}>
            Add day
          </Button>
        )}
      </div>
      {remove.error && <AlertBanner tone="error">{errorMessage(remove.error)}</AlertBanner>}
      <ListCard>
        <QueryTable
          label="Trading calendar"
          query={query}
          rowsOf={({ entries }) => entries}
          what="the calendar"
          columns={columnsOf(mayChange ? (entry) => remove.mutate(entry) : undefined)}
          rowKey={({ day, kind }) => `${day} ${kind}`}
          empty={<EmptyState title="No days entered for this year">Weekends are closed without an entry.</EmptyState>}
        />
      </ListCard>
      {dialog && <AddDay key={dialog.key} {...dialog.props} />}
    </PayoutFrame>
  )
}

const columnsOf = (onRemove: ((entry: CalendarEntry) => void) | undefined): readonly TableColumn<CalendarEntry>[] => [
  { key: 'day', header: 'Date', rowHeader: true, place: 'lead', cell: ({ day }) => formatDate(day) },
  { key: 'name', header: 'Name', place: 'under', cell: ({ name }) => name },
  { key: 'kind', header: 'Type', place: 'note', cell: ({ kind }) => kindNames[kind] },
  ...(onRemove
    ? [
        {
          key: 'remove',
          header: 'Change',
          align: 'end' as const,
          place: 'state' as const,
          cell: (entry: CalendarEntry) => (
            <Button
              variant="ghost"
              size="small"
              aria-label={`Remove ${entry.name}, ${formatDate(entry.day)}`}
              onClick={() => onRemove(entry)}
            >
              Remove
            </Button>
          ),
        },
      ]
    : []),
]

const empty = { day: '', kind: 'holiday' as CalendarKind, name: '' }
const { body } = calendarCalls.add

function AddDay({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddDay()
  const form = useFormDialog({ name: 'calendar day', empty, mutation: add, onClose })
  const { data } = body.safeParse(form.draft)
  const onSuccess = () => {
    appToast.success('Day added')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title="Add a day"
      action="Add day"
      onSubmit={(event) =>
        form.submit(
          event,
          data ? undefined : fieldErrors(body, form.draft),
          () => data && add.mutate(data, { onSuccess }),
        )
      }
    >
      <TextField label="Date" hint="As YYYY-MM-DD." {...form.field('day')} />
      <Select
        label="Type"
        options={calendarKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
        value={form.draft.kind}
        onChange={(event) => form.edit({ kind: event.target.value as CalendarKind })}
      />
      <TextField label="Name" hint="As the exchanges publish it, for example Holi." {...form.field('name')} />
    </FormDialog>
  )
}
