import type { Candle, CandleSpan, Quote } from '@sauda/contract/trading/market'
import { Segments } from '@sauda/ui/radio-group'
import { Row } from '@sauda/ui/stack'
import { useMemo, useState } from 'react'
import { HiddenTable } from '../../shell/hidden-table.tsx'
import { CandleCanvas } from './candle-canvas.tsx'
import { candleTime, currentCandle } from './trade-marks.ts'
import { useCandles, type ChartInfo, marketText } from './market.api.ts'
import styles from './markets.module.css'
import { changeOf, PriceAge, priceNumber } from './price.tsx'
import { WidgetLoading } from './widget.tsx'

const none: readonly Candle[] = []
const spans = [
  { value: '1m', label: '1 minute' },
  { value: '1h', label: '1 hour' },
  { value: '1d', label: '1 day' },
] as const

/** The candles of the price feed. */
export function CandleChart({ chart: { symbol, name }, quote }: { chart: ChartInfo; quote: Quote }) {
  const [span, setSpan] = useState<CandleSpan>('1d')
  const { data, isPending } = useCandles(symbol, span, quote.state !== 'none')
  const candles = data?.candles ?? none
  const last = candles.at(-1)
  const now = useMemo(
    () => (data?.sample === false ? currentCandle(last, quote, span) : undefined),
    [data, last, quote, span],
  )
  const label = data?.sample ? marketText.chartSample(name) : marketText.chartPrices(name, data?.source ?? '')
  return (
    <>
      <Row gap="2 4" className={styles.chartHead}>
        <CurrentPrice quote={quote} candles={candles} />
        <Segments label="Candle interval" options={spans} value={span} onValueChange={setSpan} />
      </Row>
      <div className={styles.picture}>
        {candles.length > 0 && <CandleCanvas candles={candles} now={now} span={span} label={label} />}
        {isPending && <WidgetLoading widget="chart" />}
        {!isPending && candles.length === 0 && <p className={styles.whole}>{marketText.noCandles}</p>}
      </div>
      {candles.length > 0 && <CandleTable candles={candles} span={span} label={label} />}
    </>
  )
}

function CurrentPrice({ quote, candles }: { quote: Quote; candles: readonly Candle[] }) {
  const [before, close] = [candles.at(-2)?.close, candles.at(-1)?.close]
  const price = quote.price ?? close
  const change = quote.price ? changeOf(quote.price, quote.previousClose) : changeOf(close, before)
  return (
    <Row as="p" align="baseline" gap="1 2" className={`tabular ${styles.current}`} data-stale={quote.state === 'stale'}>
      {price && <span className="xl strong">₹{priceNumber(price)}</span>}
      {change && <span className={change.isLoss ? 'loss' : 'gain'}>{change.text}</span>}
      {quote.state !== 'none' && <PriceAge quote={quote} />}
    </Row>
  )
}

const tableRows = 30

/** The latest candles of a chart, for screen readers. */
function CandleTable({ candles, span, label }: { candles: readonly Candle[]; span: CandleSpan; label: string }) {
  const latest = candles.slice(-tableRows).toReversed()
  return (
    <HiddenTable
      label={marketText.latestCandles(label, latest.length, candles.length)}
      headers={['Time', 'Open', 'High', 'Low', 'Close']}
      rows={latest.map(({ start, ...prices }) => [
        candleTime(start, span),
        ...[prices.open, prices.high, prices.low, prices.close].map(priceNumber),
      ])}
    />
  )
}
