import { tradedAt } from '@sauda/contract/trading/valuation'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DateTime, formatDateTime } from '@sauda/web/date-time'
import { useIsNarrow } from '@sauda/web/hooks'
import { traceOf } from '../../shell/amounts.tsx'
import { Section } from '../../shell/screen.tsx'
import { closingPrice, priceText, quantityText, tradedText } from './trade.ts'
import { basisPointsOf, percentText } from '../../shell/percent.ts'
import { OlderSales } from './older-sales.tsx'
import { Percent, Price } from './row-figures.tsx'
import styles from './trade.module.css'
import { tradeText } from './trade.text.ts'

interface ClosedTradesProps {
  closed: readonly Trade[]
  /** The number of all sales, of which `closed` has the newest. */
  total: number
  failed: boolean
}

const pageRows = 12

export function ClosedTrades({ closed, total, failed }: ClosedTradesProps) {
  const [shown, setShown] = useState(pageRows)
  const isNarrow = useIsNarrow()
  return (
    <Section id="closed-trades" title="Closed Trades">
      {closed.length === 0 ? (
        <Card flush>
          {failed ? (
            <ErrorState title={tradeText.tradesFailed}>No closed trades.</ErrorState>
          ) : (
            <EmptyState title="No closed trades.">{tradeText.noSales}</EmptyState>
          )}
        </Card>
      ) : (
        <Card flush>
          <Table
            label="Closed Trades"
            columns={isNarrow ? cardColumns : columns}
            rows={closed.slice(0, shown)}
            rowKey={({ _id }) => _id}
          />
        </Card>
      )}
      {shown < closed.length && (
        <Button variant="secondary" className={styles.more} onClick={() => setShown(shown + 4 * pageRows)}>
          Show more
        </Button>
      )}
      {shown >= closed.length && closed.length < total && <OlderSales />}
    </Section>
  )
}

const profitOf = ({ profitLoss = 0 }: Trade): bigint => paiseOf(profitLoss)

const columns: readonly TableColumn<Trade>[] = [
  {
    key: 'stock',
    header: 'Stock Name',
    rowHeader: true,
    place: 'lead',
    cell: (trade) => <Stock trade={trade} />,
  },
  endColumn('quantity', 'Quantity', ({ quantity }) => quantityText(quantity)),
  endColumn('average', 'Average price', ({ avgPrice }) => <AmountText>{priceText(avgPrice)}</AmountText>),
  endColumn('sell', 'Sell price', (trade) => <AmountText>{priceText(closingPrice(trade))}</AmountText>),
  endColumn('profit', 'Profit or loss', (trade) => <Profit trade={trade} />, 'figure'),
  endColumn('change', 'Change', (trade) => <Change trade={trade} />, 'state'),
  {
    key: 'closed',
    header: 'Closed at',
    place: 'note',
    cell: (trade) => (
      <span className={`tabular sm ${styles.closed}`}>
        <AmountText>{tradeText.closedAt(priceText(closingPrice(trade)))}</AmountText>
        <span className={styles.closedOn}>
          <DateTime at={tradedAt(trade)} />
        </span>
      </span>
    ),
  },
]

/** On a phone two lines. */
const cardColumns: readonly TableColumn<Trade>[] = [
  ...columns.filter(({ place }) => place === 'lead'),
  endColumn(
    'profit',
    'Profit or loss',
    (trade) => (
      <span className="nowrap">
        <Profit trade={trade} /> <Percent basisPoints={basisPointsOf(profitOf(trade), paiseOf(trade.cost))} />
      </span>
    ),
    'figure',
  ),
  endColumn(
    'closed',
    'Closed at',
    (trade) =>
      sentence(tradeText.closedLot, {
        quantity: quantityText(trade.quantity),
        average: <Price of={trade.avgPrice} />,
        price: <Price of={closingPrice(trade)} />,
      }),
    'under',
  ),
]

const Stock = ({ trade: { stockName, action } }: { trade: Trade }) => (
  <>
    {stockName}{' '}
    <small className={`dim regular nowrap ${styles.kind}`}>
      {action === 'SELL' && <span>SELL</span>} <span>CLOSED</span>
    </small>
  </>
)

/** Without zeros at its end (section 9). */
function Profit({ trade }: { trade: Trade }) {
  return (
    <Money
      amount={profitOf(trade)}
      change
      trimmed
      onTrace={traceOf(`${trade.stockName} ${trade.tradeId}`, { cause: trade._id })}
    />
  )
}

function Change({ trade }: { trade: Trade }) {
  const basisPoints = basisPointsOf(profitOf(trade), paiseOf(trade.cost))
  const tone = basisPoints > 0n ? 'success' : basisPoints < 0n ? 'error' : 'neutral'
  const Icon = { success: TrendingUp, error: TrendingDown, neutral: Minus }[tone]
  return (
    <StatusPill tone={tone} icon={<Icon aria-hidden="true" />}>
      {percentText(basisPoints)}
    </StatusPill>
  )
}

export function ReversedTrades({ trades }: { trades: readonly Trade[] }) {
  if (trades.length === 0) return null
  return (
    <Section id="reversed-trades" title="Reversed trades">
      <p className="note">
        {sentence(tradeText.reversedTrades, { link: <Link to="/account/wallet/statement">statement</Link> })}
      </p>
      <Card flush>
        <ul className={`lines ${styles.reversed}`}>
          {trades.map((trade) => (
            <li key={trade._id} className="entry">
              <h3 className="md">{trade.stockName}</h3>
              <p>
                <AmountText>{tradedText(trade)}</AmountText>
              </p>
              {trade.reversed && (
                <p className="note">{tradeText.reversedOn(formatDateTime(trade.reversed.at), trade.reversed.reason)}</p>
              )}
              <p className="note">{tradeText.bookedOn(trade.tradeId, formatDateTime(trade.createdAt))}</p>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
