import { inspect } from './inspect.ts'
import { atDesk, clientWith, type Trade } from './money.ts'
import { enter } from './people.ts'
import { expect, test } from './test.ts'

test('what a stock that is sold out earned this year takes three clicks from Home', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Jaya', 50_000)
  const buy = (stockName: string, quantity: number, price: number) =>
    atDesk<Trade>(sauda, '/trades/buy', { clientId: client.userId, stockName, quantity, price })
  const bought = await buy('SBIN', 10, 800)
  await buy('TCS', 1, 3000)
  for (const [quantity, price] of [
    [4, 812.5],
    [6, 790],
  ])
    await atDesk(sauda, `/trades/${bought._id}/sell`, { quantity, price })
  // 4 × 12.50 − 6 × 10.00
  const figures = 'Realised−₹10.00ChargesNot known yetNet so far−₹10.00charges of 3 trades not known'
  const stock = page.getByRole('dialog', { name: 'SBIN · State Bank of India' })
  const thisYear = stock.getByRole('region', { name: /^This financial year, / })

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await enter(page, client, '/account/home')
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('link', { name: 'Tax', exact: true }).click()
    const row = page.getByRole('table', { name: 'By stock' }).getByRole('row').filter({ hasText: 'SBIN' })
    await expect(row).toContainText('−₹10.00')
    await row.getByRole('button').click()
    await expect(thisYear).toContainText(figures)
    await expect(stock).toContainText('You hold none of it.')

    await page.goto('/account/home')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('sbin')
    await page.getByRole('option', { name: /SBIN\s*Sold out/ }).click()
    await expect(page).toHaveURL('/account/home?stock=SBIN')
    await expect(thisYear).toContainText(figures)
  }
  await inspect(page, 'stock')

  await test.step('each figure opens what it is made of', async () => {
    await thisYear.getByRole('button', { name: '−₹10.00' }).first().click()
    const dialog = page.getByRole('dialog', { name: /^SBIN, realised in FY / })
    await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(stock.getByRole('region', { name: 'Trades' }).getByRole('listitem')).toHaveCount(3)
    await page.goBack()
    await expect(stock).toHaveCount(0)
    await expect(page).toHaveURL('/account/home')
  })
})
