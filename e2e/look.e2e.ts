import type { Page } from '@playwright/test'
import type { Sauda } from './harness.ts'
import { complaints, inspect } from './inspect.ts'
import { atDesk, clientWith, newUtr, raiseCharge, tellOfPayment } from './money.ts'
import {
  call,
  enter,
  logInAtDesk,
  newClient,
  newPerson,
  sendDocuments,
  verifiedClient,
  type Cards,
  type Client,
} from './people.ts'
import { expect, test } from './story.ts'

// Lists as they look in use, and not filled by the stories before.
test.use({ demoData: true })
test.setTimeout(300_000)

const dialog = (page: Page) => page.getByRole('dialog')

test('the screens of a visitor', async ({ page }) => {
  const found = complaints(page)
  for (const path of [
    '/',
    '/login',
    '/create-account',
    '/privacy',
    '/terms',
    '/technical-security',
    '/offline',
    '/no/such/screen',
  ]) {
    await page.goto(path)
    await inspect(page, `visitor ${path.replaceAll('/', '-')}`)
  }
  await page.goto('/profile/verify-docx')
  await inspect(page, 'visitor verify-docx')
  await page.goto('/create-account')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await inspect(page, 'visitor registration refused')

  await page.evaluate(() => sessionStorage.setItem('otpFlow', JSON.stringify({ startedAt: Date.now() })))
  await page.goto('/create-account/verify-otp')
  await inspect(page, 'visitor otp screen')

  const { name, email, mobile, password } = newPerson('Lata')
  await page.goto('/create-account')
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Mobile Number').fill(mobile)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByLabel('Executive Name').fill('Ravi')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(dialog(page)).toBeVisible()
  await inspect(page, 'visitor otp dialog')
  expect.soft(found).toEqual([])
})

test('the three steps of a forgotten password', async ({ page }) => {
  const found = complaints(page)
  await page.route('**/api/user/forgot-password', (route) => route.fulfill({ json: { message: 'Sent' } }))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await dialog(page).getByLabel('Email').fill('asha@example.com')
  await inspect(page, 'reset 1 email')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await dialog(page).getByRole('textbox', { name: 'OTP' }).fill('123456')
  await inspect(page, 'reset 2 code')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await inspect(page, 'reset 3 password')
  expect.soft(found).toEqual([])
})

