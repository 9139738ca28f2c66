import type { Page } from '@playwright/test'
import { codeIn, countRequests, enter, logIn, newClient, toast } from './people.ts'
import { expect, test } from './test.ts'

const newPassword = 'Boats-at-Alappuzha-4'
const step = (page: Page, title: 'Reset Password' | 'Verify OTP' | 'New Password') =>
  page.getByRole('dialog', { name: title })

async function openReset(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
}
async function sendOtp(page: Page, email: string): Promise<void> {
  await step(page, 'Reset Password').getByLabel('Email').fill(email)
  await step(page, 'Reset Password').getByRole('button', { name: 'Send OTP' }).click()
}
async function typeCode(page: Page, code: string): Promise<void> {
  // The sixth digit leads on.
  await step(page, 'Verify OTP').getByRole('textbox', { name: 'OTP' }).fill(code)
}
async function setPassword(page: Page, password: string, confirmation = password): Promise<void> {
  const dialog = step(page, 'New Password')
  await dialog.getByLabel('New password', { exact: true }).fill(password)
  await dialog.getByLabel('Confirm new password').fill(confirmation)
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
}

test('a forgotten password is reset in three steps, and every other session ends', async ({ browser, page, sauda }) => {
  const client = await newClient(sauda)
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, client)
  await expect(elsewhere.getByRole('dialog', { name: 'KYC Required' })).toBeVisible()

  await openReset(page)
  await step(page, 'Reset Password').getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await sendOtp(page, client.email)
  await expect(toast(page, 'OTP sent to your email address')).toBeVisible()
  const mail = await sauda.nextMailTo(client.email)
  expect(mail.subject).toBe('Reset your Sauda password')
  const code = codeIn(mail)

  await test.step('the back arrow keeps what was typed, Close clears everything', async () => {
    await step(page, 'Verify OTP').getByRole('button', { name: 'Back' }).click()
    await expect(step(page, 'Reset Password').getByLabel('Email')).toHaveValue(client.email)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Forgot Password?' }).click()
    await expect(step(page, 'Reset Password').getByLabel('Email')).toHaveValue('')
  })

  await test.step('a repeat within half a minute sends no second mail; the code is pasted as it was copied', async () => {
    await sendOtp(page, client.email)
    const verify = step(page, 'Verify OTP').getByRole('button', { name: 'Verify OTP' })
    const field = step(page, 'Verify OTP').getByRole('textbox', { name: 'OTP' })
    await expect(verify).toBeDisabled()
    await field.focus()
    await page.evaluate(
      (copied) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', copied)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      },
      `${code.slice(0, 2)} ${code.slice(2, 4)}-${code.slice(4)}`,
    )
  })

  await test.step('the new password is checked in the specified order', async () => {
    await expect(step(page, 'New Password').getByLabel('New password', { exact: true })).toBeFocused()
    await setPassword(page, '', '')
    await expect(step(page, 'New Password').getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      /Please fill in all password fields/,
    )
    await setPassword(page, 'abcdef', 'abcdeg')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await setPassword(page, 'abc12')
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
    const sent = countRequests(page, '/user/verify-forgot-password-otp')
    await setPassword(page, 'vex-9q')
    const rules = step(page, 'New Password').getByRole('list', { name: 'Password rules' })
    await expect(rules.getByText(': not yet')).toHaveCount(1)
    await setPassword(page, 'Mumbai#400001')
    await expect(rules.getByRole('listitem').filter({ hasText: ': not yet' })).toHaveText(
      'Password must not be a common word or pattern: not yet',
    )
    expect(sent()).toBe(0)
  })

  await test.step('the screen shows the strength of the new password', async () => {
    const strength = step(page, 'New Password').getByRole('status')
    const field = step(page, 'New Password').getByLabel('New password', { exact: true })
    for (const [password, words] of [
      ['Football@123', 'Easy to guess'],
      ['Quiet-River-27', 'Fair'],
      [newPassword, 'Hard to guess'],
    ] as const) {
      await field.fill(password)
      await expect(strength).toHaveText(words)
    }
  })

  await test.step('the new password is set, confirmed by mail, and the other device is logged out', async () => {
    await setPassword(page, newPassword)
    await expect(toast(page, 'Password reset successfully! You can now login with your new password.')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(client.email)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    expect((await sauda.nextMailTo(client.email)).subject).toBe('Your Sauda password was reset')
    await expect(elsewhere).toHaveURL('/login')
    await elsewhere.context().close()
    await logIn(page, client)
    await expect(toast(page, 'Invalid email or password')).toBeVisible()
    await logIn(page, { email: client.email, password: newPassword })
    await expect(page).toHaveURL('/account/profile')
  })
})

