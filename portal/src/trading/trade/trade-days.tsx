import { paiseOf } from '@sauda/contract/platform/money'
import { dayFigureKeys, dayFigures, type TradeDay } from '@sauda/contract/trading/trade-day'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { Section } from '../../shell/screen.tsx'
import { NotesOfDay } from './contract-notes.tsx'
import { isUnknown, useTradeDay, useTradeDays } from './trade.api.ts'
import { tradeText } from './trade.text.ts'

const rupees = (amount: number) => <Money amount={paiseOf(amount)} />

const columns: readonly TableColumn<TradeDay>[] = [
  {
    key: 'day',
    header: 'Trade day',
    cell: ({ day }) => <span className={pressed.name}>{formatDate(day)}</span>,
    rowHeader: true,
    place: 'lead',
  },
  endColumn('bought', 'Bought', ({ bought }) => rupees(bought)),
  endColumn('sold', 'Sold', ({ sold }) => rupees(sold)),
  endColumn('charges', 'Charges', ({ charges }) => rupees(charges)),
  endColumn('net', 'Net', ({ net }) => <Money amount={paiseOf(net)} />, 'figure'),
]

/** The days booked from the exchanges' files; nothing without one. */
export function TradeDays({ selected, onOpen }: { selected: string | undefined; onOpen: (day: string) => void }) {
  const list = useTradeDays()
  const rows = list.data?.pages.flatMap(({ days }) => days) ?? []
  // A server that has no such days does not know the address.
  if (list.isError && !list.data && !isUnknown(list.error))
    return <ErrorState look="line" title={tradeText.daysFailed} query={list} />
  if (rows.length === 0) return null
  return (
    <Section id="trade-days" title="Charges by trade day" aside={<span className="note">{tradeText.ofAllTrades}</span>}>
      <Card flush>
        <Table
          label="Charges by trade day"
          columns={columns}
          rows={rows}
          rowKey={({ day }) => day}
          selectedKey={selected ?? null}
          onRowPress={({ day }) => onOpen(day)}
        />
      </Card>
      <More list={list} label="Load more days" centred />
    </Section>
  )
}

/** The notes of a day and what its trades were charged. */
export const DayDetail = ({ day }: { day: string }) => (
  <Stack>
    <NotesOfDay day={day} />
    <DayCharges day={day} />
  </Stack>
)

function DayCharges({ day }: { day: string }) {
  const query = useTradeDay(day)
  return (
    <Loaded query={query} lines={8} failed={tradeText.dayFailed}>
      {({ days: [found] }) =>
        found ? <DescriptionList amounts items={factsOf(found)} /> : <p className="note">{tradeText.noDay}</p>
      }
    </Loaded>
  )
}

const factsOf = (day: TradeDay) => [
  ...dayFigureKeys.map((key) => ({ term: dayFigures[key], value: rupees(day[key]) })),
  { term: day.net < 0 ? 'You pay' : 'You receive', value: rupees(Math.abs(day.net)) },
]
