import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { decision, deskWindow, openAtDesk, send } from './at-desk.ts'
import { complaints, inspect } from './inspect.ts'
import { atDesk, clientWith, newOperator, newUtr, raiseCharge, reportPayment, walletOf } from './money.ts'
import { call, deskToken, enter, toast } from './people.ts'
import { expect, test } from './test.ts'

/** Text, reference, paid out, received. */
type Line = readonly [text: string, reference: string, debit: string, credit: string]

/** A statement of today as a bank gives it. */
function statement(...lines: Line[]): { name: string; mimeType: string; buffer: Buffer } {
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date())
  const rows = lines.map((cells) => [today, ...cells].map((cell) => `"${cell}"`).join())
  const text = ['Account No : 50200012345678', 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.', ...rows]
  return { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text.join('\r\n')}`) }
}

const row = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words })
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Lines' }).getByRole('link', { name })

async function importFile(desk: Page, file: ReturnType<typeof statement>): Promise<void> {
  await openAtDesk(desk, '/desk/reconciliation')
  await desk.getByRole('link', { name: 'Import statement' }).click()
  await desk.getByLabel('Bank statement').setInputFiles(file)
}

test('a statement is imported, matched with what clients reported, approved and settled', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const asha = await clientWith(sauda, cards, 'Asha', 0)
  const balu = await clientWith(sauda, cards, 'Balu', 0)
  const [first, second, third] = [
    await reportPayment(sauda, asha, 1500),
    await reportPayment(sauda, balu, 2500),
    await reportPayment(sauda, balu, 3500),
  ]
  const charge = await raiseCharge(sauda, asha, { chargeType: 'Brokerage', description: 'November', amount: 640 })
  const paid = newUtr()
  await call(sauda, 'POST', `/user/charges/${charge._id}/pay`, { token: asha.token, body: { transactionId: paid } })
  const stranger = newUtr()
  const file = statement(
    [`UPI-ASHA-ASHA@OKSBI-SBIN0000001-${first.utr}-ADD FUND`, first.utr, '', '1,500.00'],
    [`UPI-BALU-BALU@OKSBI-SBIN0000001-${second.utr}-ADD FUND`, `0000${second.utr}`, '', '2,500.00'],
    [`UPI-BALU-BALU@OKSBI-SBIN0000001-${third.utr}-ADD FUND`, third.utr, '', '3,400.00'],
    [`UPI-ASHA-ASHA@OKSBI-SBIN0000001-${paid}-CHARGE`, paid, '', '640.00'],
    ['UPI-S KULKARNI-PAYMENT', stranger, '', '777.00'],
  )
  await enter(page, asha, '/account/wallet/add-fund')
  const desk = await deskWindow(browser, sauda)
  let found: string[] = []

  await test.step('the preview shows the content of the file, and changes nothing', async () => {
    await importFile(desk, { ...file, buffer: Buffer.from('PK\u0003\u0004') })
    await expect(desk.getByText('This Excel workbook cannot be read.')).toBeVisible()
    found = complaints(desk)
    await desk.getByLabel('Bank statement').setInputFiles(file)
    const preview = desk.getByRole('region', { name: /november\.csv, account ••5678/ })
    await expect(preview).toContainText('5, all new')
    await expect(preview).toContainText('₹8,817.00')
    await expect(preview).toContainText('Narration as text')
    await expect(row(desk, first.utr)).toContainText(first.transactionId)
    await inspect(desk, 'reconciliation 01 preview')
    await desk.setViewportSize({ width: 1440, height: 900 })
    expect((await walletOf(sauda, asha)).balance).toBe(0)
  })

  await test.step('importing it again adds nothing twice', async () => {
    await desk.getByRole('button', { name: 'Import 5 new lines' }).dblclick()
    await expect(desk.getByText('5 new lines imported')).toBeVisible()
    await expect(row(desk, 'november.csv')).toHaveCount(1)
    await desk.setViewportSize({ width: 390, height: 844 })
    const withdraw = row(desk, 'november.csv').getByRole('button', { name: 'Remove the statement' })
    await withdraw.scrollIntoViewIfNeeded()
    // Scrolling may leave a fraction of a pixel outside.
    await expect(withdraw).toBeInViewport({ ratio: 0.95 })
    await desk.setViewportSize({ width: 1440, height: 900 })
    await desk.getByLabel('Bank statement').setInputFiles({ ...file, name: 'again.csv' })
    await expect(desk.getByText('Every entry in this file was already imported')).toBeVisible()
    await expect(desk.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
    await inspect(desk, 'reconciliation 02 nothing new')
    await desk.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('each line is shown beside its match, with the reason', async () => {
    await desk.getByRole('link', { name: 'View bank entries' }).click()
    await expect(row(desk, first.transactionId)).toContainText('UTR and amount match.')
    await expect(row(desk, first.transactionId)).toContainText('Reference and amount match')
    await inspect(desk, 'reconciliation 03 to approve')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await openAtDesk(desk, `/desk/wallet/${second._id}`)
    const evidence = desk.getByRole('region', { name: 'Evidence' })
    await expect(evidence).toContainText('UTR and amount match.')
    await desk.getByRole('radio', { name: 'Approve' }).check()
    const reference = desk.getByLabel('Reference in the bank statement')
    await expect(reference).toHaveValue(second.utr)
    await reference.fill('')
    await desk.getByRole('button', { name: `Use ${second.utr} from the statement` }).click()
    await expect(reference).toHaveValue(second.utr)
    await inspect(desk, 'reconciliation 04 beside a deposit')
    await desk.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the first is approved by keyboard; the client has the money at once', async () => {
    await openAtDesk(desk, '/desk/reconciliation')
    await expect(row(desk, first.transactionId)).toBeVisible()
    await row(desk, first.transactionId).getByRole('link').first().focus()
    await desk.keyboard.press('a')
    await expect(desk.getByRole('dialog', { name: /^Approve / })).toBeVisible()
    await desk.keyboard.press('Enter')
    await expect(toast(desk, `${first.transactionId} of ${asha.name}: approved`)).toBeVisible()
    await expect(row(desk, first.transactionId)).toHaveCount(0)
    await expect(page.getByText('₹1,500.00').first()).toBeVisible()
    expect((await sauda.nextMailTo(asha.email)).subject).toBe('₹1,500.00 added to your Sauda wallet')
  })

  await test.step('another operator approves one on its own page; all the others are approved by one press', async () => {
    const button = desk.getByRole('button', { name: 'Approve all 2 exact matches' })
    await expect(desk.getByText('2 exact matches: ₹3,140.00 received.')).toBeVisible()
    await button.click()
    const confirmation = desk.getByRole('dialog', { name: 'Approve all 2 exact matches' })
    await expect(confirmation).toContainText('2 exact matches: ₹3,140.00 received.')
    await confirmation.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(desk.getByText('2 matches are approved.')).toBeVisible()
    await expect(desk.getByText('Nothing to approve')).toBeVisible()
    await expect.poll(async () => (await walletOf(sauda, balu)).balance).toBe(2500)
    await tab(desk, 'Matched').click()
    await expect(row(desk, charge.reference)).toContainText('Transaction ID and amount match.')
    await inspect(desk, 'reconciliation 05 matched')
    await desk.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('exceptions stay open until they are closed with a note', async () => {
    await tab(desk, 'Exceptions').click()
    await expect(row(desk, third.transactionId)).toContainText('Amount differs')
    await expect(row(desk, stranger)).toContainText('Unidentified credit')
    await inspect(desk, 'reconciliation 06 exceptions')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await row(desk, stranger).getByRole('link').first().click()
    await expect(desk.getByRole('region', { name: 'Decision' })).toBeVisible()
    await desk.getByRole('button', { name: 'Close exception' }).click()
    await expect(desk.getByText('Enter a resolution note')).toBeVisible()
    await inspect(desk, 'reconciliation 07 an exception')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await desk.getByRole('heading', { level: 1 }).click()
    await desk.keyboard.press('b')
    const booking = desk.getByRole('dialog', { name: 'Book this line' })
    await booking.getByRole('button', { name: 'Book' }).click()
    await expect(booking).toContainText('Choose how to book this line')
    await booking.getByRole('radio', { name: 'Payment of pending requests' }).check()
    await expect(booking.getByLabel('Find pending requests')).toBeVisible()
    await inspect(desk, 'reconciliation 07b booking of a line')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await booking.getByRole('radio', { name: 'Bank interest' }).check()
    await booking.getByLabel('Reason').fill('Interest of the second quarter')
    await booking.getByRole('button', { name: 'Book' }).click()
    await expect(toast(desk, 'Booked')).toBeVisible()
    await expect(desk.getByLabel('Bookings')).toContainText('Interest of the second quarter')
    await desk.keyboard.press('b')
    const counter = desk.getByRole('dialog', { name: 'Reverse this booking' })
    await counter.getByLabel('Reason').fill('It is a receipt')
    await counter.getByRole('button', { name: 'Reverse' }).click()
    await expect(toast(desk, 'Reversed')).toBeVisible()
    await desk.getByLabel('Resolution note').fill('Sent back to the payer by NEFT')
    await desk.keyboard.press('Control+Enter')
    await expect(desk.getByText('Exception closed.')).toBeVisible()
    await desk.getByRole('link', { name: 'Next line' }).click()
    await expect(desk.getByRole('region', { name: 'Evidence' })).toContainText(third.transactionId)
    await openAtDesk(desk, '/desk/reconciliation?show=settled')
    await expect(row(desk, stranger)).toContainText('“Sent back to the payer by NEFT”')
  })

  await test.step('a line is found by its reference in every state', async () => {
    await desk.keyboard.press('/')
    await desk.keyboard.type(first.utr)
    await expect(row(desk, first.utr)).toContainText('Matched')
    await desk.getByLabel('Find a line').fill('no such line')
    await expect(desk.getByText('No line matches')).toBeVisible()
  })
  expect.soft(found).toEqual([])
  await atDesk(sauda, `/wallet/transactions/${third._id}/reject`, { reason: 'The amount received differs' })
  await desk.context().close()
})

test('a likely match is reviewed first, and of two operators the second is told who was first', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Chandra', 0)
  const { transaction } = await call<{ transaction: { _id: string; transactionId: string } }>(
    sauda,
    'POST',
    '/user/wallet/add-money',
    { token: client.token, body: { id: client.userId, amount: 4321 } },
  )
  const other = await newOperator(sauda, 'Omar Sheikh', 'cashier')
  const [desk, second] = [await deskWindow(browser, sauda), await deskWindow(browser, sauda, other)]
  await importFile(desk, statement(['BY TRANSFER CHANDRA', newUtr(), '', '4,321.00']))
  await desk.getByRole('button', { name: 'Import 1 new line' }).click()
  await expect(desk.getByText('1 new line imported')).toBeVisible()
  await desk.getByRole('link', { name: 'View bank entries' }).click()
  await expect(row(desk, transaction.transactionId)).toContainText('Amount matches')
  await expect(desk.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  for (const window of [desk, second]) {
    await openAtDesk(window, '/desk/reconciliation')
    await row(window, transaction.transactionId).getByRole('link').first().click()
    await expect(window.getByText('Compare before you approve')).toBeVisible()
  }
  await inspect(second, 'reconciliation 08 likely')
  // The second operator's page is outdated.
  await second.route('**/api/desk/reconciliation/lines/*', (route) => route.abort())
  await second.route('**/api/desk/events*', (route) => route.abort())
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByText(`${transaction.transactionId} of ${client.name}: approved.`)).toBeVisible()
  await second.getByRole('button', { name: `Approve ${transaction.transactionId}` }).click()
  await expect(second.getByText(/^Already decided by /)).toBeVisible()
  expect((await walletOf(sauda, client)).balance).toBe(4321)
  await desk.context().close()
  await second.context().close()
})

test('a withdrawal whose bank entries changed after it was opened is checked again before it is approved', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Farida', 80_000)
  const { transaction } = await call<{ transaction: { _id: string; transactionId: string } }>(
    sauda,
    'POST',
    '/user/wallet/withdraw',
    { token: client.token, body: { id: client.userId, amount: 60_000 } },
  )
  const other = await newOperator(sauda, 'Tarun Bose', 'cashier')
  const [desk, second] = [await deskWindow(browser, sauda), await deskWindow(browser, sauda, other)]
  await openAtDesk(second, `/desk/wallet/${transaction._id}`)
  const form = decision(second)
  await form.getByRole('radio', { name: 'Mark as paid' }).check()

  await importFile(desk, statement([`NEFT ${transaction.transactionId}`, newUtr(), '60,000.00', '']))
  await desk.getByRole('button', { name: 'Import 1 new line' }).click()
  await expect(second.getByText('This request or its evidence has changed')).toBeVisible()
  const evidence = second.getByRole('region', { name: 'Evidence' })
  await expect(evidence).toContainText(`NEFT ${transaction.transactionId}`)
  await form.getByLabel('Reference in the bank statement').fill('ICICN52026112000888')
  await expect(form.getByText('Check the changed evidence before you approve.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Mark as paid' })).toBeDisabled()
  await form.getByLabel('Reference in the bank statement').press('Control+Enter')
  expect(await walletOf(sauda, client)).toMatchObject({ withheld: 60_000 })
  await inspect(second, 'reconciliation 10 changed evidence')

  await second.getByRole('button', { name: 'I have checked it again' }).click()
  await send(second, 'Mark as paid')
  expect(await walletOf(sauda, client)).toMatchObject({ withheld: 0 })
  await desk.context().close()
  await second.context().close()
})

test('an unidentified receipt is credited to the client it belongs to', async ({ browser, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Falguni', 1000)
  const desk = await deskWindow(browser, sauda, sauda.admin)
  const utr = newUtr()
  await importFile(desk, statement([`NEFT ${utr} FALGUNI`, utr, '', '7,654.00']))
  await desk.getByRole('button', { name: 'Import 1 new line' }).click()
  await expect(desk.getByText('1 new line imported')).toBeVisible()
  await openAtDesk(desk, '/desk/reconciliation?show=exception')
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const csv = readFileSync(await file.path(), 'utf8').split('\n')
  expect(csv[0]).toContain('Amount')
  expect(csv.find((each) => each.includes(utr))).toMatch(/(?:^|,)7654(?:,|$)/)
  await row(desk, utr).getByRole('link').first().click()
  await desk.getByRole('button', { name: 'Credit to a client' }).click()
  const form = desk.getByRole('dialog', { name: 'Credit to a client' })
  // This server runs with one-person approvals.
  await expect(form).not.toContainText('second operator')
  await form.getByRole('button', { name: 'Credit', exact: true }).click()
  await expect(form).toContainText('Choose the client')
  await expect(form).toContainText('Say how you know that the money is this client’s')
  await form.getByRole('combobox', { name: 'Client' }).fill(client.name)
  await desk.getByRole('option', { name: new RegExp(client.name) }).click()
  await form.getByLabel('Reason').fill('Sent the bank’s receipt')
  await form.getByRole('button', { name: 'Credit', exact: true }).click()
  await expect(toast(desk, `Credited to ${client.name}`)).toBeVisible()
  await expect(desk.getByText('Matched', { exact: true }).first()).toBeVisible()
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 8654 })
  await desk.context().close()
})

test('an operator who may only read sees the lines and no button', async ({ browser, sauda }) => {
  const auditor = await newOperator(sauda, 'Uma Joshi', 'auditor')
  const desk = await deskWindow(browser, sauda, auditor, '/desk/reconciliation')
  await expect(desk.getByRole('heading', { name: 'Reconciliation', level: 1 })).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Import statement' })).toHaveCount(0)
  await openAtDesk(desk, '/desk/reconciliation/import')
  await expect(desk.getByText('You have view-only access')).toBeVisible()
  await expect(desk.getByLabel('Bank statement', { exact: true })).toHaveCount(0)
  const token = await deskToken(sauda)
  const body = new FormData()
  const { buffer, name } = statement(['BANK CHARGES', '', '23.60', ''])
  body.append('file', new Blob([new Uint8Array(buffer)], { type: 'text/csv' }), name)
  await call(sauda, 'POST', '/desk/reconciliation/statements', { token, body })
  await openAtDesk(desk, '/desk/reconciliation?show=exception')
  await row(desk, 'BANK CHARGES').getByRole('link').click()
  await expect(desk.getByText('You have view-only access')).toBeVisible()
  await expect(desk.getByRole('button', { name: /Settle|Approve/ })).toHaveCount(0)
  await desk.context().close()
})
