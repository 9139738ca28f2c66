import { useCharts } from './market.api.ts'
import { priceText } from './candles.ts'
import { changeOf } from './change.ts'
import { PriceAge } from './price-age.tsx'
import { asOf } from './price-words.ts'
import { usePriceClock, useQuote, useWatch } from './prices.ts'
import styles from './ticker-row.module.css'

/** As many as the charting service's tape has. */
const most = 6

/** What the market room knows of prices, in the place of the ticker tape; where it knows nothing, one quiet line. */
export function TickerRow() {
  const symbols = (useCharts().data ?? []).slice(0, most).map(({ symbol }) => symbol)
  useWatch(symbols)
  const clock = usePriceClock()
  if (clock?.feed !== 'up' && clock?.feed !== 'down')
    return <p className={styles.quiet}>The ticker tape is not available right now.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <section className={styles.row} aria-label={`Prices from ${clock.source}`} tabIndex={0}>
      {clock.feed === 'down' && <PriceAge quote={{ state: 'stale' }} />}
      <ul>
        {symbols.map((symbol) => (
          <Tick key={symbol} symbol={symbol} />
        ))}
      </ul>
    </section>
  )
}

function Tick({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol)
  const change = changeOf(quote.price, quote.previousClose)
  if (!quote.price) return null
  return (
    <li data-state={quote.state}>
      <span className={styles.symbol}>{symbol}</span>
      <span className={styles.price}>{priceText(quote.price)}</span>
      {change && <span className={change.isLoss ? styles.loss : styles.gain}>{change.text}</span>}
      {quote.at && quote.state !== 'live' && <span className={styles.at}>{asOf(quote.at)}</span>}
    </li>
  )
}
