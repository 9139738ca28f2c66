import { expect, test } from 'vitest'
import { hasNoData, widgetAddress } from './widget.tsx'

test.each(['https://www.tradingview-widget.com/embed-widget/advanced-chart/#%7B%7D', 'https://s.tradingview.com/x/'])(
  'frames the charting service’s own page: %s',
  (address) => expect(widgetAddress({ widget: 'chart', address })).toBe(address),
)

test.each([
  undefined,
  null,
  'https://s.tradingview.com/',
  {},
  { address: 7 },
  { address: '' },
  { address: '/account/home' },
  { address: 'javascript:alert(1)' },
  { address: 'data:text/html,x' },
  { address: 'http://s.tradingview.com/' },
  { address: 'https://s.tradingview.com.example/' },
  { address: 'https://s.tradingview.com@example.com/' },
  { address: 'https://evil.tradingview.com/' },
])('frames nothing else: %j', (message) => expect(widgetAddress(message)).toBeUndefined())

test('recognises the message that there is no data', () => {
  expect(hasNoData({ name: 'tv-widget-no-data' })).toBe(true)
  expect([undefined, null, 'tv-widget-no-data', { name: 'tv-widget-load' }].map(hasNoData)).not.toContain(true)
})
