import type { Locator, Page } from '@playwright/test'
import { staysOpen } from './closing.ts'
import { decision, deskWindow, openAtDesk, openCase, refuse, send } from './at-desk.ts'
import { atDesk, clientWith, newUtr, raiseCharge, walletOf } from './money.ts'
import { call, enter, pauseResponses, toast } from './people.ts'
import { readQr } from './qr.ts'
import { expect, test } from './test.ts'

const row = (page: Page, words: string): Locator =>
  page.getByRole('list', { name: 'Charges' }).getByRole('listitem').filter({ hasText: words })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const summary = (page: Page): Locator => page.getByRole('region', { name: 'Summary' })

/** Both steps of the payment dialog. */
async function pay(page: Page, transactionId: string, remarks = ''): Promise<void> {
  await dialog(page).getByRole('button', { name: 'I have paid' }).click()
  await dialog(page).getByLabel('Transaction ID').fill(transactionId)
  await dialog(page).getByLabel('Remarks').fill(remarks)
  await dialog(page).getByRole('button', { name: 'Submit Payment' }).dblclick()
}

test('a charge: raised, paid in two steps, rejected with a reason, paid again, approved; the wallet is unchanged', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Leela', 900)
  await enter(page, client, '/account/charges')
  await expect(page.getByRole('heading', { name: 'Charges & Payments' })).toBeVisible()
  await expect(page.getByText('No charges found')).toBeVisible()
  await expect(page.getByText('You never need to pay a charge to withdraw.')).toBeVisible()
  const loadedAt = await page.evaluate(() => performance.timeOrigin)

  const detail = page.getByRole('complementary', { name: /^Government Charge CHG/ })
  const desk = await deskWindow(browser, sauda)
  await test.step('an operator raises it; it appears automatically, and is mailed', async () => {
    await openAtDesk(desk, `/desk/clients/${client.userId}?show=charges`)
    await desk.getByRole('button', { name: 'Raise charge' }).click()
    const form = dialog(desk)
    await form.getByRole('button', { name: 'Raise charge' }).click()
    await expect(form).toContainText('Please describe the charge')
    await form.getByLabel('Type').selectOption('Government Charge')
    await form.getByLabel('Description').fill('Stamp duty, October')
    await form.getByLabel('Amount').fill('150')
    await form.getByLabel('GST').fill('27')
    await form.getByLabel('Due date').pressSequentially('15012031')
    await expect(form.getByLabel('Due date')).toHaveValue('15/01/2031')
    await expect(form.getByText('The client pays ₹177.00')).toBeVisible()
    const answer = await pauseResponses(desk, '**/api/desk/charges')
    await form.getByRole('button', { name: 'Raise charge' }).dblclick()
    await staysOpen(form)
    answer()
    await expect(toast(desk, 'has been notified')).toBeVisible()
    // The form is closed, so that the charge cannot be raised twice.
    await expect(form).toBeHidden()
    await desk.getByRole('button', { name: 'Raise charge' }).click()
    await expect(form.getByLabel('Description')).toHaveValue('')
    await form.getByRole('button', { name: 'Cancel' }).click()

    await expect(row(page, 'Stamp duty, October')).toContainText('₹177.00')
    for (const part of ['Amount₹150.00', 'GST₹27.00', 'Total₹177.00']) await expect(detail).toContainText(part)
    await expect(row(page, 'Stamp duty, October')).toContainText('PENDING')
    await expect(row(page, 'Stamp duty, October')).toContainText('15 Jan 2031')
    await expect(row(page, '')).toHaveCount(1)
    await expect(summary(page)).toContainText('₹177.00')
    const mail = await sauda.nextMailTo(client.email)
    expect(mail.subject).toBe('₹177.00 Government Charge, due 15 Jan 2031')
    expect(mail.text).toContain('You never need to pay a charge to withdraw.')
  })

  const utr = newUtr()
  await test.step('step 1 shows the exact amount and its reference, step 2 requires the transaction ID', async () => {
    await page.getByRole('button', { name: /^Pay Now/ }).click()
    await expect(dialog(page)).toContainText('Scan and pay')
    const upi = new URL((await readQr(dialog(page).getByRole('img', { name: /^QR code/ }))) ?? 'nothing:read')
    expect(Object.fromEntries(upi.searchParams)).toMatchObject({ am: '177.00', cu: 'INR' })
    const reference = upi.searchParams.get('tr') ?? 'no reference'
    await expect(dialog(page).getByRole('definition').filter({ hasText: reference })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'I have paid' }).click()
    await dialog(page).getByLabel('Transaction ID').fill('   ')
    await dialog(page).getByRole('button', { name: 'Submit Payment' }).click()
    await expect(dialog(page).getByText('Please enter transaction ID')).toBeVisible()
    // Going back to the QR, or closing the dialog, loses nothing.
    await dialog(page).getByLabel('Remarks').fill('From my phone')
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Pay Now/ }).click()
    await dialog(page).getByRole('button', { name: 'I have paid' }).click()
    await expect(dialog(page).getByLabel('Remarks')).toHaveValue('From my phone')
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    const answer = await pauseResponses(page, '**/api/user/charges/*/pay')
    await pay(page, ` ${utr} `)
    await staysOpen(dialog(page))
    answer()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Stamp duty')).toContainText('Payment Submitted - Awaiting Approval')
    await expect(detail).toContainText(`Transaction ID ${utr} · Payment made via UPI`)
    await expect(row(page, 'Stamp duty')).toContainText(reference)
    await expect(row(page, 'Stamp duty').getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    await expect(summary(page)).toContainText(/Nothing to pay now.*₹177\.00 being confirmed/)
  })

  await test.step('rejected with a reason, it is payable again', async () => {
    await row(page, 'Stamp duty')
      .getByRole('button', { name: /^Government Charge/ })
      .click()
    await expect(page).toHaveURL(/\/account\/charges\?charge=/)
    await expect(detail).toContainText('We are looking for your payment in our bank statement')
    await openCase(desk, 'Charge', client)
    await expect(desk.getByRole('region', { name: 'Evidence' })).toContainText(utr)
    await refuse(desk, 'We did not find this payment in our bank statement')
    await expect(row(page, 'Stamp duty')).toContainText('Payment Rejected')
    await expect(row(page, 'Stamp duty')).toContainText('We did not find this payment in our bank statement')
    const mail = await sauda.nextMailTo(client.email)
    expect(mail.subject).toMatch(/^Payment of ₹.* could not be confirmed$/)
    expect(mail.text).toContain('Reason: We did not find this payment in our bank statement')
  })

  await test.step('paid again and approved', async () => {
    await expect(detail).toContainText('Payment Rejected')
    await detail.getByRole('button', { name: /^Pay again/ }).click()
    await pay(page, newUtr(), 'From my SBI account')
    await expect(detail).toContainText('From my SBI account')
    await openCase(desk, 'Charge', client)
    await decision(desk).getByRole('radio', { name: 'Approve' }).check()
    await expect(decision(desk)).toContainText('₹150.00 will be booked as fees and ₹27.00 as GST')
    await send(desk, 'Approve payment')
    await expect(row(page, 'Stamp duty')).toContainText('Payment Approved')
    await expect(summary(page)).toContainText('Nothing to pay now')
    await expect(summary(page)).toContainText('₹177.00 paid so far')
    expect((await sauda.nextMailTo(client.email)).subject).toBe('Payment of ₹177.00 received')
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 900, withheld: 0 })
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
    await detail.getByRole('link', { name: 'Open it in your statement' }).click()
    await expect(page.getByRole('table', { name: 'Statement' })).toContainText('Charge paid')
  })

  await test.step('another one, raised by mistake, is cancelled with a reason', async () => {
    const { _id, reference } = await raiseCharge(sauda, client, {
      chargeType: 'Other',
      description: 'Courier',
      amount: 10,
    })
    await openAtDesk(desk, `/desk/charge/${_id}`)
    await desk.getByRole('button', { name: 'Cancel charge' }).click()
    await dialog(desk).getByLabel('Reason').fill('Raised twice')
    await dialog(desk).getByRole('button', { name: 'Cancel charge' }).click()
    await expect(toast(desk, `${reference} cancelled`)).toBeVisible()
    await expect(desk.getByText('Reason: “Raised twice”')).toBeVisible()
    await desk.context().close()
    await page.goto('/account/charges')
    await expect(row(page, reference)).toContainText('Raised twice')
    await expect(row(page, reference)).toContainText('Cancelled')
    await expect(summary(page)).toContainText('Nothing to pay now')
  })
})

