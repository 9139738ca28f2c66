/**
 * widget: the charting service's ticker tape and chart (docs/decisions/0038-charts.md). Its script runs in a sealed document
 * of ours, which only says where the widget lives; the screen frames that address. No schema stands here: the first view
 * must not load zod for it.
 */

export const widgets = ['ticker', 'chart'] as const
export type Widget = (typeof widgets)[number]

export const widgetRules = {
  /** Whose documents our screens may frame, and nobody else's. */
  hosts: ['https://www.tradingview-widget.com', 'https://s.tradingview.com'],
  /** Where its scripts come from. */
  scriptHost: 'https://s3.tradingview.com',
  site: 'https://www.tradingview.com/',
  chartPixels: 500,
  tickerPixels: 46,
} as const

/** What a sealed document posts to the screen that holds it; without an address there is no widget to be had. */
export type WidgetWord = { readonly widget: Widget; readonly address?: string }

/** Below the server's own address. */
export const widgetPath = (widget: Widget): string => `/api/widget/${widget}`
