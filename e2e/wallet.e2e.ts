import type { Page } from '@playwright/test'
import { approve, decision, deskWindow, openCase, refuse, send } from './at-desk.ts'
import {
  atDesk,
  clientWith,
  newOperator,
  newUtr,
  raiseCharge,
  reportPayment,
  transactionsOf,
  walletOf,
} from './money.ts'
import { startSauda } from './harness.ts'
import { enter, pauseResponses, toast, verifiedClient } from './people.ts'
import { readQr } from './qr.ts'
import { expect, stopAndCheck, test } from './test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
// The last long file: with its tests in one worker the others would wait for it at the end.
test.describe.configure({ mode: 'parallel' })

const fundScreen = '/account/wallet/add-fund'
const amount = (page: Page) => page.getByLabel('Amount', { exact: true })
const addFund = (page: Page) => page.getByRole('button', { name: 'Add Fund', exact: true })
const withdrawFund = (page: Page) => page.getByRole('button', { name: 'Withdraw Fund' })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin)
const activity = (page: Page, text: RegExp) => page.getByRole('listitem').filter({ hasText: text }).getByRole('link')

/** The balance at the top of the fund screen. */
const balance = (page: Page) =>
  page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Wallet Balance' })

/** Reads the result modal and presses its OK. */
async function result(page: Page, kind: string, words: string | RegExp): Promise<void> {
  const modal = page.getByRole('dialog', { name: kind })
  await expect(modal).toContainText(words)
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(modal).toBeHidden()
}

async function withdraw(page: Page, rupees: string): Promise<void> {
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await amount(page).fill(rupees)
  await withdrawFund(page).dblclick()
}

/** The row of the history with this text. */
const entry = (page: Page, words: string) =>
  page.getByRole('table', { name: 'Transaction history' }).getByRole('row').filter({ hasText: words })

