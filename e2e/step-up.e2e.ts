import { codeIn, countRequests, logIn } from './people.ts'
import { demoPassword } from './screens.ts'
import { expect, ownServer, test } from './test.ts'

// The demo's clients have money and bank details that were not changed lately.
const email = 'gita@demo.example'

const confirmed = ownServer({ demoData: true, env: { STEP_UP: 'on' } })

test('a withdrawal needs the mailed code, which names its amount and account; a wrong code withdraws nothing', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: confirmed.url, viewport: { width: 390, height: 844 } })
  await page.goto('/login')
  await logIn(page, { email, password: demoPassword })
  await page.waitForURL('**/account/**')
  await page.goto('/account/wallet/add-fund')
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  const sent = countRequests(page, '/user/wallet/withdraw')
  await page.getByLabel('Amount', { exact: true }).fill('500')
  await page.getByRole('button', { name: 'Withdraw Fund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog).toContainText('to confirm the withdrawal of ₹500.00')
  await expect(page.getByRole('alert')).toHaveCount(0)

  const mail = await confirmed.nextMailTo(email)
  expect(mail.subject).toContain('Confirm the withdrawal of ₹500.00')
  expect(mail.text).toMatch(/••••\d{4}/)
  const code = codeIn(mail)
  const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0')

  await dialog.getByRole('textbox', { name: 'OTP' }).pressSequentially(wrong)
  await expect(dialog).toContainText('That code isn’t correct')
  await dialog.getByRole('textbox', { name: 'OTP' }).pressSequentially(code)
  await expect(page.getByRole('dialog')).toContainText('Withdrawal request successful!')
  expect(sent()).toBe(3)
  await page.getByRole('button', { name: 'OK' }).click()
  await page.goto('/account/wallet/transaction-history')
  await expect(page.getByRole('row').filter({ hasText: '₹500.00' })).toHaveCount(1)
  await page.close()
})
