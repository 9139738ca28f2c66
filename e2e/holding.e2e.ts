import type { Portfolio } from '@sauda/contract/trading/trade'
import type { Page } from '@playwright/test'
import { inspect } from './inspect.ts'
import { dayInIndia } from '@sauda/contract/platform/day-text'
import { deskWindow } from './at-desk.ts'
import { atDesk, clientWith, newOperator } from './money.ts'
import { call, enter } from './people.ts'
import { expect, test } from './test.ts'

const day = '2026-11-05T10:00:00.000Z'
const closes = {
  INFY: { price: '1546.35', previousClose: '1524.10' },
  TCS: { price: '2900.20', previousClose: '2923.30' },
}

/** INFY and TCS have a close, WIPRO has no price. */
async function serveCloses(page: Page): Promise<void> {
  const clock = { now: '2026-11-05T12:00:00.000Z', feed: 'none', source: '', late: false }
  const quotes = Object.entries(closes).map(([symbol, each]) => ({ symbol, at: day, state: 'close', ...each }))
  await page.route('**/api/user/quotes?**', (route) => route.fulfill({ json: { clock, quotes } }))
}

const worth = (page: Page) => page.getByRole('region', { name: 'Total worth' })
const rows = (page: Page) => page.getByRole('table', { name: 'Holdings' }).getByRole('rowheader')