test('funds are added by UPI: form, QR, request, approval, credit without a reload', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Chitra')
  await enter(page, client, '/account/wallet')
  await expect(page).toHaveURL(fundScreen)

  await test.step('the form rejects too small amounts; quick add accumulates', async () => {
    await expect(balance(page)).toContainText('₹0.00')
    await expect(page.getByText('Available for Investing')).toBeVisible()
    await expect(page.getByText('Minimum add fund amount is ₹100')).toBeVisible()
    await expect(addFund(page)).toBeDisabled()
    await amount(page).fill('0')
    await expect(page.getByText('Please enter a valid amount (minimum is ₹100)')).toBeVisible()
    await amount(page).fill('99.99')
    await expect(page.getByText('Please enter a valid amount (minimum is ₹100)')).toBeVisible()
    await expect(addFund(page)).toBeDisabled()
    await amount(page).fill('')
    for (const more of ['+500', '+1,000', '+5,000', '+10,000', '+500'])
      await page.getByRole('button', { name: more, exact: true }).click()
    await expect(amount(page)).toHaveValue('17,000')
    await amount(page).fill('17000.50')
  })

  const pay = page.getByRole('heading', { name: 'Pay ₹17,000.50' })
  let link = ''
  await test.step('the pay view: one reference, as QR, link and text, also after going back and a reload', async () => {
    await addFund(page).dblclick()
    await expect(pay).toBeVisible()
    const qr = page.getByRole('img', { name: /^QR code to pay/ })
    link = (await readQr(qr)) ?? 'nothing could be read'
    await page.getByRole('button', { name: 'Copy payment link' }).click()
    await expect(page.getByRole('button', { name: 'Payment link copied' })).toBeVisible()
    expect(await clipboard(page)).toBe(link)
    // Shown on phones only: only a phone can open it.
    await expect(page.locator('a[href^="upi:"]')).toHaveAttribute('href', link)

    const upi = new URL(link)
    expect(upi.href).toMatch(/^upi:\/\/pay\?/)
    expect(Object.fromEntries(upi.searchParams)).toMatchObject({ am: '17000.50', cu: 'INR', pn: expect.any(String) })
    await expect(page.getByText(upi.searchParams.get('pn') ?? '', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: upi.searchParams.get('tr') ?? '' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy UPI ID' }).click()
    await expect(toast(page, 'UPI ID copied')).toBeVisible()
    expect(await clipboard(page)).toBe(upi.searchParams.get('pa'))

    await page.getByRole('button', { name: 'Back to Add Fund' }).click()
    await expect(amount(page)).toHaveValue('17,000.50')
    await expect(page.getByRole('heading', { name: 'Wallet Balance' })).toBeFocused()
    await addFund(page).click()
    await expect(pay).toBeVisible()
    await page.goBack()
    await expect(amount(page)).toHaveValue('17,000.50')
    await expect(page).toHaveURL(fundScreen)
    await addFund(page).click()
    await expect(pay).toBeVisible()
    await page.goto(`${fundScreen}?direction=withdraw`)
    await expect(page.getByRole('radio', { name: 'Withdraw Fund' })).toBeChecked()
    await page.goto(fundScreen)
    await expect(pay).toBeVisible()
    await page.reload()
    await expect(pay).toBeVisible()
    expect(await readQr(qr)).toBe(link)
    expect(await transactionsOf(sauda, client)).toEqual([])
  })

  const utr = newUtr()
  await test.step('Pay Now sends the request, once', async () => {
    await page.getByLabel('UTR').fill('1234')
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await expect(page.getByText('A UTR has 12 digits')).toBeVisible()
    await page.getByLabel('UTR').fill(utr)
    await page.getByRole('button', { name: 'Pay Now' }).dblclick()
    await result(page, 'Success', 'Request received. Your wallet is credited after we confirm the payment.')
    await expect(amount(page)).toHaveValue('')
    await expect(balance(page)).toContainText('₹0.00')
    expect(await transactionsOf(sauda, client)).toMatchObject([{ type: 'added', amount: 17000.5, status: 'pending' }])
  })

  await test.step('the history shows it pending, its timeline who acts next', async () => {
    await page.getByRole('link', { name: 'Transaction History' }).click()
    await expect(page).toHaveTitle('Transaction History | Sauda')
    await expect(page.getByText('Showing 1 of 1 entries')).toBeVisible()
    await expect(entry(page, 'Deposit')).toContainText('₹17,000.50')
    await expect(entry(page, 'PENDING')).toContainText('Your transaction is in processing please wait.')
    await page.getByRole('button', { name: /^ADD\d+/ }).click()
    const timeline = page.getByRole('complementary', { name: /^Deposit ADD\d+/ })
    await expect(timeline).toContainText('You reported a payment of ₹17,000.50')
    await expect(timeline).toContainText(utr)
    await expect(timeline).toContainText(/\d+ min so far/)
    await page.goBack()
    await expect(timeline).toBeHidden()
  })

  const before = await loadedAt(page)
  const desk = await deskWindow(browser, sauda)
  await test.step('an operator compares it with the bank and approves it', async () => {
    await openCase(desk, 'Deposit', client)
    await expect(desk.getByRole('region', { name: 'Evidence' })).toContainText('₹17,000.50')
    await expect(desk.getByRole('region', { name: 'Evidence' })).toContainText(
      new URL(link).searchParams.get('tr') ?? '',
    )
    const toast = page.getByRole('alert').filter({ hasText: '₹17,000.50 added to your wallet' })
    await Promise.all([
      approve(desk, utr),
      expect(toast.getByRole('link', { name: 'View' })).toHaveAttribute('href', /transaction-history\?transaction=/),
    ])
    await desk.context().close()
  })

  await test.step('her screens update automatically, and a mail confirms it', async () => {
    await expect(entry(page, 'SUCCESS')).toContainText('Funds added successfully to your wallet.')
    await page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name: 'Fund' }).click()
    await expect(balance(page)).toContainText('₹17,000.50')
    const mail = await sauda.nextMailTo(client.email)
    expect(mail.subject).toBe('₹17,000.50 added to your Sauda wallet')
    expect(mail.text).toContain(utr)
    expect(await loadedAt(page)).toBe(before)
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 17000.5, withdrawable: 17000.5 })
  })
})

