import type { Locator, Page } from '@playwright/test'
import { complaints, inspect } from './inspect.ts'
import type { Sauda } from './harness.ts'
import { atDesk, clientWith } from './money.ts'
import { enter, type Client } from './people.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog')
const at = (day: string): string => `${day}T10:15:00+05:30`

const buy = (sauda: Sauda, { userId }: Client, stockName: string, quantity: number, price: number, day: string) =>
  atDesk<{ _id: string; tradeId: string }>(sauda, '/trades/buy', {
    clientId: userId,
    stockName,
    quantity,
    price,
    tradedAt: at(day),
  })
const sell = (sauda: Sauda, { _id }: { _id: string }, quantity: number, price: number, day: string) =>
  atDesk<{ tradeId: string }>(sauda, `/trades/${_id}/sell`, { quantity, price, tradedAt: at(day) })

test('a client reads the tax figures of a year, opens the sales behind one, and finds no other year mixed in', async ({
  page,
  sauda,
  cards,
}) => {
  const found = complaints(page)
  const client = await clientWith(sauda, cards, 'Tara', 90_000)
  await sauda.backdate(client.userId, '2023-01-01')
  await test.step('trades of two financial years', async () => {
    const old = await buy(sauda, client, 'INFY', 10, 1000, '2023-05-10')
    const newer = await buy(sauda, client, 'INFY', 10, 1500, '2024-05-02')
    await sell(sauda, newer, 12 - 2, 1650, '2024-06-16')
    await sell(sauda, old, 4, 1250, '2024-12-20')
    const day = await buy(sauda, client, 'TCS', 5, 3200, '2025-02-03')
    await sell(sauda, day, 5, 3190.5, '2025-02-03')
    const pair = await buy(sauda, client, 'USD/INR', 100, 86.4, '2025-03-10')
    await sell(sauda, pair, 100, 87.15, '2025-03-20')
    await sell(sauda, old, 1, 1600, '2025-05-02')
  })

  await enter(page, client)
  await page.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Tax', exact: true })).toBeVisible()
  await page.getByLabel('Financial year').selectOption('2024-25')
  const byStock = page.getByRole('table', { name: 'By stock' }).getByRole('row')
  await expect(byStock).toHaveText([
    'StockRealisedChargesNet',
    'INFY+₹5,500.00Not known yetso far +₹5,500.00',
    'USD/INR+₹75.00Not known yetso far +₹75.00',
    'TCS−₹47.50Not known yetso far −₹47.50',
    'Total+₹5,527.50Not known yetso far +₹5,527.50',
  ])
  await expect(page.getByText('The charges of 7 trades in INFY, USD/INR and TCS are not known yet')).toBeVisible()
  await inspect(page, 'tax 00 by stock')
  await page.getByRole('link', { name: 'For your return' }).click()
  const figures = page.getByRole('table', { name: 'Figures for your return' })
  // 10 at 1,000 sold at 1,650 and 4 at 1,500 sold at 1,250; 5 at 3,200 sold at 3,190.50; 100 at 86.40 sold at 87.15.
  await expect(figures.getByRole('row').filter({ hasText: 'Equity long term' })).toContainText('+₹6,500.00')
  await expect(figures.getByRole('row').filter({ hasText: 'Equity short term' })).toContainText('−₹1,000.00')
  await expect(figures.getByRole('row').filter({ hasText: 'Equity intraday' })).toContainText('−₹47.50')
  await expect(figures.getByRole('row').filter({ hasText: 'Currency' })).toContainText('+₹75.00')
  await expect(figures).toContainText('Section 112A')
  await expect(page.getByText('+₹5,527.50').first()).toBeVisible()
  await expect(page.getByText(/Splits, bonus and rights issues, .* that we booked are applied/)).toBeVisible()
  await inspect(page, 'tax 01 year')

  const downloads = async (button: string, file: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).first().click()
    expect((await download).suggestedFilename()).toBe(file)
  }
  await downloads('Download Excel', 'tax-pnl-2024-25.xlsx')
  await downloads('Download CSV', 'tax-pnl-2024-25.csv')
  await downloads('Annual statement (PDF)', 'annual-statement-2024-25.pdf')

  await figures.getByRole('button', { name: 'Equity long term' }).click()
  await expect(dialog(page)).toContainText(
    'Sale value₹16,500.00− Purchase value₹10,000.00= Profit and loss+₹6,500.00− Charges₹0.00= After charges+₹6,500.00',
  )
  await expect(dialog(page).getByRole('table').getByRole('row').filter({ hasText: 'INFY' })).toHaveCount(1)
  await inspect(page, 'tax 02 sales behind a figure')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await page
    .getByRole('list', { name: 'Profit and loss by advance-tax period' })
    .getByRole('button', { name: '16 – 31 Mar' })
    .click()
  await expect(dialog(page).getByRole('table').getByRole('row').filter({ hasText: 'USD/INR' })).toHaveCount(1)
  await page.keyboard.press('Escape')

  await page
    .getByRole('list', { name: 'Reconciliation with your portfolio' })
    .getByRole('button', { name: 'First-in-first-out difference' })
    .click()
  await expect(dialog(page)).toContainText('Profit and loss matched by date − profit and loss against the purchase')
  await inspect(page, 'tax 03 sales behind a difference')
  await dialog(page).getByRole('link').last().click()
  await expect(page).toHaveURL(/stock=INFY/)
  const stock = page.getByRole('dialog', { name: /^INFY/ })
  await expect(stock.getByRole('region', { name: 'FY 2024-25' })).toContainText('Realised+₹5,500.00')
  await expect(stock.getByRole('region', { name: 'FY 2025-26' })).toContainText('Realised+₹100.00')
  await downloads('Trade confirmation, 16 Jun 2024', 'trade-confirmation-2024-06-16.pdf')
  // Back closes the page of the stock, then the sales, and stays on Tax.
  await page.goBack()
  await expect(stock).toBeHidden()
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tax', exact: true })).toBeVisible()
  await page.goto('/account/tax?for=return')
  await page.getByLabel('Financial year').selectOption('2025-26')
  await expect(figures.getByRole('row').filter({ hasText: 'Equity' })).toHaveCount(1)
  await expect(figures).toContainText('+₹100.00')
  expect.soft(found).toEqual([])
})
