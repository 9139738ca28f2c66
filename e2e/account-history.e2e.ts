import type { AccountHistory } from '@sauda/contract/trading/account-history'
import { inspect } from './inspect.ts'
import { atDesk, clientWith } from './money.ts'
import { enter, pauseResponses } from './people.ts'
import { expect, test } from './test.ts'

test('the slider of the account history moves by a day and by a month, and back to today', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Asha', 10_000)
  await atDesk(sauda, '/trades/buy', { clientId: client.userId, stockName: 'TCS', quantity: 2, price: 3000 })
  // As if the account had been opened on 20 Sep, and the purchase had been on 4 Nov.
  await page.route('**/api/user/account-history/**', async (route) => {
    const json = (await (await route.fetch()).json()) as AccountHistory
    const figures = json.figures.map((each) => ({ ...each, day: '2026-11-04' }))
    const opening = { ...figures[0]!, day: '2026-09-20', cash: 10_000, invested: 0 }
    const holdings = json.holdings.map(({ symbol, positions }) => ({
      symbol,
      positions: positions.map((each) => ({ ...each, day: '2026-11-04' })),
      closes: [],
    }))
    await route.fulfill({
      json: { ...json, from: '2026-09-20', to: '2026-11-05', figures: [opening, ...figures], holdings },
    })
  })
  await enter(page, client, '/portfolio/overview')
  await page.getByRole('button', { name: 'Value by day' }).click()
  await expect(page.getByRole('table', { name: 'Holdings' })).toHaveCount(0)
  const slider = page.getByRole('slider', { name: 'Day of the account' })
  const positions = page.getByRole('table', { name: 'Positions on this day' })
  await expect(slider).toHaveAttribute('aria-valuetext', '5 Nov 2026: ₹10,000.00')
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', '4 Nov 2026: ₹10,000.00')
  await expect(positions).toContainText('TCS2–₹6,000.00–₹6,000.00At cost')
  await slider.press('PageDown')
  await expect(slider).toHaveAttribute('aria-valuetext', '5 Oct 2026: ₹10,000.00')
  await expect(page.getByText('No open positions on this day.')).toBeVisible()
  await inspect(page, 'account-history')
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', '20 Sep 2026: ₹10,000.00')
  await page.getByRole('button', { name: 'Today', exact: true }).press('Enter')
  await expect(slider).toHaveAttribute('aria-valuetext', '5 Nov 2026: ₹10,000.00')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Holdings' })).toBeVisible()
})

test('the curve of the total worth stays while a longer period is loaded', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Bela', 10_000)
  await sauda.backdate(client.userId, '2025-01-01')
  await enter(page, client, '/account/home')
  const curve = page.getByRole('slider', { name: 'Total worth by day' })
  await expect(curve).toBeVisible()
  const answer = await pauseResponses(page, '**/user/account-history/**')
  const year = page.getByRole('radio', { name: '1Y' })
  await year.click()
  await expect(year).toBeChecked()
  await expect(curve).toBeVisible()
  await expect(year).toBeFocused()
  answer()
  // The account is younger than a year.
  await expect(curve).toHaveAttribute('aria-valuemax', '2')
  await expect(year).toBeFocused()
})
