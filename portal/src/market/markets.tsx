import { widgetRules } from '@sauda/contract/widget'
import { sentence } from '@sauda/ui/sentence'
import { useState } from 'react'
import { later } from '../shell/later.tsx'
import styles from './markets.module.css'
import { TickerRow } from './ticker-row.tsx'
import { Widget } from './widget.tsx'

const OwnChart = later(() => import('./own-chart.tsx').then((own) => own.OwnChart))

/** Ticker tape and chart of the charting service, or ours where it cannot be reached; dark, as a chart's place is. */
export function Markets() {
  const [attempt, setAttempt] = useState(0)
  return (
    <section className={styles.markets} aria-labelledby="markets">
      <h2 id="markets">Markets</h2>
      <div className={styles.panel} key={attempt}>
        <Widget widget="ticker" title="Ticker tape by TradingView">
          <TickerRow />
        </Widget>
        <Widget widget="chart" title="Chart by TradingView">
          <OwnChart onRetry={() => setAttempt(attempt + 1)} />
        </Widget>
      </div>
      <p className={styles.credit}>
        {sentence('Charts by {link}', {
          link: (
            <a href={widgetRules.site} target="_blank" rel="noopener nofollow">
              TradingView
            </a>
          ),
        })}
      </p>
    </section>
  )
}
