import { openedText } from '@sauda/contract/trading/corporate-action-name'
import { tradedAt } from '@sauda/contract/trading/valuation'
import { decimalOf, moneyOf } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import type { DeskTrade, Portfolio } from '@sauda/contract/trading/trade'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import type { TableColumn, TableProps } from '@sauda/ui/table'
import { DateTime } from '@sauda/web/date-time'
import { todayInIndia } from '@sauda/web/server-clock'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn, ListTable } from '../../shell/table.tsx'
import { Age } from '../../shell/pills.tsx'
import { useItemDialog } from '../../shell/form-dialog.tsx'
import { priceText, quantityText } from '../../shell/format.ts'
import { Faint, Lines, loanText, twoLines } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { TrailAmount } from '../../shell/trail.tsx'
import { TradePill } from './trades-table.tsx'
import layout from '../../shell/layout.module.css'
import { SquareOff } from './square-off.tsx'
import { useBook } from './trade.api.ts'

const columns: ColumnsOf<DeskTrade> = [
  headColumn('Stock', 'lead', (trade) =>
    twoLines(
      trade.waitingReversal ? (
        <span className={layout.row}>
          {trade.stockName}
          <Link to={`/trade/reversal/${trade.waitingReversal._id}`}>
            <TradePill trade={trade} />
          </Link>
        </span>
      ) : (
        trade.stockName
      ),
      <Link to={`/trade/${trade._id}`} translate="no">
        {trade.tradeId}
      </Link>,
      true,
    ),
  ),
  column('Bought', 'under', (trade) =>
    twoLines(
      <DateTime at={tradedAt(trade)} />,
      <Lines>
        {`at ${priceText(trade.avgPrice)}`}
        {trade.opened && <span>{openedText(trade.opened, todayInIndia())}</span>}
      </Lines>,
      true,
    ),
  ),
  endColumn('Open', 'line', ({ quantity, bookedQuantity }) =>
    twoLines(quantityText(quantity), quantity !== bookedQuantity && `of ${quantityText(bookedQuantity)}`),
  ),
  endColumn('Cost', 'figure', ({ _id, clientId, tradeId, cost, loanPart }) =>
    twoLines(
      <TrailAmount of={{ clientId, source: { cause: _id }, name: `Trade ${tradeId}` }}>
        <Money amount={paiseOf(cost)} />
      </TrailAmount>,
      loanText(loanPart),
    ),
  ),
]

// Enough for almost every client.
const shownAtFirst = 50

function PositionsTable({
  trades,
  loading = false,
}: Pick<TableProps<DeskTrade>, 'loading'> & { trades: readonly DeskTrade[] }) {
  const can = useCan()
  const [isWhole, setWhole] = useState(false)
  const { show, dialog } = useItemDialog<DeskTrade>((props) => (
    <SquareOff {...props} item={trades.find(({ _id }) => _id === props.item._id) ?? props.item} />
  ))
  const action: TableColumn<DeskTrade> = endColumn('Action', 'state', (trade) => (
    <Button
      variant="secondary"
      size="small"
      aria-label={`Square off ${trade.stockName} ${trade.tradeId}`}
      onClick={() => show(trade)}
    >
      Square off
    </Button>
  ))
  return (
    <>
      <ListTable
        label="Open positions"
        columns={[
          ...columns,
          // Hidden if no position has a price.
          trades.some(({ priceAt }) => priceAt !== undefined) &&
            endColumn('Now', 'line', (trade: DeskTrade) => <Now trade={trade} />),
          can('trade.book') && action,
        ]}
        rows={isWhole ? trades : trades.slice(0, shownAtFirst)}
        loading={loading}
        load={() => {
          setWhole(true)
          return Promise.resolve(trades.length)
        }}
        empty={<EmptyState title="No open positions" />}
        footer={
          !isWhole &&
          trades.length > shownAtFirst && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => setWhole(true)}
            >{`Show all ${quantityText(trades.length)}`}</Button>
          )
        }
      />
      {dialog}
    </>
  )
}

/** The last price, and the profit or loss at it. */
const Now = ({ trade }: { trade: DeskTrade }) => (
  <Lines>
    <LastPrice trade={trade} />
    {trade.priceAt !== undefined && <Money amount={unrealised(trade) ?? 0n} change />}
  </Lines>
)

export const unrealised = ({ currentPrice, priceAt, quantity, cost }: DeskTrade): bigint | undefined =>
  priceAt === undefined ? undefined : moneyOf(decimalOf(currentPrice) ?? 0n, decimalOf(quantity) ?? 0n) - paiseOf(cost)

export const LastPrice = ({ trade: { currentPrice, priceAt } }: { trade: DeskTrade }) =>
  priceAt === undefined ? (
    <Faint>No live price</Faint>
  ) : (
    <span>
      {priceText(currentPrice)} <Faint>{sentence('{age} old', { age: <Age since={priceAt} /> })}</Faint>
    </span>
  )

interface OpenPositionsProps {
  clientId: string
  children: (table: ReactNode, portfolio: Portfolio | undefined) => ReactNode
}

export const OpenPositions = ({ clientId, children }: OpenPositionsProps) => (
  <Loaded
    query={useBook(clientId)}
    what="the positions"
    loading={children(<PositionsTable trades={[]} loading="Loading the positions" />, undefined)}
  >
    {({ trades, portfolio }) =>
      children(
        <PositionsTable trades={trades.filter(({ action, status }) => action === 'BUY' && status === 'OPEN')} />,
        portfolio,
      )
    }
  </Loaded>
)