test('a withdrawal: too large, on hold, rejected and returned, requested again and paid', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Devika', 2000)
  await enter(page, client, fundScreen)
  await expect(balance(page)).toContainText('₹2,000.00')

  await test.step('too small and too large amounts are reported immediately', async () => {
    await withdraw(page, '99')
    await result(page, 'Info', 'Minimum withdraw amount is ₹100')
    await expect(page.getByText('Minimum withdraw amount is ₹100')).toBeVisible()
    await expect(page.getByText('Withdrawable ₹2,000.00')).toBeVisible()
    await withdraw(page, '2000.01')
    await result(page, 'Info', 'Insufficient balance for withdrawal')
    await amount(page).press('Enter')
    await page.keyboard.press('Enter')
    await result(page, 'Info', 'Insufficient balance for withdrawal')
    await expect(page.getByText('Insufficient balance for withdrawal')).toBeVisible()
    expect((await transactionsOf(sauda, client)).filter(({ type }) => type === 'withdrawal')).toEqual([])
  })

  await test.step('the amount is on hold as soon as it is requested', async () => {
    await withdraw(page, '1500.25')
    await result(page, 'Success', /Withdrawal request successful!.*₹1,500\.25 to [A-Z]{4} ••••\d{4}/)
    await expect(balance(page)).toContainText('₹499.75')
    await expect(balance(page)).toContainText('₹1,500.25 is on hold for your withdrawal')
    await expect(page.getByText('Withdrawable ₹499.75')).toBeVisible()
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 499.75, withheld: 1500.25, withdrawable: 499.75 })
  })

  const desk = await deskWindow(browser, sauda)
  const reason = 'The name on the bank details differs from your registered name'
  await test.step('rejected with a reason, the money is returned and the timeline shows the reason', async () => {
    await activity(page, /Withdrawal.*₹1,500.25/).click()
    const timeline = page.getByRole('complementary', { name: /^Withdrawal WDR\d+/ })
    await expect(timeline).toContainText('We’re checking your withdrawal')
    await openCase(desk, 'Withdrawal', client)
    await refuse(desk, reason, 'Please correct it and ask again.')
    await expect(timeline).toContainText(`${reason}. Please correct it and ask again.`)
    await expect(timeline).toContainText('Withdrawal rejected; the money is back in your balance')
    await expect(timeline).toContainText('Your transaction did not go through. Please try again.')
    const mail = await sauda.nextMailTo(client.email)
    expect(mail.subject).toBe('Withdrawal of ₹1,500.25 rejected; the money is back in your balance')
    expect(mail.text).toContain(`Reason: ${reason}. Please correct it and ask again.`)
    await timeline.getByRole('button', { name: 'Close' }).click()
    await expect(entry(page, 'FAILED')).toContainText(reason)
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 2000, withheld: 0 })
  })

  await test.step('requested again, it is paid under the bank’s reference', async () => {
    await page.goto(fundScreen)
    await withdraw(page, '2000')
    await result(page, 'Success', 'Withdrawal request successful!')
    await openCase(desk, 'Withdrawal', client)
    await approve(desk, 'hdfcn52026112000123')
    await desk.context().close()
    await activity(page, /Withdrawal.*₹2,000.00/).click()
    const timeline = page.getByRole('complementary', { name: /^Withdrawal WDR\d+/ })
    await expect(timeline).toContainText('Withdrawal completed successfully.')
    await expect(timeline).toContainText('Bank reference HDFCN52026112000123')
    expect((await sauda.nextMailTo(client.email)).subject).toBe('₹2,000.00 paid to your bank account')
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 0, withheld: 0 })
  })
})

