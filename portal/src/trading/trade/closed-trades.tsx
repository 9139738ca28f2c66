import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { AmountText, Traced } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Panel, Row } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '@sauda/web/date-time'
import { useIsDesktop } from '@sauda/web/media'
import { traceOf } from '../../shell/trail.ts'
import { Section } from '../../shell/section.tsx'
import { priceText, profitText, quantityText } from './trade.ts'
import { basisPointsOf, percentText } from '../../shell/percent.ts'
import styles from './trade.module.css'
import { closingPrice } from './trade.ts'
import { tradeText } from './trade.text.ts'

interface ClosedTradesProps {
  closed: readonly Trade[]
  /** The number of all sales, of which `closed` has the newest. */
  total: number
  failed: boolean
}

const pageCards = 12

export function ClosedTrades({ closed, total, failed }: ClosedTradesProps) {
  const [shown, setShown] = useState(pageCards)
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
        <ClosedList trades={closed.slice(0, shown)} />
      )}
      {shown < closed.length && (
        <Button variant="secondary" className={styles.more} onClick={() => setShown(shown + 4 * pageCards)}>
          Show more
        </Button>
      )}
      {shown >= closed.length && closed.length < total && (
        <p className="note">
          {sentence(tradeText.olderSales, {
            link: <Link to="/account/position/order-history">Order History</Link>,
          })}
        </p>
      )}
    </Section>
  )
}

/** A table where there is room for it, cards elsewhere. */
function ClosedList({ trades }: { trades: readonly Trade[] }) {
  if (useIsDesktop())
    return (
      <Card flush>
        <Table label="Closed Trades" columns={columns} rows={trades} rowKey={({ _id }) => _id} />
      </Card>
    )
  return (
    <ul className={styles.cards}>
      {trades.map((trade) => (
        <ClosedCard key={trade._id} trade={trade} />
      ))}
    </ul>
  )
}

const profitOf = ({ profitLoss = 0 }: Trade): bigint => paiseOf(profitLoss)

const changeOf = (trade: Trade): bigint => basisPointsOf(profitOf(trade), paiseOf(trade.cost))

const columns: readonly TableColumn<Trade>[] = [
  { key: 'stock', header: 'Stock Name', rowHeader: true, cell: ({ stockName }) => stockName },
  {
    key: 'type',
    header: 'Type',
    // A note like the average; not shown beside an open position.
    place: 'note',
    cell: ({ action }) => (
      <Row as="span" tight gap={2}>
        <Badge>CLOSED</Badge>
        {action === 'SELL' && <Badge>SELL</Badge>}
      </Row>
    ),
  },
  endColumn('quantity', 'Quantity', ({ quantity }) => quantityText(quantity)),
  endColumn('average', 'Average price', ({ avgPrice }) => <AmountText>{priceText(avgPrice)}</AmountText>, 'note'),
  endColumn('sell', 'Sell price', (trade) => <AmountText>{priceText(closingPrice(trade))}</AmountText>),
  endColumn('profit', 'Profit or loss', (trade) => <Profit trade={trade} />),
  endColumn('change', 'Change', (trade) => <Change basisPoints={changeOf(trade)} />),
  {
    key: 'closed',
    header: 'Closed at',
    cell: ({ createdAt }) => <span className="nowrap tabular">{formatDateTime(createdAt)}</span>,
  },
]

function Profit({ trade }: { trade: Trade }) {
  const profit = profitOf(trade)
  return (
    <span className={`nowrap ${profit > 0n ? 'gain' : profit < 0n ? 'loss' : ''}`}>
      <Traced onTrace={() => traceOf(`${trade.stockName} ${trade.tradeId}`, { cause: trade._id })(profit)}>
        <AmountText>{profitText(profit)}</AmountText>
      </Traced>
    </span>
  )
}

function ClosedCard({ trade }: { trade: Trade }) {
  const { stockName, action, quantity, avgPrice, createdAt, tradeId } = trade
  const terms: [string, string][] = [
    ['Quantity', quantityText(quantity)],
    ['Average price', priceText(avgPrice)],
    ['Sell price', priceText(closingPrice(trade))],
  ]
  return (
    <Panel as="li" className={styles.card}>
      <Row tight justify="between" gap={2}>
        <h3 className="md anywhere">{stockName}</h3>
        <Change basisPoints={changeOf(trade)} />
      </Row>
      <Row tight gap={2}>
        <Badge>CLOSED</Badge>
        {action === 'SELL' && <Badge>SELL</Badge>}
        <span className="push tabular nowrap lg strong">
          <span className="visually-hidden">Profit or loss </span>
          <Profit trade={trade} />
        </span>
      </Row>
      <dl className={styles.terms}>
        {terms.map(([term, value]) => (
          <div key={term}>
            <dt className="dim xs">{term}</dt>
            <dd>
              <AmountText>{value}</AmountText>
            </dd>
          </div>
        ))}
      </dl>
      <p className="note tabular">
        <AmountText>{tradeText.closedAt(priceText(closingPrice(trade)))}</AmountText>
        <br />
        {formatDateTime(createdAt)}, {tradeId}
      </p>
    </Panel>
  )
}

function Change({ basisPoints }: { basisPoints: bigint }) {
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
            <li key={trade._id}>
              <h3 className="md">{trade.stockName}</h3>
              <p>
                <AmountText>
                  {trade.action === 'SELL'
                    ? tradeText.sold(quantityText(trade.bookedQuantity), priceText(closingPrice(trade)))
                    : tradeText.bought(quantityText(trade.bookedQuantity), priceText(trade.avgPrice))}
                </AmountText>
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
