import type { Page } from '@playwright/test'
import { complaints, inspect } from './inspect.ts'
import { atDesk, clientWith, newOperator } from './money.ts'
import { call, logInAtDesk, newClient, sendDocuments, verifiedClient } from './people.ts'
import { expect, ownServer, test } from './test.ts'

// Demo data gives every list rows that other tests do not change.
const sauda = ownServer({ demoData: true })
test.setTimeout(600_000)

const dialog = (page: Page) => page.getByRole('dialog')

test('the desk about trades', async ({ page, cards }) => {
  const found = complaints(page)
  const client = await clientWith(sauda, cards, 'Chitra', 1_12_345.5)
  const { token } = await newOperator(sauda, 'Omar Sheikh', 'dealer')
  const book = (stockName: string, quantity: number, price: number) =>
    atDesk<{ _id: string }>(sauda, '/trades/buy', { clientId: client.userId, stockName, quantity, price }, token)
  const wrong = await book('TCS', 2, 3_812.4)
  const held = await book('USD/INR', 1000, 84.0525)
  await atDesk(sauda, `/trades/${held._id}/sell`, { quantity: 400, price: 85.1 }, token)
  const reason = 'Booked with a wrong quantity or price. It should have been 3 shares'
  const asked = await atDesk<{ _id: string }>(sauda, `/trades/${wrong._id}/reversal`, { reason }, token)
  await book('INFY', 3, 1_502.5)

  await logInAtDesk(page, sauda.admin)
  await page.goto('/desk/trade')
  await inspect(page, 'desk trade 01 ticket empty')
  await page.goto(`/desk/trade?client=${client.userId}`)
  const ticket = page.getByRole('form', { name: 'Order entry' })
  await ticket.getByRole('combobox', { name: 'Stock' }).fill('reli')
  await expect(page.getByRole('option', { name: 'RELIANCE' }).first()).toBeVisible()
  await inspect(page, 'desk trade 02 ticket finds')
  await page.getByRole('option', { name: 'RELIANCE' }).first().click()
  await ticket.getByLabel('Quantity').fill('5')
  await ticket.getByLabel('Price').fill('2945.33')
  await expect(page.getByText('Please check')).toBeVisible()
  await inspect(page, 'desk trade 03 ticket')
  await ticket.getByRole('button', { name: 'Review' }).click()
  await inspect(page, 'desk trade 04 confirm')
  await dialog(page).getByRole('button', { name: 'Book buy' }).click()
  await expect(page.getByText(/^TRD\d+ is booked/)).toBeVisible()
  await ticket.getByLabel('Quantity').fill('1e9')
  await ticket.getByRole('button', { name: 'Review' }).click()
  await inspect(page, 'desk trade 05 booked, and faults')

  await page.goto(`/desk/clients/${client.userId}?show=trades`)
  await expect(page.getByRole('table', { name: 'Trades' }).getByRole('row')).toHaveCount(6)
  await inspect(page, 'desk trade 06 client')
  await page.getByRole('button', { name: /^Square off USD/ }).click()
  await dialog(page).getByLabel('Price').fill('83.5')
  await expect(dialog(page)).toContainText('Proceeds')
  await inspect(page, 'desk trade 07 close')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Reverse INFY/ }).click()
  await dialog(page).getByLabel('Reason').selectOption('Booked twice')
  await inspect(page, 'desk trade 08 ask for reversal')
  await page.goto(`/desk/trade/${held._id}`)
  await inspect(page, 'desk trade 09 trade')
  await page.goto('/desk/trade/reversals')
  await expect(page.getByRole('table', { name: 'Reversals' })).toContainText(client.name)
  await inspect(page, 'desk trade 10 reversals')
  await page.goto(`/desk/trade/reversal/${asked._id}`)
  await page.getByRole('radio', { name: 'Approve' }).check()
  await inspect(page, 'desk trade 11 reversal')
  expect.soft(found).toEqual([])
})