test('a large withdrawal needs two operators; the second is told who was first', async ({ browser, cards }) => {
  // A bank entry or a second operator is not what this is about, so one operator may credit the deposit.
  const limits = { APPROVAL_DEPOSIT_CLIENT: '100000', APPROVAL_DEPOSIT_OPERATOR: '1000000' }
  const sauda = await startSauda({ env: { APPROVALS: 'policy', ...limits } })
  const page = await (await browser.newContext({ baseURL: sauda.url })).newPage()
  const client = await clientWith(sauda, cards, 'Esha', 80_000)
  const cashier = await newOperator(sauda, 'Meena Kulkarni', 'cashier')
  await enter(page, client, fundScreen)
  await withdraw(page, '60000')
  await result(page, 'Success', 'Withdrawal request successful!')
  const desk = await deskWindow(browser, sauda)
  await openCase(desk, 'Withdrawal', client)
  await decision(desk).getByRole('radio', { name: 'Approve' }).check()
  await expect(desk.getByLabel('Reference in the bank statement')).toBeHidden()
  await send(desk, 'Approve withdrawal')
  await desk.reload()
  await expect(desk.getByText('You gave the first approval. Another operator must give the second.')).toBeVisible()
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 20_000, withheld: 60_000 })
  await activity(page, /Withdrawal.*₹60,000.00/).click()
  const timeline = page.getByRole('complementary', { name: /^Withdrawal WDR\d+/ })
  await expect(timeline).toContainText('A second person checks and pays it')

  const second = await deskWindow(browser, sauda, cashier)
  await openCase(second, 'Withdrawal', client)
  await approve(second, 'ICICN52026112000777')
  await expect(timeline).toContainText('Withdrawal completed successfully.')
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 20_000, withheld: 0 })
  await expect(desk.getByText('Already decided by Meena Kulkarni')).toBeVisible()
  await second.context().close()

  const deposit = await reportPayment(sauda, client, 700)
  await openCase(desk, 'Deposit', client)
  await expect(desk.getByRole('form', { name: 'Decision' })).toBeVisible()
  const reason = 'We did not find this payment in our bank statement'
  await atDesk(sauda, `/wallet/transactions/${deposit._id}/reject`, { reason }, cashier.token)
  await expect(desk.getByText('Already decided by Meena Kulkarni')).toBeVisible()
  for (const window of [desk, page]) await window.context().close()
  await stopAndCheck(sauda)
})

test('changed bank details pause withdrawals; an unpaid charge does not delay a withdrawal', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Farida', 1000)
  await raiseCharge(sauda, client, { chargeType: 'GST', description: 'GST on services', amount: 5000, gst: 900 })
  await enter(page, client, '/account/charges')
  await expect(page.getByText('You never need to pay a charge to withdraw.')).toBeVisible()
  await page.goto(fundScreen)
  await withdraw(page, '400')
  await expect(page.getByText('You never need to pay a charge to withdraw.')).toBeVisible()
  await result(page, 'Success', 'Withdrawal request successful!')

  await page.getByRole('link', { name: 'Change bank details' }).click()
  await page.getByLabel('IFSC Code').fill('sbin0000300')
  await expect(page.getByText(/^State Bank of India/)).toBeVisible()
  await page.getByLabel('IFSC Code').fill('zzzz0000300')
  await expect(page.getByText('We don’t know this code.')).toBeVisible()
  await page.getByLabel('IFSC Code').fill('SBIN0000300')
  await expect(page.getByText('For your safety, withdrawals pause for 24 hours after a change.')).toBeVisible()
  await page.getByRole('button', { name: 'Update Bank Details' }).click()
  await expect(page.getByText('Account Updated')).toBeVisible()
  expect((await sauda.nextMailTo(client.email)).subject).toBe('Your Sauda bank details were changed')

  await page.goto(fundScreen)
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await expect(page.getByText('For your safety, withdrawals are paused until')).toBeVisible()
  await expect(withdrawFund(page)).toBeDisabled()
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 600, withheld: 400 })
})

