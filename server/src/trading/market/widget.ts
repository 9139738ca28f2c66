import { createHash } from 'node:crypto'
import { widgetPath, widgetRules, widgets, type Widget } from '@sauda/contract/trading/widget'
import type { FastifyInstance } from 'fastify'

const { scriptHost, hosts, chartPixels, tickerPixels, site } = widgetRules

/** As documented by the charting service. */
const embeds: Record<Widget, { readonly script: string; readonly settings: object }> = {
  ticker: {
    script: 'embed-widget-ticker-tape.js',
    settings: {
      symbols: [
        { proName: 'FOREXCOM:SPXUSD', title: 'S&P 500' },
        { proName: 'FOREXCOM:NSXUSD', title: 'Nasdaq 100' },
        { proName: 'BITSTAMP:BTCUSD', title: 'Bitcoin' },
        { proName: 'BITSTAMP:ETHUSD', title: 'Ethereum' },
        { proName: 'FOREXCOM:DJI', title: 'Dow 30' },
        { proName: 'FX_IDC:USDINR', title: 'USD/INR' },
      ],
      showSymbolLogo: true,
      displayMode: 'regular',
      isTransparent: false,
      colorTheme: 'dark',
      width: '100%',
      height: tickerPixels,
      locale: 'en',
    },
  },
  chart: {
    script: 'embed-widget-advanced-chart.js',
    settings: {
      symbol: 'NASDAQ:AAPL',
      interval: 'D',
      timezone: 'Asia/Kolkata',
      theme: 'dark',
      style: '1',
      width: '100%',
      height: chartPixels,
      allow_symbol_change: true,
      locale: 'en',
      support_host: site.replace(/\/$/, ''),
    },
  },
}

/**
 * The charting service's script creates a frame; we only need its address, because inside this sandbox the frame
 * would have no origin and could not reach its own servers.
 */
const ours = (widget: Widget): string => `'use strict'
{
  const widget = '${widget}'
  const send = (message) => parent.postMessage({ widget, ...message }, '*')
  new MutationObserver(() => {
    const frame = document.querySelector('iframe')
    if (!frame?.src) return
    send({ address: frame.src })
    frame.remove()
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['src'] })
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && send({}), true)
}`

const html = (widget: Widget): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${widget}</title>
<script>${ours(widget)}</script>
<div class="tradingview-widget-container">
<div class="tradingview-widget-container__widget"></div>
<script src="${scriptHost}/external-embedding/${embeds[widget].script}" async>${JSON.stringify(embeds[widget].settings)}</script>
</div>
</html>
`

/** Sandboxed also when opened directly, so that the script never has our origin. */
const policy = (widget: Widget): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scriptHost} 'sha256-${createHash('sha256').update(ours(widget)).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    `frame-src ${hosts.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

export function widgetPages(http: FastifyInstance): void {
  for (const widget of widgets)
    http.get(widgetPath(widget), (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy(widget))
        .header('x-frame-options', 'SAMEORIGIN')
        .send(html(widget)),
    )
}
