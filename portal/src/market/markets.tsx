import { widgetRules } from '@sauda/contract/widget'
import { sentence } from '@sauda/ui/sentence'
import { useState } from 'react'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Section } from '../shell/section.tsx'
import { marketText } from './market.text.ts'
import styles from './markets.module.css'
import { TickerRow } from './ticker-row.tsx'
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
      <div className={styles.panel} key={attempt}>
        <Widget widget="ticker" title="Ticker tape by TradingView">
          <TickerRow />
        </Widget>
        <Widget widget="chart" title="Chart by TradingView">
          <PriceChart onRetry={() => setAttempt(attempt + 1)} />
        </Widget>
      </div>
      <p className={styles.credit}>
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
