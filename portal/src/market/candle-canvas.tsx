import type { Candle, CandleSpan } from '@sauda/contract/market'
import {
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  type IChartApi,
  type ISeriesApi,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import styles from './candle-canvas.module.css'
import { drawn, scaleOf } from './candles.ts'

interface CandleCanvasProps {
  candles: readonly Candle[]
  span: CandleSpan
  /** The last candle, or one after it, as it is this moment. */
  now: Candle | undefined
  /** What the picture shows, in words. */
  label: string
}

/** Of one candle with the space beside it. */
const candlePixels = { least: 6, most: 14 }

/** A picture of candles; what it shows stands in a table beside it. */
export function CandleCanvas({ candles, now, span, label }: CandleCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<{ chart: IChartApi; series: ISeriesApi<'Candlestick'> }>(undefined)

  useEffect(() => {
    if (!place.current) return undefined
    const chart = createChart(place.current, options(place.current, span))
    const { outlineColor: up, textDecorationColor: down } = getComputedStyle(place.current)
    const colours = { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down }
    // The newest price stands in figures above; on the scale it would lie over another figure.
    const plain = { borderVisible: false, lastValueVisible: false }
    drawing.current = { chart, series: chart.addSeries(CandlestickSeries, { ...colours, ...plain }) }
    return () => {
      drawing.current = undefined
      chart.remove()
    }
  }, [span])

  useEffect(() => {
    const { chart, series } = drawing.current ?? {}
    if (!chart || !series) return
    series.applyOptions({ priceFormat: { type: 'custom', ...scaleOf(candles) } })
    series.setData(candles.map((candle) => drawn(candle, span)))
    const scale = chart.timeScale()
    // Few candles fill the place, without growing into walls; of many the newest are shown, wide enough to be seen.
    const from = Math.min(-2, candles.length - scale.width() / candlePixels.most)
    if (candles.length * candlePixels.least < scale.width())
      scale.setVisibleLogicalRange({ from, to: candles.length + 1 })
    else scale.scrollToRealTime()
  }, [candles, span])

  useEffect(() => {
    if (now) drawing.current?.series.update(drawn(now, span))
  }, [now, candles, span])
  return <div ref={place} role="img" aria-label={label} className={styles.canvas} />
}

/** The colours are those of its place in the page: a canvas knows no stylesheet. */
function options(place: HTMLElement, span: CandleSpan) {
  const { color, backgroundColor, borderTopColor, fontFamily } = getComputedStyle(place)
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: backgroundColor },
      textColor: color,
      fontFamily,
      fontSize: 12,
      // Its logo brings a style element, which our policy refuses; the link stands below the chart instead.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: borderTopColor } },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderVisible: false, timeVisible: span !== '1d', secondsVisible: false, rightOffset: 2 },
    crosshair: { mode: CrosshairMode.Magnet },
    localization: { locale: 'en-IN' },
    // The page scrolls under wheel and finger; the chart moves sideways and by pinch.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  } as const
}