test('with none to pay, the trade days are listed with their charges, and a day opens', async ({
  page,
  sauda,
  cards,
}) => {
  const none = { brokerage: 0, stt: 0, exchangeCharges: 0, sebiFee: 0, stampDuty: 0, gst: 0 }
  const days = ['2026-11-27', '2026-11-26'].map((day, index) => ({
    ...none,
    day,
    bought: 0,
    sold: 1000,
    brokerage: 20 + index,
    charges: 20 + index,
    net: 980 - index,
  }))
  await page.route('**/api/user/trade/days/**', (route) =>
    route.fulfill({ json: { days, hasMore: false, uncharged: 2 } }),
  )
  await enter(page, await clientWith(sauda, cards, 'Mohini', 100), '/account/charges')
  await expect(page.getByText('No charges found')).toBeVisible()
  const listed = page.getByRole('list', { name: 'Charges by trade day' }).getByRole('listitem')
  await expect(listed).toHaveText(['27 Nov 2026₹20.00', '26 Nov 2026₹21.00'])
  await expect(page.getByText('2 trades are not included: no exchange file has confirmed them')).toBeVisible()
  await listed.getByRole('link', { name: '27 Nov 2026' }).click()
  await expect(page).toHaveURL('/account/position/order-history?day=2026-11-27')
  await expect(page.getByText('Charges on 27 Nov 2026')).toBeVisible()
})