test('one worth leads Home, Portfolio and Positions, and its parts add up to it', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Aditi', 1_00_000)
  const buy = (stockName: string, quantity: number, price: number) =>
    atDesk(sauda, '/trades/buy', { clientId: client.userId, stockName, quantity, price })
  await buy('TCS', 12, 3000)
  await buy('INFY', 10, 1500)
  await buy('INFY', 10, 1520)
  await buy('WIPRO', 10, 250)
  await serveCloses(page)
  // As if they had been bought before the closes.
  await page.route('**/api/user/portfolio/**', async (route) => {
    const json = (await (await route.fetch()).json()) as Portfolio
    for (const { recent = [] } of json.holdings) for (const each of recent) each.day = '2026-11-04'
    await route.fulfill({ json })
  })
  // Cash 31,300.00, TCS 34,802.40, INFY 30,927.00, WIPRO at its cost of 2,500.00
  await enter(page, client, '/account/home')
  for (const path of ['/account/home', '/portfolio/overview', '/account/position/position']) {
    await page.goto(path)
    await expect(worth(page)).toContainText('₹99,529.40')
    // (1546.35 − 1524.10) × 20 + (2900.20 − 2923.30) × 12
    await expect(worth(page)).toContainText('Day’s change of holdings +₹167.80')
    await expect(page.getByText(/Close of 5 Nov 2026, 1 without a price/).first()).toBeVisible()
    await worth(page).getByRole('button', { name: '₹99,529.40' }).click()
    await expect(page.getByRole('dialog')).toContainText('Cash you can withdraw₹31,300.00')
    await expect(page.getByRole('dialog')).toContainText('Holdings₹68,229.40')
  }

  await page.goto('/portfolio/overview')
  await expect(rows(page)).toHaveText(['TCS', 'INFY', /^WIPRO/])
  await expect(page.getByRole('region', { name: 'Holdings' }).getByText('Close of 5 Nov 2026')).toHaveCount(1)
  await page.getByRole('button', { name: 'Gain' }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Gain' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page)).toHaveText(['INFY', 'TCS', /^WIPRO/])
  await page.getByRole('button', { name: 'Gain' }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Gain' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page)).toHaveText(['TCS', 'INFY', /^WIPRO/])
  await inspect(page, 'holdings')
  await page.setViewportSize({ width: 1440, height: 900 })

  await rows(page).filter({ hasText: 'INFY' }).getByRole('button').press('Enter')
  const detail = page.getByRole('dialog', { name: /^INFY/ })
  await expect(detail.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(detail).toContainText('10 at ₹1,520.00')
  await expect(detail).toContainText('Bought 10 at ₹1,500.00')
  const chart = detail.getByRole('slider', { name: 'INFY, closing prices' })
  await chart.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: ₹/)
  await expect(detail.getByRole('table', { name: 'INFY, closing prices' }).getByRole('row')).not.toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Sort by').selectOption('Stock')
  await expect(rows(page)).toHaveText(['INFY', 'TCS', /^WIPRO/])
})

test('Forex Coins shows sample holdings that can be searched and sorted', async ({ page, sauda, cards }) => {
  await enter(page, await clientWith(sauda, cards, 'Gargi', 0), '/portfolio/overview')
  await page.getByRole('link', { name: 'Forex Coins' }).click()
  await expect(page).toHaveURL('/portfolio/equity')
  await expect(page).toHaveTitle('Forex Coins | Sauda')
  await expect(page.getByText('You hold no currency pairs.')).toBeVisible()
  const summary = page.getByRole('region', { name: 'Sample portfolio' })
  for (const words of ['Total invested', '₹1,67,218.50', 'Current value', '₹1,69,148.25', '+₹1,929.75 (+1.15%)'])
    await expect(summary).toContainText(words)
  await expect(page.getByRole('button', { name: 'Sample data' })).toHaveCount(1)
  const names = page.getByRole('table', { name: 'Forex holdings' }).getByRole('rowheader')
  await expect(names).toHaveText(['Doller/INR', 'Euro/INR', 'Yen/INR'])
  await page.getByRole('button', { name: 'Highest gain first' }).click()
  await expect(names).toHaveText(['Yen/INR', 'Euro/INR', 'Doller/INR'])
  await page.getByRole('searchbox', { name: 'Search holdings' }).fill('EN/')
  await expect(names).toHaveText(['Yen/INR'])
  await page.getByRole('searchbox', { name: 'Search holdings' }).fill('pound')
  await expect(page.getByText('No holdings match “pound”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all holdings' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search holdings' })).toBeFocused()
  await expect(page.getByRole('cell', { name: '40,000' })).toBeVisible()
})

test('a holdings file of a depository is compared with the positions, and the client sees the result', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Hema', 10_000)
  const demat = `1208${String(Date.now()).slice(-12)}`
  const admin = await newOperator(sauda, 'Anil Rao', 'admin')
  const body = { ucc: '', demat, reason: 'By the DP statement' }
  await call(sauda, 'PUT', `/desk/clients/${client.userId}/trading-account`, { token: admin.token, body })
  const desk = await deskWindow(browser, sauda, admin, '/desk/trade/holdings')
  const content = `Acct;Paper;Units\n${demat};INE009A01021;7\n`
  await desk
    .getByLabel('Holdings file of a depository')
    .setInputFiles({ name: 'soh.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(desk.getByText(/names no columns with the ISIN and the quantity/)).toBeVisible()
  await desk.getByText('Columns of the file', { exact: true }).click()
  await desk.getByLabel('Column with the demat account').fill('Acct')
  await desk.getByLabel('Column with the ISIN').fill('Paper')
  await desk.getByLabel('Column with the quantity').fill('Units')
  await desk.getByRole('button', { name: 'Read the file again' }).click()
  await expect(desk.getByText(/says neither in a column nor above the table of which day/)).toBeVisible()
  await desk.getByLabel('Day of the holdings').fill(dayInIndia(new Date()).split('-').toReversed().join('/'))
  await desk.getByRole('button', { name: 'Read the file again' }).click()
  const lines = desk.getByRole('table', { name: 'Holdings that are not equal' })
  await expect(lines.getByRole('row', { name: /Hema/ })).toContainText('−7')
  await desk.getByRole('button', { name: 'Import holdings of 1 client' }).click()
  await expect(desk.getByText(/0 equal, 0 explained, 1 different/).first()).toBeVisible()
  await inspect(desk, 'holdings')

  // The names that were entered are those of the next file.
  await desk.reload()
  await expect(desk.getByRole('table', { name: 'Comparisons' })).toBeVisible()
  await desk.getByLabel('Holdings file of a depository').setInputFiles({
    name: 'next.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${content}${demat};INE467B01029;1\n`),
  })
  await expect(desk.getByText(/says neither in a column nor above the table of which day/)).toBeVisible()

  await enter(page, client, '/account/demat')
  await expect(page.getByText('1 of 1 holdings differ')).toBeVisible()
  await expect(page.getByText(demat.slice(8))).toBeVisible()
  await inspect(page, 'demat')
})
