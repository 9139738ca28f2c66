/**
 * widget: the charting service's ticker tape and chart (docs/decisions/0038-charts.md). Its script runs in a
 * sandboxed document, which only reports the widget's address for the screen to frame. No schemas here: the first
 * view must not load zod.
 */

export const widgets = ['ticker', 'chart'] as const
export type Widget = (typeof widgets)[number]

export const widgetRules = {
  /** The only documents our screens may frame. */
  hosts: ['https://www.tradingview-widget.com', 'https://s.tradingview.com'],
  scriptHost: 'https://s3.tradingview.com',
  site: 'https://www.tradingview.com/',
  chartPixels: 500,
  tickerPixels: 46,
} as const

/** The message of a sandboxed document to the screen that contains it; no address means that no widget is available. */
export type WidgetMessage = { readonly widget: Widget; readonly address?: string }

export const widgetPath = (widget: Widget): string => `/api/widget/${widget}`
