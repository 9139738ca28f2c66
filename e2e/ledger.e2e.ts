import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { staysOpen } from './closing.ts'
import { decision, deskWindow, openAtDesk, openCase } from './at-desk.ts'
import { clientWith, newOperator, walletOf } from './money.ts'
import { call, deskToken, enter, pauseResponses, logInAtDesk, toast } from './people.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const books = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Books' }).click()
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
}

test('an adjustment is requested with a reason the client reads and approved on another screen; the books balance', async ({
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
  await portal.getByRole('button', { name: /Funds added/ }).click()
  const trailInPortal = portal.getByRole('list', { name: 'Money trail' })
  await expect(trailInPortal).toContainText(
    /Funds added ADD\d+.*Bank → Balance ₹1,500\.00.*Part of the wallet balance since/,
  )
  await portal.keyboard.press('Escape')

  await logInAtDesk(page, sauda.admin)
  await test.step('one operator requests it', async () => {
    await openAtDesk(page, `/desk/clients/${client.userId}?show=ledger`)
    await expect(page.getByRole('table', { name: 'Ledger entries' })).toContainText('Deposit approved')
    await page
      .getByRole('table', { name: 'Account statement' })
      .getByRole('row', { name: /Funds added/ })
      .click()
    await expect(dialog(page).getByRole('list', { name: 'Money trail' })).toContainText('Bank → Balance ₹1,500.00')
    await dialog(page).getByRole('button', { name: 'See the payments since then' }).click()
    await expect(dialog(page)).toContainText('Paid from the balance since')
    await expect(dialog(page)).toContainText('No money has moved for this yet.')
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await expect(dialog(page).getByRole('list', { name: 'Money trail' })).toContainText('Bank → Balance ₹1,500.00')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await openAtDesk(page, `/desk/clients/${client.userId}?show=money`)
    await page.getByRole('button', { name: /money trail of Deposit ADD\d+$/ }).click()
    await expect(dialog(page).getByRole('list', { name: 'Money trail' })).toContainText('Bank → Balance ₹1,500.00')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: /money trail of Balance$/ }).click()
    await expect(dialog(page).getByRole('list', { name: 'Money trail' })).toContainText('Bank → Balance ₹1,500.00')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await openAtDesk(page, '/desk/reports/payments')
    await page
      .getByRole('row', { name: /^Total/ })
      .getByRole('button')
      .first()
      .click()
    const part = dialog(page).getByRole('row', { name: new RegExp(client.name) })
    await part.getByRole('button', { name: /^₹1,500.00.*money trail of ADD\d+$/ }).click()
    await expect(page.getByRole('list', { name: 'Money trail' })).toContainText('Bank → Balance ₹1,500.00')
    await openAtDesk(page, `/desk/clients/${client.userId}?show=ledger`)
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
    await expect(toast(page, 'It can be approved in the queue')).toBeVisible()
    await books(page)
    await page.getByRole('link', { name: /^Adjustments/ }).click()
    const mine = page.getByRole('row', { name: new RegExp(client.name) })
    await expect(mine).toContainText('Pending approval')
    await mine.getByRole('link', { name: 'Credit' }).click()
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 1500 })
  })

  await test.step('another approves it; both screens and the client’s statement update automatically', async () => {
    const desk = await deskWindow(browser, sauda, second)
    await openCase(desk, 'Credit adjustment', client)
    const evidence = desk.getByRole('region', { name: 'Evidence' })
    await expect(evidence).toContainText('Fee of 3 March charged twice')
    await expect(evidence.getByRole('row', { name: /^Balance/ })).toContainText('₹1,500.00+₹250.75₹1,750.75')
    await expect(evidence.getByRole('table', { name: 'Account statement' })).toContainText('₹1,500.00')
    await expect(desk.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Queue' })).toHaveAttribute(
      'aria-current',
      'page',
    )
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

  await test.step('a row opens its ledger entries; a search and a period narrow the statement', async () => {
    const month = portal.getByRole('row', { name: /Closing balance ₹1,750\.75/ })
    await expect(month).toContainText('In ₹1,750.75 · Out ₹0.00')
    await portal
      .getByRole('row', { name: /Adjustment/ })
      .getByRole('button')
      .click()
    const detail = portal.getByRole('complementary', { name: /^Adjustment/ })
    await expect(detail).toContainText('Fee of 3 March charged twice')
    await expect(detail.getByRole('row', { name: /Adjustments → Balance/ })).toContainText('₹250.75')
    await expect(detail.getByRole('definition').filter({ hasText: '₹1,750.75' })).toBeVisible()
    await portal.goBack()
    await expect(detail).toBeHidden()
    await portal.getByLabel('Search').fill('march charged')
    await expect(portal.getByRole('row', { name: /Funds added/ })).toBeHidden()
    await expect(portal.getByRole('row', { name: /Adjustment/ })).toBeVisible()
    await portal.getByLabel('Search').fill('')
    await expect(portal.getByRole('row', { name: /Funds added/ })).toBeVisible()
    await portal.getByLabel('Period').selectOption({ label: 'Custom dates' })
    await portal.getByLabel('From', { exact: true }).fill('01/04/2025')
    await portal.getByLabel('To', { exact: true }).fill('30/04/2025')
    await expect(portal.getByText('No entries in this period')).toBeVisible()
    await portal.goto('/account/wallet/statement')
  })

  await test.step('the client saves the statement as PDF and CSV, also after it did not load at first', async () => {
    await portal.route('**/api/user/statement/*/csv', (route) => route.abort(), { times: 1 })
    await portal.getByRole('button', { name: 'Download CSV' }).click()
    await expect(portal.getByText('The statement could not be fully loaded, so no file was downloaded.')).toBeVisible()
    const save = async (button: string) => {
      const download = portal.waitForEvent('download')
      await portal.getByRole('button', { name: button }).click()
      const file = await download
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const csv = await save('Try CSV again')
    expect(csv.name).toMatch(/^statement-\d{4}-\d\d-\d\d\.csv$/)
    const lines = csv.bytes.toString('utf8').trimEnd().split('\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(1, 7))).toEqual([
      ['Opening balance', '', '', '', '', '0.00'],
      ['Funds added', expect.stringMatching(/^ADD\d+$/), '', '1500.00', '', '1500.00'],
      ['Adjustment', '', 'Fee of 3 March charged twice', '250.75', '', '1750.75'],
    ])
    const pdf = await save('Download PDF')
    expect(pdf.name).toMatch(/^statement-\d{4}-\d\d-\d\d\.pdf$/)
    expect(pdf.bytes.toString('latin1')).toMatch(/^%PDF-/)
    await expect(portal.getByText('Statement downloaded')).toBeVisible()
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

test('an administrator adds a bank account of the broker and completes the first one', async ({ page, sauda }) => {
  await logInAtDesk(page, sauda.admin, '/desk/books/accounts')
  const first = page.getByRole('region', { name: 'Client bank account' })
  await expect(first).toContainText('Number not entered yet')
  await page.getByRole('button', { name: 'Add bank account' }).click()
  await dialog(page).getByRole('button', { name: 'Add bank account' }).click()
  await expect(dialog(page)).toContainText('Enter a UPI ID such as name@bank')
  const fill = (label: string, value: string) => dialog(page).getByLabel(label, { exact: true }).fill(value)
  await fill('Name', 'ICICI payouts')
  await fill('Account number', '000405001234')
  await fill('IFSC', 'icic0000004')
  await fill('UPI ID', 'payouts@icici')
  await fill('UPI name', 'Sauda Broking')
  await dialog(page).getByRole('button', { name: 'Add bank account' }).click()
  await expect(toast(page, 'ICICI payouts added')).toBeVisible()
  await expect(page.getByRole('region', { name: 'ICICI payouts' })).toContainText('000405001234, ICIC0000004')
  await first.getByRole('button', { name: 'Change Client bank account' }).click()
  await expect(dialog(page).getByLabel('Clients pay to this account')).toBeDisabled()
  // Its statements are imported by reconciliation.e2e.ts.
  await fill('Account number', '50200012345678')
  await fill('IFSC', 'HDFC0001234')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(first).toContainText('50200012345678, HDFC0001234')
  await expect(first).toContainText('Clients pay here')
})

test('the opening balance of a bank account is entered with its day, and reversed with a reason', async ({
  page,
  sauda,
}, info) => {
  await call(sauda, 'POST', '/desk/bank-accounts', {
    token: await deskToken(sauda),
    body: {
      name: 'Axis reserve',
      accountNumber: '912010001234',
      ifsc: 'UTIB0000001',
      upiId: 'reserve@axis',
      upiName: 'Sauda Broking',
      receives: false,
    },
  })
  await logInAtDesk(page, sauda.admin, '/desk/clients/import')
  await page.getByRole('link', { name: 'Enter opening balances' }).click()
  const row = page.getByRole('region', { name: 'Axis reserve' })
  await row.getByRole('button', { name: /opening balance/ }).click()
  await dialog(page).getByRole('button', { name: 'Enter opening balance' }).click()
  await expect(dialog(page)).toContainText('Enter the opening balance printed on the statement')
  await dialog(page).getByLabel('At the beginning of').fill('2026-04-01')
  await dialog(page).getByLabel('Opening balance', { exact: true }).fill('125000.50')
  await dialog(page).getByRole('button', { name: 'Enter opening balance' }).click()
  await expect(toast(page, 'Opening balance booked')).toBeVisible()
  await expect(row).toContainText('₹1,25,000.50 at the beginning of 1 Apr 2026')
  await page.screenshot({ path: info.outputPath('bank-accounts.png'), fullPage: true })
  await row.getByRole('button', { name: /opening balance/ }).click()
  await dialog(page).getByLabel('Reason').fill('Read from the wrong statement')
  await dialog(page).getByRole('button', { name: 'Reverse opening balance' }).click()
  await expect(toast(page, 'Opening balance reversed')).toBeVisible()
  await expect(row).toContainText('Enter opening balance')
})

test('a report as chart, table and file', async ({ page, sauda, cards }) => {
  await clientWith(sauda, cards, 'Rhea', 4321)
  await logInAtDesk(page, sauda.admin)
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  // The range of the page, the current month, has one day on its first: one point is no chart.
  const dayOf = (days: number) => new Date(Date.now() + 19_800_000 - days * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/desk/reports/cash?from=${dayOf(2)}&to=${dayOf(0)}`)
  await expect(page.getByRole('slider', { name: 'Chart: Cash position' })).toBeVisible()
  await page.getByRole('link', { name: 'Deposits and withdrawals' }).click()
  const table = page.getByRole('table', { name: 'Deposits and withdrawals' })
  await expect(table.getByRole('row').last()).toContainText(/^Total.*₹/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('Day,Decided by,Deposits,Deposited (₹)')
  const lastMonth = page.getByRole('radio', { name: 'Last month' })
  // It is checked once the address has changed.
  await lastMonth.click()
  await expect(lastMonth).toBeChecked()
  await expect(page.getByText('Nothing in this range')).toBeVisible()
})

test('the journal of the month as a file for Tally', async ({ page, sauda, cards }) => {
  await clientWith(sauda, cards, 'Tara', 4322)
  await logInAtDesk(page, sauda.admin, '/desk/books/export')
  const total = page.getByRole('row', { name: /^Total/ }).getByRole('cell')
  await expect(total.first()).toHaveText(/^₹[\d,]+\.\d\d$/)
  const [debits, credits] = await total.allInnerTexts()
  expect(debits).toBe(credits)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Tally XML' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^journal-.+\.xml$/)
  expect(readFileSync(await download.path(), 'utf8')).toContain('<PARENT>Bank Accounts</PARENT>')
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
