import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { formatDateTime } from '@sauda/web/date-time'
import { closingPrice } from './book.ts'
import styles from './closed-trades.module.css'
import { basisPointsOf, percentText } from './percent.ts'
import { Profit } from './profit.tsx'
import { priceText, quantityText } from './text.ts'

/** A sale: what it brought, in percent of what it had cost. */
export function ClosedCard({ trade }: { trade: Trade }) {
  const { stockName, action, quantity, avgPrice, profitLoss = 0, cost, createdAt, tradeId } = trade
  const profit = paiseOf(profitLoss)
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3>{stockName}</h3>
        <Change basisPoints={basisPointsOf(profit, paiseOf(cost))} />
      </div>
      <div className={styles.badges}>
        <Badge>CLOSED</Badge>
        {action === 'SELL' && <Badge>SELL</Badge>}
        <span className={styles.profit}>
          <span className="visually-hidden">Profit or loss </span>
          <Profit paise={profit} />
        </span>
      </div>
      <dl className={styles.terms}>
        <div>
          <dt>Quantity</dt>
          <dd>{quantityText(quantity)}</dd>
        </div>
        <div>
          <dt>Average price</dt>
          <dd>{priceText(avgPrice)}</dd>
        </div>
        <div>
          <dt>Sell price</dt>
          <dd>{priceText(closingPrice(trade))}</dd>
        </div>
      </dl>
      <p className={styles.when}>
        {`Closed at ${priceText(closingPrice(trade))}`}
        <br />
        {formatDateTime(createdAt)}, {tradeId}
      </p>
    </li>
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
