import type { Page } from '@playwright/test'
import { standInForCharts } from './charting-service.ts'
import { complaints, inspect } from './inspect.ts'
import { atDesk, clientWith } from './money.ts'
import { call, enter, logInAtDesk, newClient, newPerson, verifiedClient } from './people.ts'
import { expect, ownServer, test } from './test.ts'

// Demo data gives every list rows that other tests do not change.
const sauda = ownServer({ demoData: true })
test.setTimeout(600_000)

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
  await dialog(page).getByRole('textbox', { name: 'OTP' }).fill('12345')
  await inspect(page, 'reset 2 code')
  await dialog(page).getByRole('textbox', { name: 'OTP' }).fill('123456')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await inspect(page, 'reset 3 password')
  expect.soft(found).toEqual([])
})

test('the screens of a client whose documents are not sent yet', async ({ page, cards }) => {
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

test('the account area', async ({ page, cards }) => {
  const found = complaints(page)
  await enter(page, await verifiedClient(sauda, cards, 'Gauri'))
  await inspect(page, 'account profile')
  for (const path of ['personal-details', 'bank', 'security']) {
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
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await inspect(page, 'account two-step')
  expect.soft(found).toEqual([])
})

test('the dashboard, with the charting service and without', async ({ page, cards }) => {
  const found = complaints(page)
  const client = await clientWith(sauda, cards, 'Harini', 1_12_345.5)
  await atDesk(sauda, '/trades/buy', { clientId: client.userId, stockName: 'TCS', quantity: 10, price: 3500 })
  await enter(page, client, '/account/home')
  await expect(page.getByRole('slider', { name: 'US dollar, closing prices' })).toBeVisible()
  await inspect(page, 'market 1 home')
  await standInForCharts(page)
  await page.reload()
  await expect(page.frameLocator('iframe[title="Chart by TradingView"]').getByText('Stand-in')).toBeVisible()
  await inspect(page, 'market 2 charting service')
  await page.route('**/api/user/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.unroute('https://s3.tradingview.com/**')
  await page.reload()
  await expect(page.getByText('The chart is not available right now')).toBeVisible()
  await inspect(page, 'market 3 nothing loads')
  expect.soft(found.filter((fault) => !fault.includes('500'))).toEqual([])
})

test('the settings, in every state', async ({ page, cards }) => {
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
  const segments = { equity: true, fno: false, currency: true, commodity: true }
  await atDesk(sauda, `/settings/${await put('segment', segments)}/approve`, {})
  const reason = 'We need proof of your income for this segment'
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
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Add another nominee' }).click()
  await page.getByRole('button', { name: 'Update Nominee' }).click()
  await inspect(page, 'setting 4 nominees with faults')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'I don’t want a nominee' }).click()
  await inspect(page, 'setting 5 no nominee')

  await logInAtDesk(page, sauda.admin)
  await page.goto(`/desk/setting/${waiting}`)
  await page.getByRole('radio', { name: 'Reject' }).check()
  await inspect(page, 'desk setting 1 nominees')
  await page.goto(`/desk/clients/${client.userId}`)
  await inspect(page, 'desk setting 2 client')
  expect.soft(found).toEqual([])
})
