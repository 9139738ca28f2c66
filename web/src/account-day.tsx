import type { AccountHistory, PastAccount, PastHolding } from '@sauda/contract/trading/account-history'
import { decimalOf, formatPrice, formatQuantity } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import { closeText } from '@sauda/contract/trading/market'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { Figure, FigureStrip } from '@sauda/ui/figure-strip'
import { Money } from '@sauda/ui/money'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDate } from './date-time.tsx'
import { useIsNarrow } from './hooks.ts'

const names = {
  cash: 'Cash',
  holdings: 'Holdings',
  onHold: 'On hold',
  unsettled: 'Unsettled',
  dues: 'Dues',
  loan: 'Loan in holdings',
} as const
type Part = keyof typeof names
const owed: Partial<Record<Part, true>> = { dues: true, loan: true }

/** The same on every day, so that the rows stay in their places. */
const partsOf = ({ figures }: AccountHistory): Part[] =>
  (Object.keys(names) as Part[]).filter(
    (part) => part === 'cash' || part === 'holdings' || figures.some((figure) => figure[part] !== 0),
  )

/** The parts, open requests and positions of an account at the end of an earlier day. */
export function AccountDay({ history, account }: { history: AccountHistory; account: PastAccount }) {
  const { parts, holdings, requests } = account
  const [oldest] = holdings
    .flatMap(({ close }) => close ?? [])
    .toSorted((one, other) => one.day.localeCompare(other.day))
  return (
    <>
      <FigureStrip label="Parts of the account">
        {partsOf(history).map((part) => (
          <Figure key={part} title={names[part]} amount={owed[part] ? -parts[part] : parts[part]} />
        ))}
      </FigureStrip>
      {requests.length > 0 && (
        <DescriptionList
          amounts
          items={requests.map(({ name, type, amount: asked }) => ({
            term: `${type === 'added' ? 'Deposit' : 'Withdrawal'} ${name}, open`,
            value: <Money amount={paiseOf(asked)} />,
          }))}
        />
      )}
      {oldest && <p className="note">{closeText({ isSample: oldest.isSample }, formatDate(oldest.day))}</p>}
      <Card flush>
        <Table
          label="Positions on this day"
          columns={useIsNarrow() ? columns.filter(({ key }) => key !== 'cost') : columns}
          rows={holdings}
          rowKey={({ symbol }) => symbol}
          empty={<EmptyState title="No open positions on this day." />}
        />
      </Card>
    </>
  )
}

const columns: readonly TableColumn<PastHolding>[] = [
  { key: 'symbol', header: 'Stock', cell: ({ symbol }) => symbol, rowHeader: true, place: 'lead' },
  endColumn('quantity', 'Quantity', ({ quantity }) => formatQuantity(decimalOf(quantity) ?? 0n)),
  endColumn('close', 'Close', ({ close }) => (close ? formatPrice(decimalOf(close.close) ?? 0n) : '–')),
  endColumn('cost', 'Cost', ({ cost }) => <Money amount={cost} />),
  endColumn('gain', 'Gain', ({ value, cost, close }) => (close ? <Money amount={value - cost} change /> : '–')),
  endColumn(
    'value',
    'Value',
    ({ value, close }) => (
      <>
        <Money amount={value} />
        {!close && <small className="dim block">At cost</small>}
      </>
    ),
    'figure',
  ),
]
