import type { Page, Request } from '@playwright/test'
import { findingsIn, standInForCharts, type Findings } from './charting-service.ts'
import { startSauda } from './harness.ts'
import { inspect } from './inspect.ts'
import { atDesk, clientWith } from './money.ts'
import { countRequests, enter, verifiedClient } from './people.ts'
import { startPriceFeed } from './price-feed.ts'
import { serveBrand } from './served-brand.ts'
import { hide } from './settled.ts'
import { expect, stopAndCheck, test } from './test.ts'

const chart = (page: Page) => page.getByRole('slider', { name: /closing prices/ })
const pairs = (page: Page) => page.getByRole('table', { name: 'Popular Forex Pairs' })
const markets = (page: Page) => page.getByRole('region', { name: 'Markets' })
const height = (page: Page) => markets(page).evaluate((region) => Math.round(region.getBoundingClientRect().height))

test('the charting service’s scripts reach neither our storage nor our pages', async ({ page, sauda, cards }) => {
  const found = await standInForCharts(page)
  const client = await verifiedClient(sauda, cards, 'Ila')
  await enter(page, client, '/account/home')
  for (const title of ['Ticker tape by TradingView', 'Chart by TradingView'])
    await expect(
      page.frameLocator(`iframe[title="${title}"]`).getByText('Stand-in for the charting service'),
    ).toBeVisible()
  // In a page of ours the same script finds everything.
  expect(await findingsIn(page)).toMatchObject({ token: client.token, parentStorage: client.token })
  expect(found.script).toHaveLength(2)
  expect(found.page).toHaveLength(2)
  const refused = (each: Findings) => Object.entries(each).filter(([, what]) => what !== 'SecurityError')
  for (const { origin, ...each } of found.script) expect([origin, refused(each)]).toEqual(['null', []])
  for (const { origin, token, tabStorage, cookie, ...each } of found.page) {
    expect([origin, refused(each)]).toEqual(['https://www.tradingview-widget.com', []])
    // A storage of its own it may have, where the browser gives a frame one; nothing of ours is in it.
    expect([token, tabStorage, cookie].filter((what) => what !== 'SecurityError').join()).toMatch(
      /^(null,0 kept,)?empty$/,
    )
  }
  await expect(page).toHaveURL('/account/home')
  const chartFrame = page.locator('iframe[title="Chart by TradingView"]')
  expect(await chartFrame.evaluate((frame) => frame.getBoundingClientRect().height)).toBe(500)
  const address = new URL((await chartFrame.getAttribute('src')) ?? '')
  expect(JSON.parse(decodeURIComponent(address.hash.slice(1)))).toMatchObject({
    symbol: 'NASDAQ:AAPL',
    interval: 'D',
    theme: 'dark',
  })
})

test('without the charting service the dashboard is complete, and nothing shifts', async ({ page, sauda, cards }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('https://s3.tradingview.com/**', (route) => held.then(() => route.abort()))
  const streams = countRequests(page, '/user/prices')
  await enter(page, await verifiedClient(sauda, cards, 'Ira'), '/account/home')
  await expect(page).toHaveTitle('Dashboard | Sauda')
  await expect(page.getByRole('list', { name: 'Getting started' })).toContainText('First funds')
  // Ours is shown before the service has failed.
  await expect(chart(page)).toBeVisible()
  const before = await height(page)
  answer()
  await expect(markets(page).getByRole('button', { name: 'Retry live chart' })).toBeVisible()
  expect(await height(page)).toBe(before)
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /: ₹/)
  await chart(page).press('ArrowLeft')
  await expect(chart(page)).toHaveAttribute('aria-valuenow', /^(?!120$)\d+$/)
  await page.getByLabel('Instrument').selectOption('TCS')
  await expect(markets(page).getByRole('button', { name: 'Sample data' })).toBeVisible()
  await page.getByRole('radio', { name: '1Y' }).check()
  await expect(
    markets(page)
      .getByRole('table', { name: /closing prices/ })
      .getByRole('row'),
  ).toHaveCount(121)
  await expect(pairs(page).getByRole('columnheader')).toHaveText(['Pair', 'Price', 'Change', 'Spread', 'Trend'])
  await expect(pairs(page).getByRole('rowheader')).toHaveText(['EUR/USD', 'USD/JPY', 'GBP/USD', 'AUD/USD', 'USD/CHF'])
  await expect(page.getByRole('button', { name: 'Sample data' })).toHaveCount(2)
  // No feed, no stream: in demo nothing is opened.
  expect(streams()).toBe(0)
  await page.getByRole('link', { name: 'Add Fund' }).click()
  await expect(page).toHaveURL('/account/wallet/add-fund')
})