test('every type has a dot of its own colour; one payment pays for one charge', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Mohini', 0)
  const types = ['Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Brokerage', 'Other']
  for (const chargeType of types)
    await raiseCharge(sauda, client, { chargeType, description: `For ${chargeType}`, amount: 100 })
  await enter(page, client, '/account/charges')
  await expect(row(page, '')).toHaveCount(types.length)
  const dots = page.locator('[data-type]')
  const colours = await dots.evaluateAll((all) => all.map((dot) => getComputedStyle(dot).backgroundColor))
  expect(new Set(colours).size).toBe(types.length)

  const utr = newUtr()
  for (const [type, outcome] of [
    ['GST', 'Payment Submitted - Awaiting Approval'],
    ['TDS', 'PENDING'],
  ] as const) {
    await row(page, `For ${type}`)
      .getByRole('button', { name: /^Pay Now/ })
      .click()
    await pay(page, type === 'GST' ? utr : utr.replace(/(\d{4})/g, '$1 '))
    if (type === 'TDS') {
      await expect(dialog(page)).toContainText('This UTR belongs to another payment')
      await dialog(page).getByRole('button', { name: 'Close' }).click()
    }
    await expect(row(page, `For ${type}`)).toContainText(outcome)
  }

  await page.route('**/api/user/charges', (route) => route.fulfill({ status: 500, json: { message: '' } }))
  await page.reload()
  await expect(page.getByText('Failed to fetch charges. Please try again.')).toBeVisible()
  await page.unroute('**/api/user/charges')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, '')).toHaveCount(types.length)
  const { charges } = await call<{ charges: { _id: string; status: string }[] }>(sauda, 'GET', '/user/charges', client)
  const paid = charges.filter(({ status }) => status === 'PAID')
  expect(paid).toHaveLength(1)
  // Other tests find an empty queue.
  await atDesk(sauda, `/charges/${paid[0]?._id}/approve`, {})
})