test('the screens of a client whose documents are not in yet', async ({ page, sauda, cards }) => {
  const found = complaints(page)
  const client = await newClient(sauda, 'Sana')
  await enter(page, client)
  await inspect(page, 'kyc 1 required')
  await page.getByRole('button', { name: 'Verify Now' }).click()
  await inspect(page, 'kyc 2 choose')
  await dialog(page).getByLabel('Photo of the front of PAN card').setInputFiles(cards.pan)
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await inspect(page, 'kyc 3 preview')
  await dialog(page).getByRole('button', { name: 'Confirm Upload' }).click()
  await dialog(page).getByLabel('Photo of the front of Aadhar card').setInputFiles(cards.aadhaar)
  await dialog(page).getByRole('button', { name: 'Cover the first 8 digits' }).click()
  await inspect(page, 'kyc 4 cover')
  await dialog(page).getByRole('button', { name: 'Confirm Upload' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Verify Bank Details' })).toBeVisible()
  await inspect(page, 'kyc 5 completed')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toContainText('KYC In Progress')
  await inspect(page, 'kyc 6 in progress')
  await enter(page, await newClient(sauda), '/profile/verify-docx')
  await inspect(page, 'kyc screen of its own')
  await page.goto('/profile/verify-bank-details')
  await inspect(page, 'bank screen of its own')
  expect.soft(found).toEqual([])
})

test('the account area', async ({ page, sauda, cards }) => {
  const found = complaints(page)
  await enter(page, await verifiedClient(sauda, cards, 'Gauri'))
  await inspect(page, 'account profile')
  for (const path of ['personal-details', 'bank', 'security', 'home', 'position/order-history']) {
    await page.goto(`/account/${path}`)
    await inspect(page, `account ${path.replace('/', '-')}`)
  }
  for (const path of ['demat', 'segment', 'nominee', 'fund-settlement']) {
    await page.goto(`/account/${path}`)
    await inspect(page, `account ${path}`)
  }
  await page.goto('/account/bank')
  await page.getByLabel('Account Holder Name').fill('Gauri 2')
  await page.getByLabel('Account Number').fill('123')
  await page.getByLabel('IFSC Code').fill('HDFC')
  await inspect(page, 'account bank with faults')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Change password' }).click()
  await inspect(page, 'account change password')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('Your password').fill('Monsoon-in-Kerala-9')
  await dialog(page).getByRole('button', { name: 'Go on' }).click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await inspect(page, 'account two-step')
  expect.soft(found).toEqual([])
})

/** A client with everything that money can do to them, in every state; what waits is what the desk has to decide. */
async function wealthy(sauda: Sauda, cards: Cards): Promise<{ client: Client; waiting: Record<Waiting, string> }> {
  const client = await clientWith(sauda, cards, 'Rukmini', 1_12_345.5)
  const { token, userId } = client
  const withdraw = async (amount: number) => {
    const body = { id: userId, amount }
    const answer = await call<{ transaction: { _id: string } }>(sauda, 'POST', '/user/wallet/withdraw', { token, body })
    return answer.transaction._id
  }
  await atDesk(sauda, `/wallet/transactions/${await withdraw(400)}/approve`, { reference: `HDFCN${newUtr()}` })
  await atDesk(sauda, `/wallet/transactions/${await withdraw(500)}/reject`, { reason: 'You asked us to cancel it' })
  const withdrawal = await withdraw(60_000)
  const { _id: deposit } = await tellOfPayment(sauda, client, 500)
  await tellOfPayment(sauda, client, 500)

  const charges: string[] = []
  for (const chargeType of ['Profit Sharing', 'Government Charge', 'GST', 'TDS'])
    charges.push(
      (
        await raiseCharge(sauda, client, {
          chargeType,
          description: 'For October, as computed in the note sent on 3 November',
          amount: 1234.5,
          ...(chargeType !== 'GST' && { gst: 222.21 }),
          dueDate: '2031-01-15',
        })
      )._id,
    )
  const [, approved, rejected, charge = ''] = charges
  for (const each of [approved, rejected, charge])
    await call(sauda, 'POST', `/user/charges/${each}/pay`, { token, body: { transactionId: newUtr() } })
  await atDesk(sauda, `/charges/${approved}/approve`, {})
  const reason = 'We did not find this payment in our bank statement'
  await atDesk(sauda, `/charges/${rejected}/reject`, { reason })

  await call(sauda, 'POST', `/user/loan/request/${userId}`, { token, body: {} })
  const [{ _id: loan } = { _id: '' }] = await call<{ _id: string }[]>(
    sauda,
    'GET',
    `/user/loan/get-loans-by-user/${userId}`,
    { token },
  )
  return { client, waiting: { deposit, withdrawal, loan, charge } }
}
type Waiting = 'deposit' | 'withdrawal' | 'loan' | 'charge'

const offer = { amount: 5_00_000, ratePercent: 14.5, months: 24, fee: 5900 }

test('the wallet, in every state', async ({ page, sauda, cards }) => {
  const found = complaints(page)
  await enter(page, await verifiedClient(sauda, cards, 'Sita'), '/account/wallet/add-fund')
  await inspect(page, 'money 01 fund empty')
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await inspect(page, 'money 02 withdraw without bank')
  await page.goto('/account/wallet/transaction-history')
  await inspect(page, 'money 03 history empty')

  const { client } = await wealthy(sauda, cards)
  await enter(page, client, '/account/wallet/add-fund')
  await page.getByLabel('Amount', { exact: true }).fill('99')
  await inspect(page, 'money 04 fund')
  await page.getByLabel('Amount', { exact: true }).fill('123456.50')
  await page.getByRole('button', { name: 'Add Fund', exact: true }).click()
  await page.getByLabel('UTR').fill('1234')
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await inspect(page, 'money 05 pay view')
  await page.getByRole('button', { name: 'Back to Add Fund' }).click()
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await page.getByLabel('Amount', { exact: true }).fill('99999999')
  await inspect(page, 'money 06 withdraw')
  await page.getByRole('button', { name: 'Withdraw Fund' }).click()
  await inspect(page, 'money 07 result')
  await page.goto('/account/wallet/transaction-history')
  await expect(page.getByText('Showing 6 of 6 entries')).toBeVisible()
  await inspect(page, 'money 08 history')
  await page
    .getByRole('row', { name: /FAILED/ })
    .getByRole('button')
    .click()
  await expect(dialog(page)).toContainText('You asked us to cancel it')
  await inspect(page, 'money 09 timeline')
  await page.goto('/account/wallet/statement')
  await inspect(page, 'money 10 statement')
  expect.soft(found).toEqual([])
})

test('charges and loans, in every state', async ({ page, sauda, cards }) => {
  const found = complaints(page)
  await enter(page, await verifiedClient(sauda, cards, 'Tulsi'), '/account/charges')
  await inspect(page, 'money 20 no charges')
  await page.goto('/account/portfolio')
  await inspect(page, 'money 21 overview')
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await inspect(page, 'money 22 ask for a loan')

  const { client, waiting } = await wealthy(sauda, cards)
  await enter(page, client, '/account/charges')
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment Rejected' })).toBeVisible()
  await inspect(page, 'money 23 charges')
  await page.getByRole('button', { name: /^Pay again/ }).click()
  await inspect(page, 'money 24 charge step 1')
  await dialog(page).getByRole('button', { name: 'I have paid' }).click()
  await dialog(page).getByRole('button', { name: 'Submit Payment' }).click()
  await inspect(page, 'money 25 charge step 2')

  await page.goto('/portfolio/overview')
  await inspect(page, 'money 26 loan asked for')
  await atDesk(sauda, `/loans/${waiting.loan}/offer`, offer)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await inspect(page, 'money 27 offer')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('button', { name: 'Repay' })).toBeVisible()
  await inspect(page, 'money 28 loan')
  await page.getByRole('button', { name: 'Repay' }).click()
  await dialog(page).getByRole('radio', { name: 'Another amount' }).check()
  await inspect(page, 'money 29 repay')
  expect.soft(found).toEqual([])
})

test('the desk about money', async ({ page, sauda, cards }) => {
  const found = complaints(page)
  const { client, waiting } = await wealthy(sauda, cards)
  await logInAtDesk(page, sauda.admin)
  await expect(page.getByRole('link').filter({ hasText: client.name })).toHaveCount(5)
  await inspect(page, 'desk money 01 queue')
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const send = page.getByRole('form', { name: 'Decision' }).locator('button[type=submit]')
  for (const kind of ['deposit', 'withdrawal'] as const) {
    await page.goto(`/desk/wallet/${waiting[kind]}`)
    await expect(evidence).toContainText(kind === 'deposit' ? 'Look twice' : 'Needs two operators')
    await page.getByRole('radio', { name: 'Approve' }).check()
    await page.getByLabel('Reference in the bank statement').fill('123')
    await send.click()
    await inspect(page, `desk money 02 ${kind}`)
  }
  await page.goto(`/desk/charge/${waiting.charge}`)
  await page.getByRole('radio', { name: 'Refuse' }).check()
  await send.click()
  await inspect(page, 'desk money 03 charge')
  await page.goto(`/desk/loan/${waiting.loan}`)
  await page.getByRole('radio', { name: 'Make an offer' }).check()
  for (const [label, text] of [
    ['Amount', '500000'],
    ['Yearly rate', '14.5'],
    ['Months', '24'],
    ['Fee', '5900'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await expect(page.getByText(`The terms as ${client.name} will read them`)).toBeVisible()
  await inspect(page, 'desk money 04 offer')

  await page.goto(`/desk/clients/${client.userId}?show=money`)
  await inspect(page, 'desk money 05 client')
  await page.getByRole('button', { name: 'Raise charge' }).click()
  await dialog(page).getByRole('button', { name: 'Raise charge' }).click()
  await inspect(page, 'desk money 06 raise charge')
  await page.goto(`/desk/clients/${client.userId}?show=ledger`)
  await inspect(page, 'desk money 07 entries')
  await page.getByRole('button', { name: 'Ask for adjustment' }).click()
  await dialog(page).getByLabel('Amount').fill('250')
  await dialog(page).getByLabel('Reason').fill('Fee of 3 March charged twice')
  await inspect(page, 'desk money 08 ask for adjustment')
  await dialog(page).getByRole('button', { name: 'Ask for adjustment' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.goto('/desk/books')
  await expect(page.getByText('The books balance')).toBeVisible()
  await inspect(page, 'desk money 09 books')
  await page.goto('/desk/books/adjustments')
  await inspect(page, 'desk money 10 adjustments')
  expect.soft(found).toEqual([])
})

test('the settings, in every state', async ({ page, sauda, cards }) => {
  const found = complaints(page)
  const client = await verifiedClient(sauda, cards, 'Vaishali')
  const put = async (kind: string, body: object) => {
    const { token } = client
    const answer = await call<{ settings: Record<string, { request?: { _id: string } }> }>(
      sauda,
      'PUT',
      `/user/settings/${kind}`,
      { token, body },
    )
    return answer.settings[kind]?.request?._id
  }
  const segments = { equity: true, fno: false, currency: true, commodity: false }
  await atDesk(sauda, `/settings/${await put('segment', segments)}/approve`, {})
  const reason = 'We need a proof of your income for this segment'
  await atDesk(sauda, `/settings/${await put('segment', { ...segments, fno: true })}/refuse`, { reason })
  await put('settlement', { frequency: 'monthly' })
  const nominees = [
    { name: 'Vikram Rao', relationship: 'Spouse', share: 60 },
    { name: 'Ira Rao', relationship: 'Daughter', share: 40, bornOn: '2020-02-29', guardian: 'Meera Rao' },
  ]
  const waiting = await put('nominee', { nominees })

  await enter(page, client, '/account/segment')
  await expect(page.getByText(reason)).toBeVisible()
  await inspect(page, 'setting 1 segments refused')
  await page.goto('/account/fund-settlement')
  await inspect(page, 'setting 2 settlement requested')
  await page.goto('/account/nominee')
  await inspect(page, 'setting 3 nominees requested')
  await page.getByRole('button', { name: 'Add another nominee' }).click()
  await page.getByRole('button', { name: 'Update Nominee' }).click()
  await inspect(page, 'setting 4 nominees with faults')
  await page.getByRole('button', { name: 'I do not want a nominee' }).click()
  await inspect(page, 'setting 5 no nominee')

  await logInAtDesk(page, sauda.admin)
  await page.goto(`/desk/setting/${waiting}`)
  await page.getByRole('radio', { name: 'Refuse' }).check()
  await inspect(page, 'desk setting 1 nominees')
  await page.goto(`/desk/clients/${client.userId}`)
  await inspect(page, 'desk setting 2 client')
  expect.soft(found).toEqual([])
})

test('the desk about reviews and passwords', async ({ page, sauda }) => {
  const found = complaints(page)
  await logInAtDesk(page, sauda.admin)
  await page.goto('/desk/content')
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
  await expect(page.getByText('Published')).toBeVisible()
  await inspect(page, 'desk content 2 reviews')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await inspect(page, 'desk content 3 publish')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add review' }).click()
  await dialog(page).getByRole('button', { name: 'Save draft' }).click()
  await inspect(page, 'desk content 4 add')
  await page.goto('/desk/you')
  await page.getByRole('button', { name: 'Change password' }).click()
  await dialog(page).getByRole('button', { name: 'Change password' }).click()
  await inspect(page, 'desk password')
  expect.soft(found).toEqual([])
})

test('the desk', async ({ page, sauda, cards }) => {
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
  await page.getByRole('region', { name: 'Aadhaar card' }).getByRole('radio', { name: 'Ask again' }).check()
  await page.getByRole('button', { name: 'Send decision' }).click()
  await inspect(page, 'desk review with faults')
  for (const path of ['clients', 'audit', 'mail', 'operators', 'you', 'no-such-screen']) {
    await page.goto(`/desk/${path}`)
    await inspect(page, `desk ${path}`)
  }
  await page.goto('/desk/audit')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The log is whole')).toBeVisible()
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
