import { type DayAmounts, dayFigures, type TradeDay, tradeDayCalls } from '@sauda/contract/trading/trade-day'
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

/** What a client's trades were charged, day by day. */
export const ClientTradeDays = ({ clientId }: { clientId: string }) => (
  <QueryCard
    title="Charges by trade day"
    label="Charges by trade day"
    query={usePages(
      tradeDayCalls.ofClient,
      { params: { clientId } },
      { nextOf: ({ days, hasMore }) => (hasMore ? days.at(-1)?.day : undefined) },
    )}
    rowsOf={({ pages }) => pages.flatMap(({ days }) => days)}
    columns={columns}
    rowKey={({ day }) => day}
    narrow="scroll"
    empty={<EmptyState title="No trade charges yet">Only days booked from the exchanges’ files have them.</EmptyState>}
  />
)
