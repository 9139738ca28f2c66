import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { staysOpen } from './closing.ts'
import { decision, deskWindow, openCase } from './at-desk.ts'
import { clientWith, newOperator, walletOf } from './money.ts'
import { enter, pauseResponses, logInAtDesk, toast } from './people.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const books = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Books' }).click()
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
}

test('an adjustment takes two operators and a reason the client reads; the books balance', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Nalini', 1500)
  const second = await newOperator(sauda, 'Arjun Sethi', 'admin')
  const portal = await (await browser.newContext({ baseURL: sauda.url })).newPage()
  await enter(portal, client, '/account/wallet/statement')
  await expect(portal.getByRole('row', { name: /Funds added/ })).toContainText('+₹1,500.00')

  await logInAtDesk(page, sauda.admin)
  await test.step('one operator requests it', async () => {
    await page.goto(`/desk/clients/${client.userId}?show=ledger`)
    await expect(page.getByRole('table', { name: 'Ledger entries' })).toContainText('Deposit approved')
    await page.getByRole('button', { name: 'Request adjustment' }).click()
    await dialog(page).getByRole('button', { name: 'Request adjustment' }).click()
    await expect(dialog(page)).toContainText('Enter an amount above ₹0')
    await expect(dialog(page)).toContainText('Please give a reason the client can read')
    await dialog(page).getByLabel('Amount').fill('250.75')
    await expect(dialog(page)).toContainText('₹250.75 will be added to the balance.')
    await dialog(page).getByLabel('Reason').fill('Fee of 3 March charged twice')
    const answer = await pauseResponses(page, '**/api/desk/ledger/adjustments')
    await dialog(page).getByRole('button', { name: 'Request adjustment' }).dblclick()
    await staysOpen(dialog(page))
    answer()
    await expect(toast(page, 'Another operator must approve it')).toBeVisible()
    await books(page)
    await page.getByRole('link', { name: /^Adjustments/ }).click()
    const mine = page.getByRole('row', { name: new RegExp(client.name) })
    await expect(mine).toContainText('Pending approval')
    await mine.getByRole('link', { name: 'Credit' }).click()
    await expect(decision(page)).toContainText('Cancel your request, or leave it to another operator.')
    await expect(decision(page).getByRole('radio', { name: 'Approve' })).toBeDisabled()
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 1500 })
  })

  await test.step('another approves it; both screens and the client’s statement change by themselves', async () => {
    const desk = await deskWindow(browser, sauda, second)
    await openCase(desk, 'Credit adjustment', client)
    await expect(desk.getByRole('region', { name: 'Evidence' })).toContainText('Fee of 3 March charged twice')
    await decision(desk).getByRole('radio', { name: 'Approve' }).check()
    await decision(desk).getByRole('button', { name: 'Approve adjustment' }).dblclick()
    await expect(desk.getByText('Decision submitted')).toBeVisible()
    await desk.context().close()
    await expect(page.getByText('Already decided by Arjun Sethi')).toBeVisible()
    await books(page)
    await page.getByRole('link', { name: /^Adjustments/ }).click()
    await expect(page.getByRole('row', { name: new RegExp(client.name) })).toContainText('Arjun Sethi')
    const line = portal.getByRole('row', { name: /Adjustment/ })
    await expect(line).toContainText('Fee of 3 March charged twice')
    await expect(line).toContainText('+₹250.75')
    expect((await sauda.nextMailTo(client.email)).text).toContain('Fee of 3 March charged twice')
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 1750.75 })
  })

  await test.step('the client saves the whole statement as a file, also after it did not load at first', async () => {
    await portal.route('**/api/user/statement/**', (route) => route.abort(), { times: 1 })
    await portal.getByRole('button', { name: 'Download CSV' }).click()
    await expect(portal.getByText('The statement could not be fully loaded, so no file was downloaded.')).toBeVisible()
    const download = portal.waitForEvent('download')
    await portal.getByRole('button', { name: 'Try again' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
    expect(lines.map((line) => line.split(',').slice(2))).toEqual([
      ['Adjustment', 'Fee of 3 March charged twice', 'Balance', '250.75', ''],
      ['Funds added', '', 'Balance', '1500.00', ''],
    ])
    await expect(portal.getByText('2 entries downloaded')).toBeVisible()
    await portal.context().close()
  })

  await test.step('the trial balance: debits are credits, nothing differs', async () => {
    await page.getByRole('link', { name: 'Trial balance' }).click()
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('The books balance')).toBeVisible()
    const total = page
      .getByRole('table', { name: 'Trial balance' })
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
    const [debits, credits] = await total.allInnerTexts()
    expect(debits).toBe(credits)
    expect(debits).toMatch(/^₹[\d,]+\.\d\d$/)
    await expect(page.getByRole('table', { name: 'Differences' })).toBeHidden()
  })
})

test('an operator without the right sees neither books nor adjustments', async ({ page, sauda }) => {
  const lender = await newOperator(sauda, 'Uma Lender', 'lender')
  await logInAtDesk(page, lender)
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Books' })).toBeHidden()
  for (const path of ['/desk/books', '/desk/books/adjustments']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})
