import { inspect } from './inspect.ts'
import { clientWith } from './money.ts'
import { enter } from './people.ts'
import { expect, test } from './test.ts'

test('a client follows a symbol and is informed at a price', async ({ page, sauda, cards }) => {
  await page.setViewportSize({ width: 1440, height: 1400 })
  await enter(page, await clientWith(sauda, cards, 'Ketaki', 0), '/account/home')
  await page.getByRole('link', { name: 'Watchlist' }).click()
  await expect(page).toHaveTitle('Watchlist | Sauda')
  await expect(page.getByText('Your watchlist is empty')).toBeVisible()
  await page.getByRole('combobox', { name: 'Add a symbol' }).fill('infosys')
  await expect(page.getByRole('option', { name: /^INFY/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Add a symbol' }).press('Enter')
  const table = page.getByRole('table', { name: 'Watchlist' })
  await table.getByRole('button', { name: 'INFY' }).click()
  const detail = page.getByRole('complementary', { name: /^INFY/ })
  await expect(detail.getByRole('slider', { name: 'INFY, closing prices' })).toBeVisible()
  await detail.getByRole('radio', { name: 'At or below' }).check()
  await detail.getByRole('textbox', { name: 'Price' }).fill('0')
  await expect(detail.getByText('Enter a price above ₹0, such as ₹2,450.50')).toBeVisible()
  await detail.getByRole('textbox', { name: 'Price' }).fill('1400.5')
  await expect(detail.getByRole('textbox', { name: 'Price' })).toHaveValue('1,400.5')
  await detail.getByRole('button', { name: 'Add alert' }).click()
  await expect(detail.getByRole('listitem')).toContainText('At or below ₹1,400.50')
  await expect(detail.getByRole('textbox', { name: 'Price' })).toHaveValue('')
  await expect(table).toContainText(/Infosys\s· alert ₹1,400\.50/)
  await inspect(page, 'watchlist')
  await page.setViewportSize({ width: 1440, height: 1400 })
  await detail.getByRole('button', { name: 'Remove alert At or below ₹1,400.50' }).click()
  await expect(detail.getByRole('listitem')).toHaveCount(0)
  await detail.getByRole('button', { name: 'Remove INFY' }).click()
  await expect(page.getByText('Your watchlist is empty')).toBeVisible()
})
