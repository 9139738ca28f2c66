import { useCharts } from './market.api.ts'
import { marketText } from './market.text.ts'
import styles from './markets.module.css'
import { asOf, changeOf, PriceAge, priceNumber } from './price.tsx'
import { usePriceClock, useQuote, useWatch } from './prices.ts'

/** As many as in the charting service's ticker tape. */
const maxSymbols = 6

export function TickerRow() {
  const symbols = (useCharts().data ?? []).slice(0, maxSymbols).map(({ symbol }) => symbol)
  useWatch(symbols)
  const clock = usePriceClock()
  if (clock?.feed !== 'up' && clock?.feed !== 'down')
    return <p className={`note ${styles.noTicker}`}>{marketText.noTicker}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <section className={`note ${styles.ticker}`} aria-label={marketText.pricesFrom(clock.source)} tabIndex={0}>
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
      <span>{priceNumber(quote.price)}</span>
      {change && <span className={change.isLoss ? 'loss' : 'gain'}>{change.text}</span>}
      {quote.at && quote.state !== 'live' && <span className={styles.at}>{asOf(quote.at)}</span>}
    </li>
  )
}