test('a client withdraws everything and cancels it before anyone has approved it', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Hema', 700)
  await enter(page, client, fundScreen)
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await page.getByRole('button', { name: 'All: ₹700.00' }).click()
  const send = page.getByRole('button', { name: 'Withdraw Fund', exact: true })
  await expect(send).toContainText(/₹700\.00 to [A-Z]{4} ••••\d{4}/)
  await send.click()
  await result(page, 'Success', 'Withdrawal request successful!')
  await page
    .getByRole('link', { name: /Withdrawal/ })
    .first()
    .click()
  const detail = page.getByRole('complementary', { name: /^Withdrawal WDR\d+/ })
  await detail.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await detail.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(detail).toContainText('You cancelled it; the money is back in your balance.')
  await expect(detail.getByRole('button', { name: 'Cancel this withdrawal' })).toHaveCount(0)
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 700, withheld: 0 })
})

test('a client without bank details is directed to them', async ({ page, sauda, cards }) => {
  await enter(page, await verifiedClient(sauda, cards, 'Gita'), fundScreen)
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await expect(page.getByText('We pay withdrawals only to your saved bank account.')).toBeVisible()
  await page.getByRole('link', { name: 'Add bank details' }).click()
  await expect(page).toHaveURL('/account/bank')
})

test('a deposit pressed twice, answered late, reloaded or open in two tabs is one request', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Harini', 5000)
  const withdrawals = async () => (await transactionsOf(sauda, client)).filter(({ type }) => type === 'withdrawal')
  const keys: (string | undefined)[] = []
  let lost = 0
  await page.route('**/api/user/wallet/withdraw', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The server processes it, and its answer never arrives.
    if (lost-- > 0) await route.fetch().then(() => route.abort())
    else await route.continue()
  })
  await enter(page, client, fundScreen)

  await test.step('a lost answer: the same request again has one effect', async () => {
    lost = 1
    await withdraw(page, '200')
    await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('sending again cannot do it twice.')
    await result(page, 'Error', 'Withdrawal failed. Please try again.')
    await expect(page.getByText('We couldn’t confirm your ₹200.00 withdrawal.')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Send again' }).click()
    await result(page, 'Info', /Withdrawal request successful!Already received at \d/)
    await expect(page.getByText('We couldn’t confirm')).toBeHidden()
    expect(await withdrawals()).toHaveLength(1)
    expect(new Set(keys).size).toBe(1)
  })

  await test.step('a reload while it is under way', async () => {
    lost = 1
    await withdraw(page, '300')
    await expect.poll(() => lost).toBe(0)
    await expect.poll(async () => (await withdrawals()).length).toBe(2)
    await page.reload()
    await expect(page.getByText('We couldn’t confirm your ₹300.00 withdrawal.')).toBeVisible()
    await withdraw(page, '300')
    await result(page, 'Info', /Withdrawal request successful!Already received at \d/)
    expect(await withdrawals()).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
  })

  await test.step('the same amount requested once more is another request', async () => {
    await withdraw(page, '300')
    await result(page, 'Success', 'Withdrawal request successful!')
    expect(await withdrawals()).toHaveLength(3)
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 4200, withheld: 800 })
  })

  await test.step('one QR paid and sent from two tabs', async () => {
    await page.getByRole('radio', { name: 'Add Fund' }).check()
    await amount(page).fill('700')
    await addFund(page).click()
    await expect(page.getByRole('heading', { name: 'Pay ₹700.00' })).toBeVisible()
    const other = await page.context().newPage()
    const kept = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>)
    await other.goto('/api/health')
    await other.evaluate((entries) => Object.assign(sessionStorage, entries), kept)
    await other.goto(fundScreen)
    await expect(other.getByRole('heading', { name: 'Pay ₹700.00' })).toBeVisible()
    await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Pay Now' }).click()))
    const said = await Promise.all([page, other].map((tab) => tab.getByRole('dialog').innerText()))
    expect(said.join()).toMatch(/Request received\..*already sent|already sent.*Request received\./s)
    await other.close()
    expect((await transactionsOf(sauda, client)).filter((one) => one.amount === 700)).toHaveLength(1)
  })
})

