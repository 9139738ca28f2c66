import {
  codeIn,
  countRequests,
  enter,
  pauseResponses,
  logIn,
  newClient,
  newPerson,
  toast,
  type Person,
} from './people.ts'
import type { Page } from '@playwright/test'
import { settled } from './settled.ts'
import { expect, test } from './test.ts'

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage, ...sessionStorage }) as Record<string, string>)

async function fillRegistration(page: Page, { name, email, mobile, password }: Person): Promise<void> {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Mobile Number').fill(mobile)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByLabel('Executive Name').fill('Self')
  await page.getByRole('checkbox').check()
}

const createAccount = (page: Page) => page.getByRole('button', { name: 'Create an account' })
const otpDialog = (page: Page) => page.getByRole('dialog', { name: 'Verify OTP' })

test.describe('login', () => {
  test('a client logs in, and out again', async ({ page, sauda }) => {
    const client = await newClient(sauda)
    await page.goto('/login')
    await expect(page.getByText('Welcome back! Please login to your account.')).toBeVisible()
    const login = page.getByRole('button', { name: 'Log in' })
    const password = page.getByLabel('Password', { exact: true })

    await login.click()
    await expect(page.getByText('Please enter your email address')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await logIn(page, { email: client.email, password: 'Not-the-password-1' })
    await expect(toast(page, 'Invalid email or password')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(client.email)
    // The toast closes; the instruction stays at the field with the cursor.
    await expect(page.getByText('Check the email and the password, then log in again')).toBeVisible()
    await expect(password).toBeFocused()
    // The way back to a lost code is the same for an address that has no account.
    const signUpAgain = page.getByRole('link', { name: 'Sign up again' })
    await expect(signUpAgain).toHaveAttribute('href', '/create-account')
    await logIn(page, { email: 'nobody@example.com', password: client.password })
    await expect(toast(page, 'Invalid email or password')).toBeVisible()
    await expect(signUpAgain).toBeVisible()

    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue(client.password)
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')

    await page.getByLabel('Email').fill(` ${client.email.toUpperCase()} `)
    await login.click()
    await expect(toast(page, 'Login successful')).toBeVisible()
    // Unverified clients are confined to their profile.
    await expect(page).toHaveURL('/account/profile')
    expect(await stored(page)).toMatchObject({
      token: expect.any(String),
      user_id: client.userId,
      isLoggedIn: 'true',
      isDocsVerified: 'UNVERIFIED',
    })
    await page.goto('/login')
    await expect(page).toHaveURL('/account/profile')

    await page.getByRole('dialog', { name: 'KYC Required' }).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(Object.keys(await stored(page))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(token|user_id|isLoggedIn|isDocsVerified|otpFlow)$/)]),
    )
    await page.goBack()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(client.name)).toHaveCount(0)
  })

  test('a double click sends one request, and the button is disabled until a slow response arrives', async ({
    page,
    sauda,
  }) => {
    const client = await newClient(sauda)
    const asked = countRequests(page, '/user/login')
    const answer = await pauseResponses(page, '**/api/user/login')
    await page.goto('/login')
    await page.getByLabel('Email').fill(client.email)
    await page.getByLabel('Password', { exact: true }).fill(client.password)
    const login = page.getByRole('button', { name: 'Log in' })
    await login.dblclick()
    await expect(login).toBeDisabled()
    await expect(login).toHaveAttribute('aria-busy', 'true')
    await expect(login).toBeFocused()
    await page.keyboard.press('Enter')
    answer()
    await expect(page).toHaveURL('/account/profile')
    expect(asked()).toBe(1)
  })

  test('a late answer moves neither the focus nor a person who has navigated on', async ({ page, sauda }) => {
    const client = await newClient(sauda)
    const login = page.getByRole('button', { name: 'Log in' })
    const email = page.getByLabel('Email')
    const slowly = async (password: string, meanwhile: () => Promise<void>): Promise<void> => {
      const answer = await pauseResponses(page, '**/api/user/login')
      await logIn(page, { email: client.email, password })
      await expect(login).toHaveAttribute('aria-busy', 'true')
      await meanwhile()
      answer()
    }
    await page.goto('/login')
    await slowly('Not-the-password-1', async () => {
      for (const field of [email, page.getByLabel('Password', { exact: true })]) await expect(field).not.toBeEditable()
      await expect(page.getByRole('button', { name: 'Forgot Password?' })).toBeDisabled()
      await email.focus()
    })
    await expect(page.getByText('Check the email and the password, then log in again')).toBeVisible()
    await expect(email).toBeEditable()
    await expect(email).toBeFocused()

    await slowly(client.password, async () => {
      await page.getByRole('link', { name: 'Sign up' }).click()
      await page.getByLabel('Full Name').fill('Meera')
    })
    await expect(toast(page, 'Login successful')).toBeVisible()
    await expect(page).toHaveURL('/create-account')
    await expect(page.getByLabel('Full Name')).toHaveValue('Meera')
    expect(await stored(page)).toMatchObject({ isLoggedIn: 'true' })
  })

  test('a blocked client is directed to support', async ({ page, sauda }) => {
    const client = await newClient(sauda)
    await page.route('**/api/user/login', (route) =>
      route.fulfill({ status: 401, json: { message: 'Invalid email or password', status: 401, need: 'support' } }),
    )
    await page.goto('/login')
    await logIn(page, client)
    await expect(toast(page, 'Invalid email or password')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'We’ve blocked your login for now' })).toContainText(
      'A new password won’t unblock it.',
    )
    await expect(page.getByText('Check the email and the password')).toBeHidden()
  })

  test('while the server is unreachable the screen says so and nothing typed is lost', async ({ page, sauda }) => {
    const client = await newClient(sauda)
    await page.goto('/login')
    await page.getByLabel('Email').fill(client.email)
    await page.getByLabel('Password', { exact: true }).fill(client.password)
    // The form of the first paint is replaced once its code has loaded.
    await expect(page.locator('#first')).toHaveCount(0)
    await sauda.kill()
    const login = page.getByRole('button', { name: 'Log in' })
    await login.click()
    await expect(
      page.getByText('We couldn’t get a response from the server. Check your connection, then log in again.'),
    ).toBeVisible()
    await expect(page.getByText('We can’t reach the server. Retrying…')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(client.email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(client.password)
    await page.getByRole('button', { name: 'Forgot Password?' }).click()
    await sauda.revive()
    // What was not fetched yet loads automatically.
    await page.getByRole('dialog', { name: 'Reset Password' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('We can’t reach the server. Retrying…')).toBeHidden()
    await login.click()
    await expect(page).toHaveURL('/account/profile')
    await expect(page.getByRole('dialog', { name: 'KYC Required' })).toBeVisible()
  })
})

test.describe('registration', () => {
  test('errors are shown at their fields, and a second press sends no request', async ({ page, sauda }) => {
    const known = await newClient(sauda)
    const person = newPerson('Meera')
    const asked = countRequests(page, '/user/register')
    await page.goto('/create-account?referralId=FRIEND7')
    await expect(page.getByText('Referral ID FRIEND7')).toBeVisible()

    await createAccount(page).click()
    await expect(toast(page, 'Please fix password requirements')).toBeVisible()
    for (const words of [
      'Please enter your full name',
      'Please enter your email address',
      'Please enter your mobile number',
      'Please enter the executive name',
      'Please accept the terms to create an account',
    ])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByLabel('Full Name')).toBeFocused()

    // As it is copied from the contacts, or filled in: longer than 12 characters with all its signs.
    await page.getByLabel('Mobile Number').fill('+91 98765 43210')
    await expect(page.getByLabel('Mobile Number')).toHaveValue('9876543210')
    await page.getByLabel('Mobile Number').blur()
    await expect(page.getByText('Mobile number can contain digits only')).toBeHidden()
    await fillRegistration(page, { ...person, name: 'Meera 2', email: 'meera@', mobile: '98765' })
    await page.getByLabel('Confirm Password').fill('Something-else-1')
    await createAccount(page).click()
    await expect(page.getByText('Full name can contain letters and spaces only')).toBeVisible()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(page.getByText('Mobile number must have at least 10 digits')).toBeVisible()
    await expect(page.getByText('Passwords do not match').first()).toBeVisible()
    await fillRegistration(page, person)
    await page.getByLabel('Confirm Password').fill('Something-else-1')
    await createAccount(page).click()
    await expect(toast(page, 'Passwords do not match')).toBeVisible()
    expect(asked()).toBe(0)

    await fillRegistration(page, { ...person, email: known.email })
    await createAccount(page).click()
    await expect(toast(page, 'An account with this email already exists')).toBeVisible()
    await expect(page.getByLabel('Email Address')).toBeFocused()
    await expect(page.getByLabel('Full Name')).toHaveValue(person.name)

    await page.getByLabel('Email Address').fill(person.email)
    await createAccount(page).dblclick()
    await expect(otpDialog(page)).toBeVisible()
    expect(asked()).toBe(2)
  })

  test('after five wrong codes the code is invalid, and a new one can be requested', async ({ page, sauda }) => {
    const person = newPerson()
    await page.clock.install()
    await page.goto('/create-account')
    await fillRegistration(page, person)
    await createAccount(page).click()
    const code = codeIn(await sauda.nextMailTo(person.email))
    const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0')
    const field = otpDialog(page).getByRole('textbox', { name: 'OTP' })
    const verify = otpDialog(page).getByRole('button', { name: 'Verify OTP' })
    await page.clock.resume()

    await field.pressSequentially('12a3')
    await expect(verify).toBeDisabled()
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const answered = page.waitForResponse('**/api/user/verify-otp')
      // The sixth digit submits.
      await field.fill(wrong)
      expect((await answered).status()).toBe(400)
      if (attempt === 1) await expect(toast(page, 'OTP verification failed')).toBeVisible()
      // Typed again, from the first cell.
      await expect(field).toHaveValue('')
      await expect(otpDialog(page)).toContainText(
        attempt < 5
          ? 'That OTP isn’t correct. Please check it and try again.'
          : /(That OTP isn’t correct|This OTP is no longer valid)/,
      )
    }
    await expect(otpDialog(page)).toContainText('This OTP is no longer valid. Please request a new one.')
    await field.fill(code)
    await expect(otpDialog(page)).toContainText('This OTP is no longer valid. Please request a new one.')

    await page.clock.fastForward('00:31')
    await otpDialog(page).getByRole('button', { name: 'Resend' }).click()
    await expect(otpDialog(page)).toContainText(/Resend in \d+ s/)
  })

  test('an answer does not apply to what is typed while it is pending', async ({ page, sauda }) => {
    const known = await newClient(sauda)
    const person = newPerson('Meera')
    const email = page.getByLabel('Email Address')
    await page.goto('/create-account')
    await fillRegistration(page, { ...person, email: known.email })
    let answer = await pauseResponses(page, '**/api/user/register')
    await createAccount(page).click()
    await expect(createAccount(page)).toHaveAttribute('aria-busy', 'true')
    await email.fill(person.email)
    answer()
    await expect(toast(page, 'An account with this email already exists')).toBeVisible()
    await expect(createAccount(page)).not.toHaveAttribute('aria-busy', 'true')
    await expect(email).not.toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveValue(person.email)

    await createAccount(page).click()
    const code = codeIn(await sauda.nextMailTo(person.email))
    const field = otpDialog(page).getByRole('textbox', { name: 'OTP' })
    const verify = otpDialog(page).getByRole('button', { name: 'Verify OTP' })
    answer = await pauseResponses(page, '**/api/user/verify-otp')
    await field.fill(String((Number(code) + 1) % 1e6).padStart(6, '0'))
    await expect(verify).toHaveAttribute('aria-busy', 'true')
    await field.fill(code)
    answer()
    await expect(toast(page, 'OTP verification failed')).toBeVisible()
    await expect(otpDialog(page)).not.toContainText('That OTP isn’t correct')
    await verify.click()
    await expect(page).toHaveURL('/account/profile')
  })

  test('a refresh returns to the code step, and the standalone screen accepts the code too', async ({
    page,
    sauda,
  }) => {
    const person = newPerson()
    await page.clock.install()
    await page.goto('/create-account')
    await fillRegistration(page, person)
    await createAccount(page).click()
    await expect(otpDialog(page)).toBeVisible()
    await page.reload()
    await expect(otpDialog(page)).toContainText(`We sent a code to ${person.email}`)
    await page.goto('/create-account/verify-otp')
    await expect(page).toHaveTitle('Verify OTP | Sauda')
    const start = page.getByRole('contentinfo').getByRole('link', { name: 'Get started' })
    await expect(start).toHaveAttribute('href', '/create-account')
    await expect(page.getByRole('contentinfo').getByText('2024')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'OTP' })).toBeFocused()
    await expect(page.getByText(`We sent a code to ${person.email}`)).toBeVisible()
    const first = codeIn(await sauda.nextMailTo(person.email))
    await page.clock.fastForward('00:31')
    await page.getByRole('button', { name: 'Resend' }).click()
    await expect(toast(page, 'OTP sent to email')).toBeVisible()
    await expect(page.getByText(/Resend in \d+ s/)).toBeVisible()
    const asked = countRequests(page, '/user/verify-otp')
    await page.getByRole('textbox', { name: 'OTP' }).pressSequentially(first)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/account/profile')
    // The footer belongs to that screen alone.
    await expect(start).toBeHidden()
    expect(asked()).toBe(1)
    expect(Object.keys(await stored(page))).not.toContain('otpFlow')
  })

  test('the standalone OTP screen is open for 60 seconds after registering', async ({ page }) => {
    // Loading the page takes no time from the 60 seconds.
    const now = Date.now()
    await page.clock.setFixedTime(now)
    await page.goto('/create-account/verify-otp')
    await expect(page).toHaveURL('/create-account')
    for (const [age, url] of [
      [58_000, '/create-account/verify-otp'],
      [61_000, '/create-account'],
    ] as const) {
      await page.evaluate((startedAt) => sessionStorage.setItem('otpFlow', JSON.stringify({ startedAt })), now - age)
      await page.goto('/create-account/verify-otp')
      await expect(page).toHaveURL(url)
    }
    expect(Object.keys(await stored(page))).not.toContain('otpFlow')
  })
})

