import type { Page } from '@playwright/test'
import { complaints, inspect } from './inspect.ts'
import { enter, logInAtDesk, newClient, newPerson, sendDocuments, verifiedClient } from './people.ts'
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
  for (const path of ['clients', 'books', 'audit', 'mail', 'operators', 'you', 'no-such-screen']) {
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
