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
import { drawn, priceText } from './candles.ts'

interface CandleCanvasProps {
  candles: readonly Candle[]
  span: CandleSpan
  /** What the picture shows, in words. */
  label: string
}

const candlePixels = 6

/** A picture of candles; what it shows stands in a table beside it. */
export function CandleCanvas({ candles, span, label }: CandleCanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<{ chart: IChartApi; series: ISeriesApi<'Candlestick'> }>(undefined)

  useEffect(() => {
    if (!place.current) return undefined
    const chart = createChart(place.current, options(place.current, span))
    const { outlineColor: up, textDecorationColor: down } = getComputedStyle(place.current)
    const colours = { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down }
    drawing.current = { chart, series: chart.addSeries(CandlestickSeries, { ...colours, borderVisible: false }) }
    return () => {
      drawing.current = undefined
      chart.remove()
    }
  }, [span])

  useEffect(() => {
    const { chart, series } = drawing.current ?? {}
    if (!chart || !series) return
    series.setData(candles.map((candle) => drawn(candle, span)))
    // Few candles fill the place; many keep a width one can see, and the newest are shown.
    const scale = chart.timeScale()
    if (candles.length * candlePixels < scale.width())
      scale.setVisibleLogicalRange({ from: -2, to: candles.length + 1 })
    else scale.scrollToRealTime()
  }, [candles, span])
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
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: span !== '1d', rightOffset: 2 },
    crosshair: { mode: CrosshairMode.Magnet },
    localization: { locale: 'en-IN', priceFormatter: (price: number) => priceText(String(price)) },
    // The page scrolls under wheel and finger; the chart moves sideways and by pinch.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  } as const
}
