import type { Page } from '@playwright/test'
import { staysOpen } from './closing.ts'
import { call, enter, pauseResponses, logIn, newClient, toast, verifiedClient, type Client } from './people.ts'
import { expect, test } from './test.ts'
import { totp } from './totp.ts'

const required = (page: Page) => page.getByRole('dialog', { name: 'KYC Required' })

/** Ends the newest session of the client, as with the password on another device. */
async function endNewest(sauda: Parameters<typeof call>[0], client: Client): Promise<void> {
  const sessions = await call<{ _id: string; current: boolean }[]>(sauda, 'GET', '/user/sessions', client)
  const newest = sessions.find(({ current }) => !current)
  await call(sauda, 'DELETE', `/user/sessions/${newest!._id}`, client)
}

test('a session that ends leads to the login and, after it, back to the same screen', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Kabir')
  await page.goto('/login')
  await logIn(page, client)
  await expect(page).toHaveURL('/account/home')
  await page.goto('/account/security')
  await expect(page.getByText('This device')).toBeVisible()
  await endNewest(sauda, client)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended. Log in to continue where you left off.')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token')
  await logIn(page, client)
  await expect(page).toHaveURL('/account/security')
})

test('what was typed is there again after the login, in every tab', async ({ page, context, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Leena')
  await page.goto('/login')
  await logIn(page, client)
  await expect(page).toHaveURL('/account/home')
  await page.goto('/account/bank')
  const second = await context.newPage()
  await second.goto('/account/nominee')
  await page.getByLabel('Account Holder Name').fill('Leena Rao')
  await page.getByLabel('Account Number').fill('123456789012')
  await second.getByLabel('Name').fill('Vikram Rao')
  await endNewest(sauda, client)
  await expect(page).toHaveURL('/login')
  await expect(second).toHaveURL('/login')
  await expect(second.getByText('Your session has ended. Log in to continue where you left off.')).toBeVisible()
  await logIn(page, client)
  await expect(page).toHaveURL('/account/bank')
  await expect(page.getByLabel('Account Holder Name')).toHaveValue('Leena Rao')
  await expect(page.getByLabel('Account Number')).toHaveValue('123456789012')
  await expect(second).toHaveURL('/account/nominee')
  await expect(second.getByLabel('Name')).toHaveValue('Vikram Rao')

  // Restored once, and never for another client.
  await page.reload()
  await expect(page.getByLabel('Account Holder Name')).toHaveValue('')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kept')))).toEqual([])
  await second.getByLabel('Name').fill('Somebody Else')
  await endNewest(sauda, client)
  await expect(second).toHaveURL('/login')
  await logIn(second, await verifiedClient(sauda, cards, 'Omkar'))
  await expect(second).toHaveURL('/account/home')
  await second.goto('/account/nominee')
  await expect(second.getByLabel('Name')).toHaveValue('')
})

test('logging out in one tab logs the other out', async ({ page, context, sauda }) => {
  const client = await newClient(sauda)
  await enter(page, client)
  const second = await context.newPage()
  await second.goto('/account/profile')
  await expect(required(second)).toBeVisible()
  await required(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(second).toHaveURL('/login')
  await expect(call(sauda, 'GET', '/user/sessions', client)).rejects.toThrow('answered 401')
})

test('a session is ended from the list by keyboard, and the focus stays beside it', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Uma')
  const { email, password } = client
  for (let more = 0; more < 2; more += 1) await call(sauda, 'POST', '/user/login', { body: { email, password } })
  await enter(page, client, '/account/security')
  const list = page.getByRole('list', { name: 'Sessions' })
  const end = list.getByRole('button', { name: /^Log out ./ })
  await list.getByText(/: 2 logins$/).click()
  await expect(end).toHaveCount(2)
  await end.first().press('Enter')
  await expect(toast(page, 'Device logged out')).toBeVisible()
  await expect(end).toHaveCount(1)
  await expect(list).toBeFocused()

  // A client who has navigated in the meantime is not moved.
  const answer = await pauseResponses(page, '**/api/user/sessions/*')
  await end.press('Enter')
  await expect(end).toHaveAttribute('aria-busy', 'true')
  const elsewhere = page.getByRole('button', { name: 'Change password' })
  await elsewhere.focus()
  answer()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(elsewhere).toBeFocused()
})

test('a second step protects the login: authenticator app, recovery code, off again', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Zoya')
  await enter(page, client, '/account/security')
  const on = page.getByRole('dialog', { name: 'Turn on two-step login' })
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })

  await page.getByRole('button', { name: 'Turn on' }).click()
  await on.getByLabel('Your password').fill('Not-the-password-1')
  await on.getByRole('button', { name: 'Continue' }).click()
  await expect(on).toContainText('Your current password is incorrect')
  await on.getByLabel('Your password').fill(client.password)
  await on.getByRole('button', { name: 'Continue' }).click()
  await expect(on.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(on.getByLabel('6-digit code from the app')).toBeFocused()
  const secret = await on.locator('code').innerText()
  await on.getByLabel('6-digit code from the app').fill('000000')
  await on.getByRole('button', { name: 'Turn on' }).click()
  await expect(on).toContainText('That code isn’t correct. Enter the newest code from your authenticator app')
  const answer = await pauseResponses(page, '**/api/user/totp/confirm')
  await on.getByLabel('6-digit code from the app').fill(totp(secret))
  await on.getByRole('button', { name: 'Turn on' }).click()
  // The codes that come with the answer are shown nowhere else.
  await staysOpen(on)
  answer()
  await expect(codes).toBeVisible()
  const recoveryCodes = await codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await expect(codes.getByRole('button', { name: 'Done' })).toBeDisabled()
  await codes.getByRole('checkbox').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  expect((await sauda.nextMailTo(client.email)).subject).toBe('Two-step login is on for Sauda')

  const logOut = async () => {
    await page.goto('/account/profile')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }
  await logOut()
  await logIn(page, client)
  await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible()
  await page.getByLabel('Code').fill('123')
  await expect(toast(page, 'Invalid email or password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Enter the code from your authenticator app', { exact: true })).toBeVisible()
  await expect(toast(page, 'Invalid email or password')).toBeVisible()
  await page.getByLabel('Code').fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/account/home')

  await logOut()
  await logIn(page, client)
  await page.getByLabel('Code').fill(recoveryCodes[0]!)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/account/home')

  await page.goto('/account/security')
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-step login' })
  await off.getByLabel('Your password').fill(client.password)
  await off.getByLabel('Code from the app, or a recovery code').fill(recoveryCodes[1]!)
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Two-step login is off')).toBeVisible()
})

