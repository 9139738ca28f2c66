import type { Browser, Page } from '@playwright/test'
import { codeIn, logIn } from './people.ts'
import { demoAdmin, demoPassword } from './screens.ts'
import { expect, ownServer, test } from './test.ts'

// The demo's clients have money and bank details that were not changed lately.
const email = 'gita@demo.example'

const sauda = ownServer({ demoData: true, env: { STEP_UP: 'on' } })

/** On a name instead of an address of digits, with a device that has a fingerprint reader. */
async function pageWithReader(browser: Browser): Promise<Page> {
  const { port } = new URL(sauda.url)
  const page = await browser.newPage({ baseURL: `http://localhost:${port}`, viewport: { width: 390, height: 844 } })
  const developer = await page.context().newCDPSession(page)
  await developer.send('WebAuthn.enable')
  await developer.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

async function saveCodes(page: Page): Promise<void> {
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')
  await codes.getByRole('checkbox').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
}

test('a client adds a passkey, logs in with it and confirms a withdrawal with it', async ({ browser }) => {
  const page = await pageWithReader(browser)
  await page.goto('/login')
  await logIn(page, { email, password: demoPassword })
  await page.waitForURL('**/account/**')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.getByRole('dialog', { name: 'Add a passkey' })
  await form.getByRole('textbox', { name: 'Your password' }).fill(demoPassword)
  await form.getByRole('button', { name: 'Continue' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByRole('textbox', { name: 'OTP' }).pressSequentially(codeIn(await sauda.nextMailTo(email)))
  await saveCodes(page)
  expect((await sauda.nextMailTo(email)).subject).toContain('Passkey added')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/account/**')

  await page.goto('/account/wallet/add-fund')
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await page.getByLabel('Amount', { exact: true }).fill('500')
  await page.getByRole('button', { name: 'Withdraw Fund' }).click()
  await expect(confirmation).toContainText('Use your passkey to confirm the withdrawal of ₹500.00')
  await confirmation.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page.getByRole('dialog')).toContainText('Withdrawal request successful!')

  // In another browser the password alone is not enough; a recovery code is.
  const other = await browser.newPage({ baseURL: sauda.url })
  await other.goto('/login')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(demoPassword)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Use your passkey' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await expect(other.getByLabel('Or one of your recovery codes')).toBeVisible()
  await other.close()
  await page.close()
})

test('an operator adds a passkey and logs in with it; where an address is digits, none is offered', async ({
  browser,
}) => {
  const page = await pageWithReader(browser)
  await page.goto('/desk/login')
  await page.getByLabel('Email').fill(demoAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(demoAdmin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await page.goto('/desk/you')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.getByRole('dialog', { name: 'Add a passkey' })
  await form.getByRole('textbox', { name: 'Your password' }).fill(demoAdmin.password)
  await form.getByRole('button', { name: 'Continue' }).click()
  await saveCodes(page)

  await page.context().clearCookies()
  await page.goto('/desk/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()

  const digits = await browser.newPage({ baseURL: sauda.url })
  await digits.goto('/desk/login')
  await expect(digits.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(digits.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await digits.close()
  await page.close()
})
