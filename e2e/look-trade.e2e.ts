import type { Page } from '@playwright/test'
import type { Sauda } from './harness.ts'
import { complaints, inspect } from './inspect.ts'
import { atDesk, clientWith, newOperator } from './money.ts'
import { call, enter, type Client } from './people.ts'
import { serveBrand } from './served-brand.ts'
import { expect, ownServer, test } from './test.ts'

// Demo data, as in look.e2e.ts, so that both share a server.
const sauda = ownServer({ demoData: true })
test.setTimeout(600_000)

const positions = '/account/position/position'

/** With reduced motion, which `inspect` sets, the simulation is off until switched on. */
async function openMoving(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('simulated-prices', 'on'))
  await page.goto(positions)
  await expect(page.getByRole('button', { name: 'Simulated' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Summary of your positions' })).toContainText('Would be worth')
}

test('positions, orders and portfolio, in every state', async ({ page, cards }) => {
  const found = complaints(page)
  await enter(page, await clientWith(sauda, cards, 'Uma', 5000), positions)
  await inspect(page, 'trade 01 no positions')
  await page.goto('/account/position/order-history')
  await inspect(page, 'trade 02 no orders')
  await page.goto('/portfolio/overview')
  await inspect(page, 'trade 03 nothing invested')

  const client = await clientWith(sauda, cards, 'Vasudha', 9_12_345.5)
  await lend(sauda, client)
  await trade(sauda, client)
  await enter(page, client, positions)
  await expect(page.getByRole('table', { name: 'Open Positions' }).getByRole('row')).toHaveCount(9)
  await inspect(page, 'trade 04 positions')
  await openMoving(page)
  await inspect(page, 'trade 05 positions moving')
  await page.goto('/account/position/order-history')
  await inspect(page, 'trade 06 orders')
  await page.goto('/portfolio/overview')
  await expect(page.getByRole('table', { name: 'Allocation of your investments' })).toBeVisible()
  await inspect(page, 'trade 07 overview')
  await page.goto('/portfolio/equity')
  await inspect(page, 'trade 08 forex coins')
  await page.getByLabel('Search holdings').fill('pound')
  await inspect(page, 'trade 09 no such coin')
  expect.soft(found).toEqual([])
})

test('positions at the prices of a market, and when nothing loads', async ({ page, cards }) => {
  const client = await clientWith(sauda, cards, 'Wamika', 9_12_345.5)
  await trade(sauda, client)
  const at = '2026-11-05T09:59:00.000Z'
  const clock = { now: at, feed: 'up', source: 'Stand-in feed, not market prices', late: false }
  const quote = (symbol: string, price: string, state: string) => ({ symbol, price, at, state })
  await serveBrand(page, { mode: 'live' })
  await page.route('**/api/user/prices?**', (route) => route.abort())
  await page.route('**/api/user/quotes?**', (route) =>
    route.fulfill({ json: { clock, quotes: [quote('TCS', '3512.35', 'live'), quote('INFY', '1490', 'live')] } }),
  )
  await enter(page, client, positions)
  await expect(page.getByText('Prices: Stand-in feed, not market prices')).toBeVisible()
  await inspect(page, 'trade 10 live')
  await page.unroute('**/api/user/quotes?**')
  await page.route('**/api/user/quotes?**', (route) =>
    route.fulfill({ json: { clock: { ...clock, feed: 'down' }, quotes: [quote('TCS', '3512.35', 'stale')] } }),
  )
  await page.reload()
  await expect(page.getByText(/^Stale as of/).first()).toBeVisible()
  await inspect(page, 'trade 11 stale')
  await page.route('**/api/user/{wallet,trade,portfolio}/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(positions)
  await expect(page.getByText('Some figures could not be loaded')).toBeVisible()
  await inspect(page, 'trade 12 positions did not load')
  await page.goto('/account/position/order-history')
  await expect(page.getByText('Your orders could not be loaded.')).toBeVisible()
  await inspect(page, 'trade 13 orders did not load')
  await page.goto('/portfolio/overview')
  await expect(page.getByText('Your holdings could not be loaded.')).toBeVisible()
  await inspect(page, 'trade 14 overview did not load')
})

test('long numbers and a year of sales keep to their places', async ({ page, cards }) => {
  const client = await clientWith(sauda, cards, 'Yamini', 99_99_99_999)
  await atDesk(sauda, '/trades/buy', {
    clientId: client.userId,
    stockName: 'USD/INR',
    quantity: '1234567.12345678',
    price: '88.12345678',
  })
  await enter(page, client, positions)
  const row = page.getByRole('table', { name: 'Open Positions' }).getByRole('row').last()
  await expect(row).toContainText('₹10,87,94,322.55')
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const widths = (cells: Element[]) => cells.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect.soft(await row.getByRole('cell').evaluateAll(widths), `${width} wide`).toEqual([0, 0, 0, 0, 0])
  }

  await page.route('**/api/user/portfolio/**', async (route) => {
    const answer = await route.fetch()
    const days = Array.from({ length: 365 }, (_, day) => ({
      date: new Date(Date.UTC(2025, 10, 5 + day)).toISOString().slice(0, 10),
      profitLoss: day % 2 === 0 ? 99_99_99_999.99 : -99_99_99_999.99,
    }))
    await route.fulfill({ json: { ...(await answer.json()), days, sales: 365, totalPnL: 99_99_99_999.99 } })
  })
  await page.goto('/portfolio/overview')
  await expect(page.getByRole('table', { name: 'Realised profit and loss by day' }).getByRole('row')).toHaveCount(366)
  const beyond = await page.evaluate(() => {
    const { scrollHeight, scrollWidth, clientWidth } = document.documentElement
    // The space kept for the scrollbar may be part of the width of the window alone.
    return [Math.max(0, scrollWidth - clientWidth), scrollHeight - document.body.offsetHeight]
  })
  expect(beyond).toEqual([0, 0])
})

/** A loan, so that something is bought with borrowed money. */
async function lend(sauda: Sauda, { token, userId }: Client): Promise<void> {
  await call(sauda, 'POST', `/user/loan/request/${userId}`, { token, body: {} })
  const [loan] = await call<{ _id: string }[]>(sauda, 'GET', `/user/loan/get-loans-by-user/${userId}`, { token })
  await atDesk(sauda, `/loans/${loan?._id}/offer`, { amount: 1_00_000, ratePercent: 12, months: 12, fee: 0 })
  await call(sauda, 'POST', '/user/loan/accept', { token, body: { loanId: loan?._id } })
}

/** Eight positions, sales with a gain and a loss, and one reversed trade. */
async function trade(sauda: Sauda, { userId }: Client): Promise<void> {
  const buy = (stockName: string, quantity: number, price: number) =>
    atDesk<{ _id: string }>(sauda, '/trades/buy', { clientId: userId, stockName, quantity, price })
  const sell = (id: string, quantity: number, price: number) =>
    atDesk<{ _id: string }>(sauda, `/trades/${id}/sell`, { quantity, price })
  const { _id: tcs } = await buy('TCS', 20, 3500)
  const { _id: dollars } = await buy('USD/INR', 3000, 83.1275)
  await sell(tcs, 5, 3612.5)
  await sell(dollars, 1000, 82.9)
  for (const [stock, price] of [
    ['RELIANCE', 2450.55],
    ['INFY', 1502.5],
    ['ITC', 440],
    ['SBIN', 812.65],
    ['HDFCBANK', 1650],
    ['ICICIBANK', 1180.4],
  ] as const)
    await buy(stock, 50, price)
  const { _id: wrong } = await buy('ITC', 1, 440)
  const { token } = await newOperator(sauda, 'Omar Sheikh', 'dealer')
  const asked = await atDesk<{ _id: string }>(sauda, `/trades/${wrong}/reversal`, { reason: 'Booked twice' })
  await atDesk(sauda, `/reversals/${asked._id}/approve`, {}, token)
}
