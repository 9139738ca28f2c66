import type { Candle, CandleSpan } from '@sauda/contract/trading/market'
import {
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  type IChartApi,
  type ISeriesApi,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import styles from './markets.module.css'
import { chartCandle, scaleFormat } from './trade-marks.ts'

interface CandleCanvasProps {
  candles: readonly Candle[]
  span: CandleSpan
  now: Candle | undefined
  label: string
}

type ChartParts = { readonly chart: IChartApi; readonly series: ISeriesApi<'Candlestick'> }

const candlePixels = { min: 6, max: 14 }

export function CandleCanvas({ candles, now, span, label }: CandleCanvasProps) {
  const container = useRef<HTMLDivElement>(null)
  const chartRef = useRef<ChartParts>(undefined)

  useEffect(() => {
    if (!container.current) return undefined
    const chart = createChart(container.current, options(container.current, span))
    const { outlineColor: up, textDecorationColor: down, backgroundColor } = getComputedStyle(container.current)
    // Hollow where the price rose, filled where it fell, so that colour is not the only difference.
    const bodies = { upColor: backgroundColor, downColor: down, borderUpColor: up, borderDownColor: down }
    const colours = { ...bodies, wickUpColor: up, wickDownColor: down }
    // On the scale the last price would cover another label; it is shown above the chart.
    chartRef.current = { chart, series: chart.addSeries(CandlestickSeries, { ...colours, lastValueVisible: false }) }
    return () => {
      chartRef.current = undefined
      chart.remove()
    }
  }, [span])

  useEffect(() => {
    const { chart, series } = chartRef.current ?? {}
    if (!chart || !series) return
    series.applyOptions({ priceFormat: { type: 'custom', ...scaleFormat(candles) } })
    series.setData(candles.map((candle) => chartCandle(candle, span)))
    const scale = chart.timeScale()
    // Few candles fill the width up to their maximum size; of many, the latest are shown at their minimum size.
    const from = Math.min(-2, candles.length - scale.width() / candlePixels.max)
    if (candles.length * candlePixels.min < scale.width())
      scale.setVisibleLogicalRange({ from, to: candles.length + 1 })
    else scale.scrollToRealTime()
  }, [candles, span])

  useEffect(() => {
    if (now) chartRef.current?.series.update(chartCandle(now, span))
  }, [now, candles, span])
  return <div ref={container} role="img" aria-label={label} className={styles.canvas} />
}

/** A canvas has no stylesheet, so the colours are read from its container. */
function options(container: HTMLElement, span: CandleSpan) {
  const { color, backgroundColor, borderTopColor, fontFamily } = getComputedStyle(container)
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: backgroundColor },
      textColor: color,
      fontFamily,
      fontSize: 12,
      // The logo needs a style element, which our policy forbids; there is a link below the chart instead.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: borderTopColor } },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderVisible: false, timeVisible: span !== '1d', secondsVisible: false, rightOffset: 2 },
    crosshair: { mode: CrosshairMode.Magnet },
    // en-IN abbreviates September to Sept.
    localization: { locale: 'en-US' },
    // Wheel and vertical touch scroll the page; the chart scrolls sideways and zooms by pinch.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  } as const
}
