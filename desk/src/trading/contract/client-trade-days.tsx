import { type DayAmounts, dayFigures, type TradeDay, tradeDayCalls } from '@sauda/contract/trading/trade-day'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { EmptyState } from '@sauda/ui/empty-state'
import { formatDate } from '@sauda/web/date-time'
import { usePages } from '../../shell/api.ts'
import { amountColumn, type ColumnsOf, headColumn, QueryCard } from '../../shell/table.tsx'

/** The total first, so that a phone shows it without scrolling. */
const shownFigures = [
  'charges',
  'brokerage',
  'stt',
  'exchangeCharges',
  'sebiFee',
  'stampDuty',
  'gst',
  'bought',
  'sold',
] as const satisfies readonly (keyof DayAmounts<number>)[]

const columns: ColumnsOf<TradeDay> = [
  headColumn('Trade day', 'lead', ({ day }) => <span className="nowrap">{formatDate(day)}</span>),
  ...shownFigures.map((key) => amountColumn<TradeDay>(dayFigures[key], ({ [key]: amount }) => amount)),
]

/** The Monday of the week. */
function weekOf({ day }: TradeDay): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/** What a client's trades were charged, day by day, with the total of each week. */
export function ClientTradeDays({ clientId }: { clientId: string }) {
  const query = usePages(
    tradeDayCalls.ofClient,
    { params: { clientId } },
    { nextOf: ({ days, hasMore }) => (hasMore ? days.at(-1)?.day : undefined) },
  )
  const days = query.data?.pages.flatMap((page) => page.days) ?? []
  const totals = Map.groupBy(days, weekOf)
  const lastWeek = [...totals.keys()].at(-1)
  const totalOf = (week: string) => (totals.get(week) ?? []).reduce((sum, { charges }) => sum + paiseOf(charges), 0n)
  return (
    <QueryCard
      title="Charges by trade day"
      label="Charges by trade day"
      query={query}
      rowsOf={({ pages }) => pages.flatMap((page) => page.days)}
      columns={columns}
      rowKey={({ day }) => day}
      group={{
        keyOf: weekOf,
        // More days of the last week may be on the next page.
        heading: (week) =>
          query.hasNextPage && week === lastWeek
            ? `Week from ${formatDate(week)}`
            : `Week from ${formatDate(week)}: ${formatRupees(totalOf(week))}`,
      }}
      narrow="scroll"
      empty={
        <EmptyState title="No trade charges yet">Only days booked from the exchanges’ files have them.</EmptyState>
      }
      note={
        days.length > 0 &&
        'Trades that no exchange file has confirmed are not included; their charges are not known yet.'
      }
    />
  )
}
