import {
  calendarCalls,
  holidayListNames,
  holidayLists,
  type HolidayListKind,
  type HolidayListReading,
} from '@sauda/contract/core/calendar'
import { formatCount } from '@sauda/contract/platform/decimal'
import type { Reply } from '@sauda/contract/platform/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { Select } from '@sauda/ui/select'
import { Table } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { type ReactNode, useState } from 'react'
import {
  ImportFile,
  SecondNeededBanner,
  UnusedColumns,
  useFileImport,
  WaitingFileBanner,
} from '../../shell/import-file.tsx'
import layout from '../../shell/layout.module.css'
import { Lines, textLines, twoLines } from '../../shell/lines.tsx'
import { column, type ColumnsOf, headColumn } from '../../shell/table.tsx'

/** The import of the holidays that an exchange publishes. */
export function HolidayList() {
  const [list, setList] = useState<HolidayListKind>('trading')
  return (
    <>
      <div className={layout.choices}>
        <Select
          label="List of holidays to import"
          hint="Counts where the list has no column for it."
          options={holidayLists.map((value) => ({ value, label: holidayListNames[value] }))}
          value={list}
          onChange={(event) => setList(event.target.value as HolidayListKind)}
        />
      </div>
      <ListImport key={list} list={list} />
    </>
  )
}

const daysText = (count: number): string => (count === 1 ? '1 day' : `${formatCount(count)} days`)

const ListImport = ({ list }: { list: HolidayListKind }) => (
  <ImportFile
    label={`${holidayListNames[list]} of an exchange`}
    hint="The list of the equity segment as NSE or BSE publishes it, as CSV. An asterisk (*) behind a description stands for a session such as Muhurat trading."
    {...useFileImport(calendarCalls.previewList, calendarCalls.importList, { list })}
    action={({ days }) => (days.length > 0 ? `Add ${daysText(days.length)}` : undefined)}
    reading={(reading, action) => <Reading reading={reading} action={action} />}
    imported={(reading) =>
      reading.waitsForSecond ? (
        <WaitingFileBanner file={reading} />
      ) : (
        <AlertBanner
          tone="success"
          title={`${reading.name}: ${daysText(reading.days.length)} of the calendar changed`}
        />
      )
    }
  />
)

type Day = HolidayListReading['days'][number]
const columns: ColumnsOf<Day> = [
  headColumn('Date', 'lead', ({ day, line }) => twoLines(formatDate(day), `line ${formatCount(line)}`)),
  column('Until now', 'line', ({ before }) => before),
  column('Afterwards', 'line', ({ after }) => after),
]

function Reading({ reading, action }: { reading: Reply<typeof calendarCalls.previewList>; action: ReactNode }) {
  const { days, known, weekends, unread, unused, absent } = reading
  return (
    <>
      <SecondNeededBanner reasons={reading.secondReasons} />
      <Card
        title={
          days.length === 0
            ? 'The list changes nothing'
            : days.length === 1
              ? '1 day changes'
              : `${daysText(days.length)} change`
        }
        aside={action}
      >
        <Lines>
          <span>{`In the calendar already: ${formatCount(known)}. On a Saturday or Sunday, closed anyway: ${formatCount(weekends)}.`}</span>
          {textLines(unread)}
          <UnusedColumns columns={unused} />
          {absent.length > 0 && (
            <span>{`In the calendar and not in the list; they stay: ${absent.map(({ day, name }) => `${formatDate(day)} (${name})`).join(', ')}.`}</span>
          )}
        </Lines>
      </Card>
      {days.length > 0 && (
        <Card title="Days that change" flush>
          <Table label="Days that change" columns={columns} rows={days} rowKey={({ day }) => day} />
        </Card>
      )}
    </>
  )
}