test('a changed password ends every other session and keeps this one', async ({ browser, page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Neha')
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, client)
  await expect(elsewhere.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goto('/login')
  await logIn(page, client)
  await expect(page).toHaveURL('/account/home')
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const change = async (current: string, next: string) => {
    await dialog.getByLabel('Current password', { exact: true }).fill(current)
    await dialog.getByLabel('New password', { exact: true }).fill(next)
    await dialog.getByLabel('Confirm new password').fill(next)
    await dialog.getByRole('button', { name: 'Change Password' }).click()
  }
  await change('Not-the-password-1', 'Boats-at-Alappuzha-4')
  await expect(dialog).toContainText('Your current password is incorrect')
  const newPassword = dialog.getByLabel('New password', { exact: true })
  await test.step('a common password is marked while it is typed, and not sent', async () => {
    await newPassword.fill('Butterfly#1')
    const rule = dialog.getByRole('listitem').filter({ hasText: 'Password must not be a common word or pattern' })
    await expect(rule).toContainText('not yet')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await change(client.password, 'Butterfly#1')
    await expect(newPassword).toBeFocused()
    expect(sent.filter((url) => url.endsWith('/user/change-password'))).toEqual([])
    await newPassword.fill('Boats-at-Alappuzha-4')
    await expect(rule).toContainText('done')
  })
  const answer = await pauseResponses(page, '**/api/user/change-password')
  await change(client.password, 'Boats-at-Alappuzha-4')
  await staysOpen(dialog)
  answer()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(elsewhere).toHaveURL('/login')
  await expect(page).toHaveURL('/account/security')
  expect((await sauda.nextMailTo(client.email)).subject).toBe('Your Sauda password was changed')
  await elsewhere.context().close()
})

test('a stored login without a token or user_id can be logged out', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Vanita')
  for (const key of ['user_id', 'token']) {
    await enter(page, client, '/account/profile')
    // In one step: a request between them would end the session.
    await page.evaluate((name) => {
      localStorage.removeItem(name)
      location.reload()
    }, key)
    await page.getByRole('button', { name: 'Log in again' }).click()
    await expect(page).toHaveURL('/login')
  }
})

test('the flag isLoggedIn without a token stays on the dashboard, also without the charting service', async ({
  page,
  sauda,
  cards,
}) => {
  await enter(page, await verifiedClient(sauda, cards, 'Vasudha'), '/robots.txt')
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/account/home')
  await expect(page.getByText('The chart is not available right now')).toBeVisible()
  await expect(page).toHaveURL('/account/home')
  expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBe('true')
})
