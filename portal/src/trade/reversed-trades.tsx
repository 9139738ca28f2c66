import type { Trade } from '@sauda/contract/trade'
import { Card } from '@sauda/ui/card'
import { sentence } from '@sauda/ui/sentence'
import { formatDateTime } from '@sauda/web/date-time'
import styles from './reversed-trades.module.css'
import { closingPrice } from './book.ts'
import { priceText, quantityText } from './text.ts'

const words = { BUY: 'Bought {quantity} at {price}', SELL: 'Sold {quantity} at {price}' } as const

/** Bookings of ours that were wrong and are undone: nothing a client has seen just disappears. */
export function ReversedTrades({ trades }: { trades: readonly Trade[] }) {
  if (trades.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="reversed-trades">
      <h2 id="reversed-trades">Reversed by us</h2>
      <p className={styles.soft}>Booked by mistake and undone. Your money is as if they had never been booked.</p>
      <Card flush>
        <ul className={styles.list}>
          {trades.map((trade) => (
            <li key={trade._id}>
              <h3>{trade.stockName}</h3>
              <p>
                {sentence(words[trade.action], {
                  quantity: quantityText(trade.bookedQuantity),
                  price: priceText(trade.action === 'SELL' ? closingPrice(trade) : trade.avgPrice),
                })}
              </p>
              {trade.reversed && (
                <p
                  className={styles.soft}
                >{`Reversed ${formatDateTime(trade.reversed.at)}: ${trade.reversed.reason}`}</p>
              )}
              <p className={styles.soft}>{`${trade.tradeId}, booked ${formatDateTime(trade.createdAt)}`}</p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
