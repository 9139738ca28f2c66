import { widgetRules } from '@sauda/contract/trading/widget'
import { sentence } from '@sauda/ui/sentence'
import { Panel, Row } from '@sauda/ui/stack'
import { useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Section } from '../../shell/screen.tsx'
import { useCharts, marketText } from './market.api.ts'
import styles from './markets.module.css'
import { asOf, changeOf, PriceAge, priceNumber } from './price.tsx'
import { usePriceClock, useQuote, useWatch } from './prices.ts'
import { Widget, WidgetLoading } from './widget.tsx'

const PriceChart = lazyPart(
  () => import('./price-chart.tsx').then((module) => module.PriceChart),
  <WidgetLoading widget="chart" />,
)

/** The charting service's ticker tape and chart, and our own until they have loaded. */
export function Markets() {
  const [attempt, setAttempt] = useState(0)
  return (
    <Section
      id="markets"
      title="Markets"
      aside={
        <Link to="/account/watchlist" className="push reach">
          Watchlist
        </Link>
      }
    >
      <Panel className={styles.panel} key={attempt}>
        <Widget widget="ticker" title="Ticker tape by TradingView">
          {() => <TickerRow />}
        </Widget>
        <Widget widget="chart" title="Chart by TradingView">
          {(hasFailed) => <PriceChart onRetry={hasFailed ? () => setAttempt(attempt + 1) : undefined} />}
        </Widget>
        <p className={`faint ${styles.by}`}>
          {sentence(marketText.chartsBy, {
            link: (
              <a href={widgetRules.site} target="_blank" rel="noopener nofollow">
                TradingView
              </a>
            ),
          })}
        </p>
      </Panel>
    </Section>
  )
}

/** The same number as in the charting service's ticker tape. */
const maxSymbols = 6

function TickerRow() {
  const charts = useCharts()
  const symbols = (charts.data ?? []).slice(0, maxSymbols).map(({ symbol }) => symbol)
  useWatch(symbols)
  const clock = usePriceClock()
  if (charts.isLoading || (symbols.length > 0 && !clock)) return <WidgetLoading widget="ticker" />
  const label = clock?.source ? marketText.pricesFrom(clock.source) : marketText.tickerCloses
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <section className={`note ${styles.ticker}`} aria-label={label} tabIndex={0}>
      {clock?.feed === 'down' && <PriceAge quote={{ state: 'stale' }} />}
      <Row as="ul" tight gap={6}>
        {symbols.map((symbol) => (
          <Tick key={symbol} symbol={symbol} />
        ))}
      </Row>
      <p className={styles.noTicker}>{marketText.noTicker}</p>
    </section>
  )
}

function Tick({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol)
  const change = changeOf(quote.price, quote.previousClose)
  if (!quote.price) return null
  return (
    <Row as="li" tight align="baseline" gap={2} className="tabular nowrap" data-state={quote.state}>
      <span className="ink medium">{symbol}</span>
      <span>{priceNumber(quote.price)}</span>
      {change && <span className={change.isLoss ? 'loss' : 'gain'}>{change.text}</span>}
      {quote.at && quote.state !== 'live' && quote.state !== 'close' && (
        <span className="dim xs">{asOf(quote.at)}</span>
      )}
    </Row>
  )
}
