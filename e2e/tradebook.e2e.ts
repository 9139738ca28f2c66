import { complaints, inspect } from './inspect.ts'
import { clientWith } from './money.ts'
import { enter, toast } from './people.ts'
import { expect, test } from './test.ts'

const infy = 'INE009A01021'
const header =
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time'
const row = (day: string, side: string, quantity: string, price: number, id: number): string =>
  `INFY,${infy},${day},NSE,EQ,EQ,${side},false,${quantity},${price},${id},11${id},${day}T10:15:00`
const book = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a client imports a tradebook of another broker, reads its figures apart from ours, and removes it', async ({
  page,
  sauda,
  cards,
}) => {
  const found = complaints(page)
  await enter(page, await clientWith(sauda, cards, 'Uma', 0), '/account/tax')
  await page.getByRole('link', { name: 'Other brokers' }).click()
  await expect(page.getByText('You have imported no tradebook yet.')).toBeVisible()
  const file = page.getByLabel('Tradebook of another broker')
  await inspect(page, 'tradebook 00 none')

  await file.setInputFiles(book('orders.csv', 'Kaufdatum,Kurs\n2024-05-02,10\n'))
  await expect(page.getByText('The file cannot be imported')).toBeVisible()
  await expect(page.getByText(/^The file names no columns with the date/)).toBeVisible()
  await file.setInputFiles(
    book(
      'tradebook-AB1234-EQ.csv',
      [
        header,
        row('2023-04-10', 'buy', '10', 1000, 1),
        row('2024-03-01', 'buy', '10', 1200, 2),
        row('2024-06-10', 'sell', '15', 1500, 3),
        row('2024-06-11', 'sell', '=1+1', 1500, 4),
        '',
      ].join('\n'),
    ),
  )
  await expect(page.getByText('3 trades of 1 share, 10 Apr 2023 to 10 Jun 2024: 2 bought, 1 sold.')).toBeVisible()
  await expect(page.getByText('1 row cannot be read and will not be used')).toBeVisible()
  await expect(page.getByText('Line 5: the quantity is “=1+1”; expected a number above zero.')).toBeVisible()
  await expect(page.getByText('The file cannot be imported')).toBeHidden()
  await inspect(page, 'tradebook 01 reading')
  await page.getByRole('button', { name: 'Import 3 trades' }).click()
  await expect(toast(page, '3 trades imported')).toBeVisible()
  const books = page.getByRole('table', { name: 'Your tradebooks' })
  await expect(books.getByRole('row').filter({ hasText: 'tradebook-AB1234-EQ.csv' })).toHaveCount(1)

  // A year that only the tradebook has.
  await page.getByRole('link', { name: 'FY 2024-25' }).click()
  await expect(page.getByLabel('Financial year')).toHaveValue('2024-25')
  const figures = page.getByRole('table', { name: 'By your own statement' })
  await expect(figures.getByRole('row').filter({ hasText: 'Equity long term' })).toContainText('+₹5,000.00')
  await expect(figures.getByRole('row').filter({ hasText: 'Equity short term' })).toContainText('+₹1,500.00')
  await inspect(page, 'tradebook 02 figures')
  await figures.getByRole('button', { name: 'Equity long term' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row').filter({ hasText: 'Bought 10 Apr 2023, elsewhere' })).toContainText('+₹5,000.00')
  await inspect(page, 'tradebook 03 sales')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The report says what is not in it.
  await page.getByRole('link', { name: 'For your return' }).click()
  await expect(
    page.getByText('Your tradebooks of other brokers add ₹6,500.00 before charges, by your own statement.'),
  ).toBeVisible()
  await expect(page.getByText('You have no sales in this financial year.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('tax-pnl-2024-25.csv')

  await page.getByRole('link', { name: 'Other brokers', exact: true }).first().click()
  await books.getByRole('button', { name: 'Remove tradebook-AB1234-EQ.csv' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('You have imported no tradebook yet.')).toBeVisible()
  await expect(page.getByText('Your tradebooks have no sales in this financial year.')).toBeVisible()
  // The file that was rejected.
  expect.soft(found.filter((line) => !line.includes('status of 422'))).toEqual([])
})