test('the desk about files of trades, and instruments', async ({ page, cards }) => {
  const found = complaints(page)
  const client = await clientWith(sauda, cards, 'Diya', 60_000)
  const { saudaId } = await call<{ saudaId: string }>(sauda, 'GET', `/user/profile/${client.userId}`, client)
  await logInAtDesk(page, sauda.admin)
  await page.goto('/desk/trade/import')
  await inspect(page, 'desk trade 20 file')
  const file = (...lines: string[]) => ({
    name: 'contract-notes-november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['reference,client,action,stock,quantity,price,position', ...lines].join('\n')),
  })
  const good = [`D-1,${saudaId},BUY,INFY,20,1500.50,`, `D-2,${saudaId},SELL,INFY,8,1510,D-1`]
  await page.getByLabel('CSV file of trades').setInputFiles(file(...good, `D-3,${saudaId},BUY,INFY,9999,1500.50,`))
  await expect(page.getByText('1 line has an error')).toBeVisible()
  await inspect(page, 'desk trade 21 file with faults')
  await page.getByLabel('CSV file of trades').setInputFiles(file(...good))
  await page.getByRole('button', { name: 'Book 2 trades' }).click()
  await inspect(page, 'desk trade 22 confirm file')
  await dialog(page).getByRole('button', { name: 'Book 2 trades' }).click()
  await expect(page.getByText('2 trades are booked.')).toBeVisible()
  await inspect(page, 'desk trade 23 file booked')
  await page.goto('/desk/trade/instruments')
  await expect(page.getByRole('table', { name: 'Instruments' }).getByRole('row').nth(20)).toBeVisible()
  await inspect(page, 'desk trade 24 instruments')
  await page.getByRole('button', { name: 'Add instrument' }).click()
  await dialog(page).getByRole('button', { name: 'Add instrument' }).click()
  await inspect(page, 'desk trade 25 add instrument')
  expect.soft(found).toEqual([])
})

test('the desk about reviews and passwords', async ({ page }) => {
  const found = complaints(page)
  await logInAtDesk(page, sauda.admin)
  await page.goto('/desk/content/testimonials')
  await inspect(page, 'desk content 1 empty')
  const review = {
    name: 'Meera K.',
    about: 'Client since 2023, Pune',
    words: 'The statement shows where every rupee went, and a withdrawal was at my bank the same day.',
    consent: 'E-mail of 12 March 2026',
  }
  await atDesk(sauda, '/testimonials', review)
  const body = { ...review, words: 'Short.' }
  const { _id, changedAt } = await atDesk<{ _id: string; changedAt: string }>(sauda, '/testimonials', body)
  await atDesk(sauda, `/testimonials/${_id}/publish`, { seen: changedAt })
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await inspect(page, 'desk content 2 reviews')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await inspect(page, 'desk content 3 publish')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add testimonial' }).click()
  await dialog(page).getByRole('button', { name: 'Save draft' }).click()
  await inspect(page, 'desk content 4 add')
  await page.goto('/desk/you')
  await page.getByRole('button', { name: 'Change password' }).click()
  await dialog(page).getByRole('button', { name: 'Change password' }).click()
  await inspect(page, 'desk password')
  expect.soft(found).toEqual([])
})

test('the desk', async ({ page, cards }) => {
  const found = complaints(page)
  await page.goto('/desk/')
  await inspect(page, 'desk login')
  const waiting = await newClient(sauda, 'Pooja')
  await sendDocuments(sauda, waiting, cards)
  const known = await verifiedClient(sauda, cards, 'Hina')
  await logInAtDesk(page, sauda.admin)
  await expect(page.getByRole('link', { name: waiting.name })).toBeVisible()
  await inspect(page, 'desk queue')
  await page.getByRole('link', { name: waiting.name }).click()
  await expect(page.getByRole('img')).toHaveCount(2)
  await inspect(page, 'desk review')
  await page.getByRole('region', { name: 'PAN card' }).getByRole('radio', { name: 'Accept' }).check()
  await expect(page.getByRole('button', { name: 'Submit decision' })).toBeDisabled()
  await page.getByRole('region', { name: 'Aadhaar card' }).getByRole('radio', { name: 'Request re-upload' }).check()
  await page.getByRole('button', { name: 'Submit decision' }).click()
  await inspect(page, 'desk review with faults')
  for (const path of ['clients', 'audit', 'mail', 'operators', 'you', 'no-such-screen']) {
    await page.goto(`/desk/${path}`)
    await inspect(page, `desk ${path}`)
  }
  await page.goto('/desk/audit')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Audit trail intact')).toBeVisible()
  await inspect(page, 'desk audit verified')
  await page.goto(`/desk/clients/${known.userId}`)
  await inspect(page, 'desk client')
  await page.getByRole('button', { name: 'Freeze login' }).click()
  await inspect(page, 'desk freeze')
  await page.goto('/desk/operators')
  await page.getByRole('button', { name: 'Add operator' }).click()
  await inspect(page, 'desk add operator')
  await page.goto('/desk/queue')
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(dialog(page)).toBeVisible()
  await inspect(page, 'desk shortcuts')
  expect.soft(found).toEqual([])
})