test('our own chart is shown while the charting service does not answer, and is replaced by it', async ({
  page,
  sauda,
  cards,
}) => {
  await page.route('https://s3.tradingview.com/**', () => new Promise(() => undefined))
  const client = await verifiedClient(sauda, cards, 'Isha')
  await page.clock.install()
  await enter(page, client, '/account/home')
  await expect(pairs(page)).toBeVisible()
  await expect(chart(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry live chart' })).toBeHidden()
  await page.clock.runFor(9000)
  await expect(chart(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await standInForCharts(page)
  await page.getByRole('button', { name: 'Retry live chart' }).click()
  await expect(page.frameLocator('iframe[title="Chart by TradingView"]').getByText('Stand-in')).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
})

test('our own chart is shown while the page of the charting service does not answer', async ({
  page,
  sauda,
  cards,
}) => {
  await standInForCharts(page)
  await page.route('https://www.tradingview-widget.com/**', () => new Promise(() => undefined))
  await enter(page, await verifiedClient(sauda, cards, 'Ijya'), '/account/home')
  await expect(page.locator('iframe[title="Chart by TradingView"][src^="https:"]')).toBeAttached()
  await expect(chart(page)).toBeVisible()
})

test('without a server the dashboard shows what is unavailable, and recovers automatically', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Ina')
  await page.clock.install()
  await page.route('**/api/{user,health,widget}/**', (route) => route.abort())
  await page.route('**/api/{health,brand}', (route) => route.abort())
  await enter(page, client, '/account/home')
  await page.clock.runFor(9000)
  await expect(page.getByText('We can’t reach the server. Retrying…')).toBeVisible()
  await expect(page.getByText(/^Not available right now/)).toBeVisible()
  await expect(page.getByText(/^Your holdings could not be loaded/)).toBeVisible()
  await expect(pairs(page)).toBeVisible()
  await expect(page.getByText('The chart is not available right now')).toBeVisible()
  await page.unrouteAll()
  // The stream of notices has been retrying at growing intervals; once connected, everything is fetched again. One jump, because forty
  // seconds run through in a moment would time out the requests in between.
  await page.clock.fastForward(40_000)
  await expect(page.getByText('We can’t reach the server. Retrying…')).toBeHidden()
  await expect(chart(page)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Getting started' })).toBeVisible()
})

test('prices follow the feed; without it they turn grey with their time', async ({ browser, cards }) => {
  const feed = await startPriceFeed()
  const sauda = await startSauda({ env: { FEED_URL: feed.url } })
  const context = await browser.newContext({ baseURL: sauda.url, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  try {
    const client = await clientWith(sauda, cards, 'Uma', 1_00_000)
    await atDesk(sauda, '/trades/buy', { clientId: client.userId, stockName: 'RELIANCE', quantity: 10, price: 2500 })
    feed.say('RELIANCE', '2600', '2550')
    // As in live mode: nothing simulated.
    await serveBrand(context, { mode: 'live' })
    const page = await context.newPage()
    const streams = openStreams(page)
    await enter(page, client, '/account/position/position')
    const held = page.getByRole('table', { name: 'Open Positions' }).getByRole('row').filter({ hasText: 'RELIANCE' })
    const note = page.getByText('Prices: Test feed')
    await expect(held).toContainText('+₹1,000.00')
    await expect(note).toContainText('Live')
    feed.say('RELIANCE', '2650.55')
    await expect(held).toContainText('+₹1,505.50')
    await expect.poll(streams).toBe(1)

    const home = await context.newPage()
    const homeStreams = openStreams(home)
    const tape = home
      .getByRole('region', { name: 'Prices from Test feed' })
      .getByRole('listitem')
      .filter({ hasText: 'RELIANCE' })
    await home.goto('/account/home')
    await expect(tape).toContainText('2,650.55')
    await home.getByLabel('Instrument').selectOption('RELIANCE')
    await expect(home.getByText('Prices: Test feed')).toBeVisible()
    await inspect(home, 'market 4 prices')

    // Both tabs share one stream. A hidden tab gets no prices; when it is visible again, it shows the current ones.
    await expect.poll(() => [streams(), homeStreams()]).toEqual([1, 0])
    await hide(page, true)
    await expect.poll(() => [streams(), homeStreams()]).toEqual([0, 1])
    feed.say('RELIANCE', '2700', '2550')
    await expect(tape).toContainText('2,700.00')
    await expect(tape).toContainText('+5.88%')
    await expect(held).toContainText('+₹1,505.50')
    await hide(page, false)
    await expect(held).toContainText('+₹2,000.00')
    await expect.poll(() => [streams(), homeStreams()]).toEqual([0, 1])

    feed.fail()
    await expect(note).toContainText(/Stale as of \d+:\d\d [ap]m/, { timeout: 30_000 })
    await expect(tape).toContainText(/as of \d+:\d\d [ap]m/)
    await expect(held).toContainText('+₹2,000.00')
    feed.recover()
    feed.say('RELIANCE', '2710')
    await expect(held).toContainText('+₹2,100.00')
    await expect(note).toContainText('Live')
  } finally {
    await context.close()
    await stopAndCheck(sauda)
    await feed.close()
  }
})

/** How many streams of prices the page has open. */
function openStreams(page: Page): () => number {
  const open = new Set<Request>()
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/user/prices'
  page.on('request', (request) => isStream(request) && open.add(request))
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfailed', (request) => open.delete(request))
  return () => open.size
}
