import { marketLabels } from '@sauda/contract/trading/market'
import { Button } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { Row } from '@sauda/ui/stack'
import { useState } from 'react'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { onDevice } from '../../shell/storage.ts'
import { ClosesChart } from './closes-chart.tsx'
import { useCharts, type ChartInfo, marketText } from './market.api.ts'
import styles from './markets.module.css'
import { usePriceClock, useQuote, useWatch } from './prices.ts'
import { WidgetLoading } from './widget.tsx'

const CandleChart = lazyPart(
  () => import('./candle-chart.tsx').then((module) => module.CandleChart),
  <div className={styles.picture}>
    <WidgetLoading widget="chart" />
  </div>,
)

const key = 'chart'

/** `onRetry`: once the charting service counts as unreachable. */
interface PriceChartProps {
  onRetry: (() => void) | undefined
}

/** Our own chart, shown until the charting service has answered: candles of the price feed, otherwise closes. */
export function PriceChart({ onRetry }: PriceChartProps) {
  const charts = useCharts()
  const [selected, setSelected] = useState(() => onDevice.get(key))
  const select = (symbol: string) => {
    onDevice.set(key, symbol)
    setSelected(symbol)
  }
  const chart = charts.data?.find(({ symbol }) => symbol === selected) ?? charts.data?.[0]
  if (charts.isLoading || (!chart && !onRetry)) return <WidgetLoading widget="chart" />
  if (!chart)
    return (
      <div className={styles.whole}>
        <EmptyState
          title={marketText.noChart}
          action={
            <Button variant="secondary" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {charts.isError ? marketText.pricesFailed : marketText.noPrices}
        </EmptyState>
      </div>
    )
  return <Chart chart={chart} charts={charts.data ?? []} onSymbol={select} onRetry={onRetry} />
}

interface ChartProps extends PriceChartProps {
  chart: ChartInfo
  charts: readonly ChartInfo[]
  onSymbol: (symbol: string) => void
}

const withoutFeed: readonly string[] = [marketLabels.sample, marketLabels.closes]

function Chart({ chart, charts, onSymbol, onRetry }: ChartProps) {
  const { symbol, name, source } = chart
  useWatch([symbol])
  const quote = useQuote(symbol)
  const hasCandles = !withoutFeed.includes(source) || ['live', 'delayed', 'stale'].includes(quote.state)
  const feed = usePriceClock()?.source
  const shownSource = hasCandles && withoutFeed.includes(source) ? (feed ?? source) : source
  return (
    <div className={styles.chart}>
      <Row gap="2 4" className={styles.chartHead}>
        <Select
          label={<span className="visually-hidden">Instrument</span>}
          className={styles.select}
          value={symbol}
          onChange={(event) => onSymbol(event.target.value)}
          options={charts.map((each) => ({ value: each.symbol, label: `${each.symbol} · ${each.name}` }))}
        />
      </Row>
      {hasCandles ? (
        <CandleChart key={symbol} chart={chart} quote={quote} />
      ) : (
        <div className={styles.closes}>
          <ClosesChart key={symbol} symbol={symbol} name={name} />
        </div>
      )}
      <Row justify="between" className={`note ${styles.source}`}>
        {shownSource === marketLabels.sample ? (
          <DisclosureBadge kind="sample">{marketText.sampleCloses}</DisclosureBadge>
        ) : (
          <span>{marketText.source(shownSource)}</span>
        )}
        {onRetry && (
          <button type="button" className={`bare ${styles.retry}`} onClick={onRetry}>
            Retry live chart
          </button>
        )}
      </Row>
    </div>
  )
}