test('a wrong code leads back to the code, and the typed password is kept', async ({ page, sauda }) => {
  const client = await newClient(sauda)
  const asked = countRequests(page, '/user/verify-forgot-password-otp')
  await openReset(page)
  await sendOtp(page, client.email)
  const code = codeIn(await sauda.nextMailTo(client.email))
  await typeCode(page, code === '111111' ? '222222' : '111111')
  await setPassword(page, newPassword)
  await expect(step(page, 'Verify OTP')).toContainText('That OTP isn’t correct. Please check it and try again.')
  await typeCode(page, code)
  await expect(step(page, 'New Password').getByLabel('Confirm new password')).toHaveValue(newPassword)
  await step(page, 'New Password').getByRole('button', { name: 'Reset Password' }).dblclick()
  await expect(toast(page, 'Password reset successfully!')).toBeVisible()
  expect(asked()).toBe(2)
})

test('a reload in the middle starts over, and a new request continues with the same code', async ({ page, sauda }) => {
  const client = await newClient(sauda)
  await openReset(page)
  await sendOtp(page, client.email)
  const code = codeIn(await sauda.nextMailTo(client.email))
  await typeCode(page, code)
  await expect(step(page, 'New Password')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await sendOtp(page, client.email)
  await typeCode(page, code)
  await setPassword(page, newPassword)
  await expect(toast(page, 'Password reset successfully!')).toBeVisible()
})

test('an unknown address is reported', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody.at.all@example.com')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  // The text in the login form need not be typed again.
  await expect(step(page, 'Reset Password').getByLabel('Email')).toHaveValue('nobody.at.all@example.com')
  await step(page, 'Reset Password').getByRole('button', { name: 'Send OTP' }).click()
  await expect(
    toast(page, 'User not found with this email address. Please check your email and try again.'),
  ).toBeVisible()
  await expect(step(page, 'Reset Password').getByLabel('Email')).toHaveValue('nobody.at.all@example.com')
  await expect(step(page, 'Reset Password').getByLabel('Email')).toHaveAccessibleDescription(
    'We have no client with this email',
  )
})

test('a request that times out is tried three times, two seconds apart', async ({ page }) => {
  const asked = countRequests(page, '/user/forgot-password')
  // Never answered.
  await page.route('**/api/user/forgot-password', () => undefined)
  await page.clock.install()
  await openReset(page)
  await expect(step(page, 'Reset Password').getByLabel('Email')).toBeFocused()
  await page.clock.pauseAt(Date.now() + 60_000)
  await sendOtp(page, 'asha@example.com')
  await expect.poll(asked).toBe(1)
  for (const attempt of [1, 2]) {
    await page.clock.runFor(10_000)
    await page.clock.runFor(100)
    await expect(toast(page, `Request timed out. Retrying... (${attempt}/3)`)).toBeVisible()
    expect(asked()).toBe(attempt)
    await page.clock.runFor(2_000)
    await expect.poll(asked).toBe(attempt + 1)
  }
  await page.clock.runFor(10_100)
  await expect(
    toast(page, 'Request timed out after multiple attempts. Please check your internet connection and try again.'),
  ).toBeVisible()
  expect(asked()).toBe(3)
  await expect(step(page, 'Reset Password').getByRole('button', { name: 'Send OTP' })).toBeEnabled()
})

