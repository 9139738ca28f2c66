import { widgetRules } from '@sauda/contract/trading/widget'
import { sentence } from '@sauda/ui/sentence'
import { Panel, Row } from '@sauda/ui/stack'
import { useState } from 'react'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { Section } from '../../shell/section.tsx'
import { useCharts } from './market.api.ts'
import { marketText } from './market.text.ts'
import styles from './markets.module.css'
import { asOf, changeOf, PriceAge, priceNumber } from './price.tsx'
import { usePriceClock, useQuote, useWatch } from './prices.ts'
import { Widget, WidgetLoading } from './widget.tsx'

const PriceChart = lazyPart(
  () => import('./price-chart.tsx').then((module) => module.PriceChart),
  <WidgetLoading widget="chart" />,
)

/** The charting service's ticker tape and chart, or our own if it cannot be reached. */
export function Markets() {
  const [attempt, setAttempt] = useState(0)
  return (
    <Section id="markets" title="Markets">
      <Panel className={styles.panel} key={attempt}>
        <Widget widget="ticker" title="Ticker tape by TradingView">
          <TickerRow />
        </Widget>
        <Widget widget="chart" title="Chart by TradingView">
          <PriceChart onRetry={() => setAttempt(attempt + 1)} />
        </Widget>
      </Panel>
      <p className="faint">
        {sentence(marketText.chartsBy, {
          link: (
            <a href={widgetRules.site} target="_blank" rel="noopener nofollow">
              TradingView
            </a>
          ),
        })}
      </p>
    </Section>
  )
}

/** The same number as in the charting service's ticker tape. */
const maxSymbols = 6

function TickerRow() {
  const symbols = (useCharts().data ?? []).slice(0, maxSymbols).map(({ symbol }) => symbol)
  useWatch(symbols)
  const clock = usePriceClock()
  if (clock?.feed !== 'up' && clock?.feed !== 'down')
    return <p className={`note ${styles.noTicker}`}>{marketText.noTicker}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <section className={`note ${styles.ticker}`} aria-label={marketText.pricesFrom(clock.source)} tabIndex={0}>
      {clock.feed === 'down' && <PriceAge quote={{ state: 'stale' }} />}
      <Row as="ul" tight gap={6}>
        {symbols.map((symbol) => (
          <Tick key={symbol} symbol={symbol} />
        ))}
      </Row>
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
      {quote.at && quote.state !== 'live' && <span className="dim xs">{asOf(quote.at)}</span>}
    </Row>
  )
}