test('login and registration have the fixed bar of the public pages, with the links of a visitor', async ({ page }) => {
  for (const path of ['/login', '/create-account']) {
    await page.goto(path)
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Login', 'Open Demat'])
    await expect(bar.getByRole('link', { name: 'Sauda' })).toHaveAttribute('href', '/')
    await expect(bar).toHaveCSS('position', 'fixed')
    await expect(bar).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  }
})

test('the login screen does not move when its code has loaded', async ({ page, sauda }) => {
  const signUp = page.getByRole('link', { name: 'Sign up', includeHidden: true })
  const resume = await pauseResponses(page, '**/assets/main-*.js')
  // A passkey is offered at a name, not at an address of digits.
  await page.goto(`${sauda.url.replace('127.0.0.1', 'localhost')}/login`, { waitUntil: 'commit' })
  await signUp.waitFor({ state: 'attached' })
  // The fallback font has other widths than Inter, so Inter must have loaded before the position is measured.
  await page.evaluate(() => document.fonts.ready)
  const before = await signUp.boundingBox()
  resume()
  await expect(page.locator('#first')).toHaveCount(0)
  expect(await signUp.boundingBox()).toEqual(before)
})

test('offline, the screen says so until the connection is back', async ({ page, context }) => {
  await page.goto('/login')
  await settled(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('a login in another tab logs this tab in', async ({ page, context, sauda }) => {
  const client = await newClient(sauda)
  await page.goto('/login')
  const other = await context.newPage()
  await enter(other, client)
  // Logged in over there: this tab follows.
  await expect(page).toHaveURL('/account/profile')
})