test('a response that arrives after the client has moved on does not navigate, and is not lost', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Ishani')
  const history = '/account/wallet/transaction-history'
  const tab = (name: string) => page.getByRole('navigation', { name: 'Wallet' }).getByRole('link', { name })
  const payNow = page.getByRole('button', { name: 'Pay Now' })
  const received = 'Request received. Your wallet is credited after we confirm the payment.'
  await enter(page, client, history)
  await tab('Fund').click()

  await test.step('back during Pay Now', async () => {
    await amount(page).fill('250')
    await addFund(page).click()
    const answer = await pauseResponses(page, '**/api/user/wallet/add-money')
    await payNow.click()
    await expect(payNow).toHaveAttribute('aria-busy', 'true')
    await page.goBack()
    await expect(amount(page)).toBeVisible()
    answer()
    await result(page, 'Success', received)
    await expect(page).toHaveURL(fundScreen)
    await expect(amount(page)).toHaveValue('')
  })
  await test.step('leaving during Pay Now', async () => {
    await amount(page).fill('350')
    await addFund(page).click()
    const answer = await pauseResponses(page, '**/api/user/wallet/add-money')
    await payNow.click()
    await expect(payNow).toHaveAttribute('aria-busy', 'true')
    await tab('Transaction History').click()
    await expect(page.getByText('Showing 1 of 1 entries')).toBeVisible()
    answer()
    await expect(toast(page, received)).toBeVisible()
    await expect(page.getByText('Showing 2 of 2 entries')).toBeVisible()
    await expect(page).toHaveURL(history)
    await tab('Fund').click()
    await expect(amount(page)).toBeVisible()
  })
  await test.step('leaving before the QR has loaded', async () => {
    await amount(page).fill('450')
    const answer = await pauseResponses(page, '**/api/user/wallet/intent')
    const answered = page.waitForResponse('**/api/user/wallet/intent')
    await addFund(page).click()
    await expect(addFund(page)).toHaveAttribute('aria-busy', 'true')
    await tab('Transaction History').click()
    await entry(page, '₹350.00').getByRole('button').click()
    const timeline = page.getByRole('complementary', { name: /^Deposit ADD\d+/ })
    await expect(timeline).toContainText(/\d+ min so far/)
    answer()
    await (await answered).finished()
    await timeline.getByRole('button', { name: 'Close' }).click()
    await expect(timeline).toBeHidden()
    await tab('Fund').click()
    await expect(amount(page)).toBeVisible()
  })
})

test('announces a decided deposit to screen readers', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Urvashi', 0)
  await enter(page, client, '/account/wallet/transaction-history')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  const { _id, utr } = await reportPayment(sauda, client, 500)
  await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr })
  await expect(page.getByRole('row').filter({ hasText: 'SUCCESS' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '₹500.00 added to your wallet' })).toBeVisible()
  // No announcement about the deposit; one about the client's initial bank details may arrive late.
  const updates = page.getByRole('status', { name: 'Live updates' })
  await expect(updates).toHaveText(/^(Your bank details have been updated\.)?$/)
})

test('a client whose documents are under review cannot add funds, and reads why', async ({ page, sauda, cards }) => {
  await page.route('**/api/user/profile/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"VERIFIED"', '"PENDING"') })
  })
  await enter(page, await verifiedClient(sauda, cards, 'Zoya'), fundScreen)
  await amount(page).fill('500')
  await expect(addFund(page)).toBeDisabled()
  await expect(addFund(page)).toHaveAccessibleDescription(/still checking your documents/)
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await expect(withdrawFund(page)).toBeDisabled()
})
