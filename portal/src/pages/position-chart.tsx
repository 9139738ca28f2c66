import { tradedAt } from '@sauda/contract/trading/valuation'
import type { Position } from '@sauda/contract/trading/position'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { CandleCanvas } from '../trading/market/candle-canvas.tsx'
import { drawTrades, type ChartParts, type ChartTrade } from '../trading/market/trade-marks.ts'
import { useCandles, marketText } from '../trading/market/market.api.ts'
import { isDark, subscribeScheme } from '@sauda/ui/scheme'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import styles from '../trading/trade/trade.module.css'
import { useMedia } from '@sauda/web/hooks'
import { closingPrice, priceText } from '../trading/trade/trade.ts'
import { tradeText } from '../trading/trade/trade.text.ts'

function tradesOf(position: Position): ChartTrade[] {
  const sales = position.sales.filter(({ reversed }) => reversed === undefined)
  return [
    { at: tradedAt(position), side: 'buy', price: position.avgPrice },
    ...sales.map((sale) => ({ at: tradedAt(sale), side: 'sell', price: closingPrice(sale) }) as const),
  ]
}

/** Daily candles with the purchase, the sales and the average price. */
export function PositionChart({ position }: { position: Position }) {
  const { stockName, avgPrice } = position
  const { data, isPending } = useCandles(stockName, '1d', false)
  // The canvas reads its colours once.
  useMedia('(prefers-color-scheme: dark)')
  const scheme = useSyncExternalStore(subscribeScheme, isDark) ? 'dark' : 'light'
  const trades = useMemo(() => tradesOf(position), [position])
  const candles = data?.candles
  const overlay = useCallback(
    (parts: ChartParts) => drawTrades(parts, candles ?? [], { trades, average: avgPrice }),
    [candles, trades, avgPrice],
  )
  if (isPending) return <div className={styles.chart} />
  if (!data || data.candles.length === 0) return <p className="note">{marketText.noCandles}</p>
  const label = data.sample ? marketText.chartSample(stockName) : marketText.chartPrices(stockName, data.source)
  return (
    <figure>
      <div className={styles.chart}>
        <CandleCanvas
          key={scheme}
          candles={data.candles}
          now={undefined}
          span="1d"
          label={tradeText.positionChart(label, trades.length - 1, priceText(avgPrice))}
          overlay={overlay}
        />
      </div>
      <figcaption className="note">
        {tradeText.averageLine(priceText(avgPrice))}{' '}
        {data.sample ? (
          <DisclosureBadge kind="sample">{marketText.sampleCandles}</DisclosureBadge>
        ) : (
          marketText.source(data.source)
        )}
      </figcaption>
    </figure>
  )
}