test('each failure has its sentence', async ({ page }) => {
  const failures = [
    [503, { message: 'Busy', status: 503 }, 'Server error. Please try again later.'],
    [429, { message: 'Slower, please.', status: 429 }, 'Slower, please.'],
    [400, {}, 'Failed to send OTP. Please check your email address and try again.'],
  ] as const
  await openReset(page)
  for (const [status, json, words] of failures) {
    await page.route('**/api/user/forgot-password', (route) => route.fulfill({ status, json }))
    await sendOtp(page, 'asha@example.com')
    await expect(toast(page, words)).toBeVisible()
    await page.unroute('**/api/user/forgot-password')
  }
  await page.route('**/api/user/forgot-password', (route) => route.fulfill({ json: { message: 'Sent' } }))
  await sendOtp(page, 'asha@example.com')
  await typeCode(page, '123456')
  const unchanged = 'Your password was not changed.'
  const resetFailures = [
    [404, {}, 'Password reset endpoint not found. Please contact support.', unchanged],
    [500, {}, 'Server error. Please try again later.', 'We couldn’t confirm your new password.'],
    [400, {}, 'Failed to reset password. Please verify your OTP and try again.', unchanged],
  ] as const
  for (const [status, json, toastText, detail] of resetFailures) {
    await page.route('**/api/user/verify-forgot-password-otp', (route) => route.fulfill({ status, json }))
    await setPassword(page, newPassword)
    await expect(toast(page, toastText)).toBeVisible()
    await expect(page.getByText(detail)).toBeVisible()
    await page.unroute('**/api/user/verify-forgot-password-otp')
  }
})

test('an error is shown at the step that sent the request, also when the client has moved on', async ({ page }) => {
  /** Responds to the next call with this error when the returned function is called. */
  const refuse = async (path: string, status: number, message: string): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.unroute(`**/api/user/${path}`)
    await page.route(`**/api/user/${path}`, async (route) => {
      await promise
      await route.fulfill({ status, json: { message } })
    })
    return resolve
  }
  const verify = step(page, 'Verify OTP')
  const fresh = step(page, 'New Password')
  await page.clock.install()
  await openReset(page)
  await page.route('**/api/user/forgot-password', (route) => route.fulfill({ json: { message: 'Sent' } }))
  await sendOtp(page, 'asha@example.com')
  await expect(verify).toContainText('Resend in')

  await test.step('no second code, while the new password is being typed', async () => {
    await page.clock.fastForward('00:31')
    const answer = await refuse('forgot-password', 429, 'Slower, please.')
    await verify.getByRole('button', { name: 'Resend' }).click()
    await typeCode(page, '123456')
    await expect(fresh.getByLabel('New password', { exact: true })).toBeFocused()
    answer()
    await expect(toast(page, 'Slower, please.')).toBeVisible()
    await expect(fresh).not.toContainText('Slower, please.')
    await fresh.getByRole('button', { name: 'Back' }).click()
    await expect(verify).toContainText('Slower, please.')
    await verify.getByRole('button', { name: 'Verify OTP' }).click()
  })

  await test.step('a rejected password, while the code is checked again', async () => {
    const words = 'This password is too common. Please choose another one.'
    const answer = await refuse('verify-forgot-password-otp', 422, words)
    // Not on the list of the screen, which would block it before.
    await setPassword(page, newPassword)
    await fresh.getByRole('button', { name: 'Back' }).click()
    await expect(verify.getByRole('textbox', { name: 'OTP' })).toBeFocused()
    answer()
    await expect(toast(page, words)).toBeVisible()
    await expect(verify).not.toContainText(words)
    await verify.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(fresh.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(new RegExp(words))
  })

  await test.step('a rejected code, while another one is typed', async () => {
    const words = 'That OTP isn’t correct. Please check it and try again.'
    const answer = await refuse('verify-forgot-password-otp', 400, words)
    await setPassword(page, newPassword)
    await fresh.getByRole('button', { name: 'Back' }).click()
    const code = verify.getByRole('textbox', { name: 'OTP' })
    await expect(code).toBeFocused()
    await code.fill('654321')
    await expect(fresh).toBeVisible()
    answer()
    await expect(toast(page, words)).toBeVisible()
    await expect(fresh).toBeVisible()
    await expect(fresh).not.toContainText(words)
  })
})
