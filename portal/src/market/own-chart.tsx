import { marketWords, type Candle, type CandleSpan, type Quote } from '@sauda/contract/market'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Select } from '@sauda/ui/select'
import { Spinner } from '@sauda/ui/spinner'
import { useMemo, useState, type ReactNode } from 'react'
import { onDevice } from '../shell/storage.ts'
import { CandleCanvas } from './candle-canvas.tsx'
import { CandleTable } from './candle-table.tsx'
import { candleNow, priceText } from './candles.ts'
import { changeOf } from './change.ts'
import { useCandles, useCharts, type Chart } from './market.api.ts'
import styles from './own-chart.module.css'
import { PriceAge } from './price-age.tsx'
import { useQuote, useWatch } from './prices.ts'

const none: readonly Candle[] = []
/** Where the instrument last looked at is kept. */
const key = 'chart'
const spans = [
  { value: '1m', label: '1 minute' },
  { value: '1h', label: '1 hour' },
  { value: '1d', label: '1 day' },
] as const

/** Our own chart, of what the market room knows: stands where the charting service's would, and says whose prices it shows. */
export function OwnChart({ onRetry }: { onRetry: () => void }) {
  const charts = useCharts()
  const [wanted, setWanted] = useState(() => onDevice.get(key))
  const want = (symbol: string) => {
    onDevice.set(key, symbol)
    setWanted(symbol)
  }
  const chart = charts.data?.find(({ symbol }) => symbol === wanted) ?? charts.data?.[0]
  if (charts.isPending) return <Coming />
  if (!chart)
    return (
      <div className={styles.whole}>
        <EmptyState
          title="No chart right now"
          action={
            <Button variant="secondary" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {charts.isError
            ? 'The charting service is not answering, and our own prices did not load.'
            : 'The charting service is not answering, and there are no prices of our own to draw.'}
        </EmptyState>
      </div>
    )
  return <Drawn chart={chart} charts={charts.data ?? []} onSymbol={want} onRetry={onRetry} />
}

interface DrawnProps {
  chart: Chart
  charts: readonly Chart[]
  onSymbol: (symbol: string) => void
  onRetry: () => void
}

function Drawn({ chart: { symbol, name }, charts, onSymbol, onRetry }: DrawnProps) {
  const [span, setSpan] = useState<CandleSpan>('1d')
  useWatch([symbol])
  const quote = useQuote(symbol)
  const { data, isPending } = useCandles(symbol, span, quote.state !== 'none')
  const candles = data?.candles ?? none
  const last = candles.at(-1)
  const now = useMemo(
    () => (data?.sample === false ? candleNow(last, quote, span) : undefined),
    [data, last, quote, span],
  )
  const label = data?.sample ? `${name}, ${marketWords.sample.toLowerCase()}` : `${name}, prices from ${data?.source}`
  return (
    <div className={styles.chart}>
      <div className={styles.head}>
        <Select
          label={<span className="visually-hidden">Instrument</span>}
          className={styles.select}
          value={symbol}
          onChange={(event) => onSymbol(event.target.value)}
          options={charts.map((each) => ({ value: each.symbol, label: `${each.symbol} · ${each.name}` }))}
        />
        <Now quote={quote} close={last?.close} before={candles.at(-2)?.close} />
        {data?.sample === false && (
          <RadioGroup
            label="One candle is"
            hideLabel
            look="segmented"
            options={spans}
            value={span}
            onValueChange={(value) => setSpan(value as CandleSpan)}
          />
        )}
      </div>
      <div className={styles.picture}>
        {candles.length > 0 && <CandleCanvas candles={candles} now={now} span={span} label={label} />}
        {isPending && <Coming />}
        {!isPending && candles.length === 0 && <p className={styles.whole}>No candles of this length yet</p>}
      </div>
      {candles.length > 0 && <CandleTable candles={candles} span={span} label={label} />}
      <p className={styles.source}>
        {data?.sample ? (
          <HonestyMark kind="sample">
            Example candles, the same for everybody. They are of no market and not live.
          </HonestyMark>
        ) : (
          <span>{data?.source && `Prices: ${data.source}`}</span>
        )}
        <button type="button" className={styles.retry} onClick={onRetry}>
          Try TradingView again
        </button>
      </p>
    </div>
  )
}

/** The price now where a feed tells it, else the last close. */
function Now({ quote, close, before }: { quote: Quote; close: string | undefined; before: string | undefined }) {
  const price = quote.price ?? close
  const change = quote.price ? changeOf(quote.price, quote.previousClose) : changeOf(close, before)
  return (
    <p className={styles.now} data-stale={quote.state === 'stale'}>
      {price && <span className={styles.price}>₹{priceText(price)}</span>}
      {change && <span className={change.isLoss ? styles.loss : styles.gain}>{change.text}</span>}
      {quote.state !== 'none' && <PriceAge quote={quote} />}
    </p>
  )
}

function Coming(): ReactNode {
  return (
    <output className={styles.whole}>
      <Spinner />
      <span className="visually-hidden">Loading...</span>
    </output>
  )
}
