import type { Page, Route } from '@playwright/test'
import { standInForCharts } from './charting-service.ts'
import type { Sauda } from './harness.ts'
import { atDesk, clientWith } from './money.ts'
import { call, codeIn, enter, logIn, newClient, newPerson, toast, type Cards, type Client } from './people.ts'
import { readAlong } from './reading.ts'
import { sentences } from './sentences.ts'
import { serveBrand } from './served-brand.ts'
import { expect, test } from './test.ts'
import { clientInEveryState } from './client-in-every-state.ts'

interface Scene {
  page: Page
  sauda: Sauda
  cards: Cards
}

type Screen = keyof typeof sentences

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const fails = (route: Route) => route.fulfill({ status: 500, json: {} })
const late = async (route: Route) => {
  await new Promise((later) => setTimeout(later, 400))
  // The page may have moved on meanwhile.
  await route.continue().catch(() => undefined)
}

// One client of each kind for all walks, because reading a screen does not change another.
const people = new Map<string, Promise<Client>>()
function once(kind: string, make: () => Promise<Client>): Promise<Client> {
  const known = people.get(kind) ?? make()
  people.set(kind, known)
  return known
}
const poor = ({ sauda, cards }: Scene) => once('poor', () => clientWith(sauda, cards, 'Parul', 0))
const rich = ({ sauda, cards }: Scene) => once('rich', async () => (await clientInEveryState(sauda, cards)).client)
const trader = ({ sauda, cards }: Scene) =>
  once('trader', async () => {
    const client = await clientWith(sauda, cards, 'Trupti', 90_000)
    const trade = { clientId: client.userId, stockName: 'TCS', quantity: 10, price: 3500 }
    const { _id } = await atDesk<{ _id: string }>(sauda, '/trades/buy', trade)
    await atDesk(sauda, `/trades/${_id}/sell`, { quantity: 4, price: 3600 })
    return client
  })

/** Steps that make a screen show each of its sentences. */
const walks: Record<Screen, (scene: Scene) => Promise<void>> = {
  'top navigation': async (scene) => {
    const { page } = scene
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Open Demat' })).toBeVisible()
    await enter(page, await poor(scene), '/')
    await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
  },
  footer: async ({ page }) => {
    await page.goto('/')
  },
  landing: async ({ page }) => {
    await page.goto('/')
  },

  login: async (scene) => {
    const { page } = scene
    const client = await poor(scene)
    await page.goto('/login')
    await logIn(page, { ...client, password: 'Not-the-password-1' })
    await expect(toast(page, 'Invalid email or password')).toBeVisible()
    await logIn(page, client)
    await expect(page).toHaveURL('/account/home')
  },
  'forgotten password': async ({ page }) => {
    const call1 = '**/api/user/forgot-password'
    const call2 = '**/api/user/verify-forgot-password-otp'
    const reset = (password: string, again = password) =>
      test.step(`reset to ${password || 'nothing'}`, async () => {
        await dialog(page).getByLabel('New password', { exact: true }).fill(password)
        await dialog(page).getByLabel('Confirm new password').fill(again)
        // By keyboard, because toasts cover the button while the clock is paused.
        await page.keyboard.press('Enter')
      })
    await page.goto('/login')
    await press(page, 'Forgot Password?')
    await press(page, 'Send OTP')
    await dialog(page).getByLabel('Email').fill('asha@example.com')
    for (const [status, words] of [
      [404, 'User not found with'],
      [503, 'Server error.'],
      [400, 'Failed to send OTP.'],
      [200, 'OTP sent to your email address'],
    ] as const) {
      await page.route(call1, (route) => route.fulfill({ status, json: {} }))
      const answer = page.waitForResponse(call1)
      await press(page, 'Send OTP')
      await answer
      await expect(toast(page, words)).toBeVisible()
      await page.unroute(call1)
    }
    const code = dialog(page).getByRole('textbox', { name: 'OTP' })
    await code.fill('1')
    await code.fill('')
    await code.fill('123456')
    await reset('')
    await reset('abcdef', 'abcdeg')
    await reset('abc12')
    for (const [status, words] of [
      [404, 'Password reset endpoint not found.'],
      [500, 'Server error.'],
      [400, 'Failed to reset password.'],
    ] as const) {
      await page.route(call2, (route) => route.fulfill({ status, json: {} }))
      const answer = page.waitForResponse(call2)
      await reset('Boats-at-Alappuzha-4')
      // A toast with the same words may still stand from before.
      await answer
      await expect(toast(page, words)).toBeVisible()
      await page.unroute(call2)
    }
    await page.route(call2, () => undefined)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // The time limit starts with the request.
    const unanswered = page.waitForRequest(call2)
    await reset('Boats-at-Alappuzha-4')
    await unanswered
    await page.clock.runFor(10_100)
    await expect(toast(page, 'Request timed out. Please check')).toBeVisible()
    await page.unroute(call2)
    await page.clock.resume()
    await page.route(call2, (route) => route.fulfill({ json: {} }))
    await reset('Boats-at-Alappuzha-4')
    await expect(dialog(page)).toBeHidden()

    await page.route(call1, () => undefined)
    await press(page, 'Forgot Password?')
    await dialog(page).getByLabel('Email').fill('asha@example.com')
    await page.clock.pauseAt(Date.now() + 600_000)
    let sent = page.waitForRequest(call1)
    await page.keyboard.press('Enter')
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await sent
      await page.clock.runFor(10_100)
      const words = attempt < 3 ? `Retrying... (${attempt}/3)` : 'after multiple attempts'
      await expect(toast(page, words)).toBeVisible()
      if (attempt < 3) sent = page.waitForRequest(call1)
      await page.clock.runFor(2000)
    }
  },
  registration: async ({ page, sauda }) => {
    const { name, email, mobile, password } = newPerson('Lata')
    await page.goto('/create-account')
    await press(page, 'Create an account')
    await expect(toast(page, 'Please fix password requirements')).toBeVisible()
    await page.getByLabel('Full Name').fill(name)
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel('Mobile Number').fill(mobile)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password').fill('other')
    await page.getByLabel('Executive Name').fill('Ravi')
    await page.getByRole('checkbox').check()
    await page.getByLabel('Confirm Password').fill(password)
    await page.route('**/api/user/register', fails)
    await press(page, 'Create an account')
    await expect(toast(page, 'User registration failed')).toBeVisible()
    await page.unroute('**/api/user/register')
    await press(page, 'Create an account')
    const field = dialog(page).getByRole('textbox', { name: 'OTP' })
    await page.route('**/api/user/verify-otp', fails)
    await field.fill('123456')
    await expect(toast(page, 'OTP verification failed')).toBeVisible()
    await page.unroute('**/api/user/verify-otp')
    await field.fill(codeIn(await sauda.nextMailTo(email)))
    await expect(page).toHaveURL('/account/profile')
  },
  'standalone code': async ({ page }) => {
    await page.goto('/create-account')
    await page.evaluate(() => sessionStorage.setItem('otpFlow', JSON.stringify({ startedAt: Date.now() })))
    await page.goto('/create-account/verify-otp')
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  },
  documents: async ({ page, sauda, cards }) => {
    // Another client, because a chosen photo is kept for the next attempt.
    await enter(page, await newClient(sauda, 'Nita'), '/profile/verify-docx')
    await page.getByLabel('Photo of the front of PAN card').setInputFiles(cards.pan)
    await expect(page.getByRole('button', { name: 'Upload documents' })).toBeVisible()
    const client = await newClient(sauda, 'Nisha')
    await enter(page, client, '/account/profile')
    await press(page, 'Verify Now')
    await page.route('**/api/user/upload-docs', fails)
    await dialog(page).getByLabel('Photo of the front of PAN card').setInputFiles(cards.pan)
    await press(page, 'Confirm Upload')
    await dialog(page).getByLabel('Photo of the front of Aadhar card').setInputFiles(cards.aadhaar)
    await press(page, 'Confirm Upload')
    await expect(dialog(page)).toContainText('Upload failed. Try again.')
    await page.unrouteAll()
    // Both photos are still there.
    await press(page, 'Confirm Upload')
    await expect(dialog(page).getByRole('heading', { name: 'Front of Aadhar card' })).toBeVisible()
    await press(page, 'Confirm Upload')
    await expect(dialog(page).getByRole('link', { name: 'Verify Bank Details' })).toBeVisible()
    await press(page, 'Close')
    await expect(dialog(page)).toContainText('KYC In Progress')
  },

  'account frame': async (scene) => {
    await enter(scene.page, await poor(scene), '/account/bank')
    await expect(scene.page.getByRole('button', { name: 'Back' })).toBeVisible()
  },
  'document titles': async (scene) => {
    const { page } = scene
    await enter(page, await poor(scene))
    await expect(page).toHaveTitle('Profile | Sauda')
    for (const path of ['home', 'wallet/transaction-history', 'wallet/add-fund', 'position', 'position/order-history'])
      await page.goto(`/account/${path}`)
    await expect(page).toHaveTitle('Order History | Sauda')
    // The wallet's own address leads on to its first tab; its title is that of the frame.
    await page.goto('/account/wallet')
  },
  profile: async (scene) => {
    const { page } = scene
    const client = await poor(scene)
    await page.route('**/api/user/profile/*', late)
    await serveBrand(page, { appDownloadUrl: 'https://example.com/sauda.apk' })
    for (const time of ['11:59', '12:00', '17:00']) {
      await page.clock.setFixedTime(new Date(`2026-11-20T${time}:00+05:30`))
      await enter(page, client)
      await expect(page.getByText('CLIENT ID', { exact: true })).toBeVisible()
    }
  },
  dashboard: async (scene) => {
    const { page } = scene
    await standInForCharts(page)
    await enter(page, await poor(scene), '/account/home')
    await expect(page.frameLocator('iframe[title="Ticker tape by TradingView"]').getByText('Bitcoin')).toBeVisible()
  },
  'personal details': async (scene) => {
    await enter(scene.page, await poor(scene), '/account/personal-details')
  },
  demat: async (scene) => {
    await enter(scene.page, await poor(scene), '/account/demat')
  },
  bank: async (scene) => {
    const { page, sauda } = scene
    const client = await once('banker', () => clientWith(sauda, scene.cards, 'Bhavna', 0))
    const type = async (holder: string, number: string, ifsc: string) => {
      await page.getByLabel('Account Holder Name').fill(holder)
      await page.getByLabel('Account Number').fill(number)
      await page.getByLabel('IFSC Code').fill(ifsc)
    }
    await enter(page, client, '/account/bank')
    await type('Bhavna 2', '123', 'HDFC')
    await page.getByLabel('IFSC Code').press('Enter')
    await expect(toast(page, 'Please fix the errors before updating.')).toBeVisible()
    await type('', '', '')
    await type(client.name, '123456789012', 'HDFC0000001')
    await page.route('**/api/user/profile/update/*', fails)
    await press(page, 'Update Bank Details')
    await expect(toast(page, 'Error while updating bank details!')).toBeVisible()
    await page.unrouteAll()
    await press(page, 'Update Bank Details')
    await expect(page.getByText('Account Updated')).toBeVisible()
    await page.goto('/profile/verify-bank-details')
    await type(client.name, '123456789012', 'HDFC0000001')
    await press(page, 'Verify Bank Details')
    await expect(toast(page, 'Bank Details Updated')).toBeVisible()
  },
  settings: async (scene) => {
    const { page } = scene
    await enter(page, await poor(scene), '/account/segment')
    await page.getByRole('switch').first().click()
    await page.route('**/api/user/settings/**', fails)
    await press(page, 'Enable/Disable Segments')
    await expect(page.getByRole('main').getByText('An error occurred.')).toBeVisible()
    await page.unrouteAll()
    for (const path of ['nominee', 'fund-settlement']) {
      await page.goto(`/account/${path}`)
      await expect(page.getByRole('button', { name: /^Update/ })).toBeVisible()
    }
  },

  wallet: async (scene) => {
    const { page } = scene
    await page.context().grantPermissions(['clipboard-write'])
    await enter(page, await rich(scene), '/account/wallet/add-fund')
    const amount = page.getByLabel('Amount', { exact: true })
    const answered = async (kind: string) => {
      await expect(page.getByRole('dialog', { name: kind })).toBeVisible()
      await press(page, 'OK')
      await expect(dialog(page)).toBeHidden()
    }
    await amount.fill('99')
    await amount.fill('500')
    await press(page, 'Add Fund')
    await press(page, /UPI ID/)
    await expect(toast(page, 'UPI ID copied')).toBeVisible()
    await page.route('**/api/user/wallet/add-money', (route) => route.fulfill({ status: 409, json: {} }))
    await press(page, 'Pay Now')
    await answered('Error')
    await page.route('**/api/user/wallet/add-money', (route) => route.fulfill({ json: {} }))
    await press(page, 'Pay Now')
    await answered('Success')

    await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
    for (const rupees of ['99', '99999999']) {
      await amount.fill(rupees)
      await press(page, 'Withdraw Fund')
      await answered('Info')
    }
    await amount.fill('200')
    await page.route('**/api/user/wallet/withdraw', (route) => route.fulfill({ status: 409, json: {} }))
    await press(page, 'Withdraw Fund')
    await answered('Error')
    await page.route('**/api/user/wallet/withdraw', (route) => route.fulfill({ json: {} }))
    await press(page, 'Withdraw Fund')
    await answered('Success')
  },
  'transaction history': async (scene) => {
    const { page } = scene
    await page.route('**/api/user/wallet/transactions/**', late)
    await enter(page, await poor(scene), '/account/wallet/transaction-history')
    await expect(page.getByText('No transactions found.')).toBeVisible()
    await enter(page, await rich(scene), '/account/wallet/transaction-history')
    await expect(page.getByText('Showing 6 of 6 entries')).toBeVisible()
  },

  'portfolio overview': async (scene) => {
    const { page, sauda, cards } = scene
    const client = await poor(scene)
    const list = '**/api/user/loan/get-loans-by-user/**'
    const requests = '**/api/user/loan/request/**'
    const loan = (_id: string, status: string, userAccepted = false) => ({
      _id: `000000000000000000${_id}`,
      status,
      userAccepted,
      total: 0,
      createdAt: '2026-11-05T12:00:00.000Z',
    })
    const lend = async (...loans: object[]) => {
      await page.unroute(list)
      await page.route(list, (route) => route.fulfill({ json: loans }))
    }
    const look = async (...loans: object[]) => {
      await lend(...loans)
      await page.goto('/account/portfolio/overview')
      await expect(page.getByRole('heading', { name: 'Your Loans' })).toBeVisible()
    }
    await enter(page, client)
    for (const second of [loan('a00002', 'admin_approved'), loan('a00002', 'approved', true)])
      await look(loan('a00001', 'pending'), second)
    await look(loan('a00001', 'pending'))

    await look()
    await press(page, 'Apply Now')
    const { json } = await refusalOf(sauda, await rich(scene))
    await page.route(requests, (route) => route.fulfill({ status: 409, json }))
    await dialog(page).getByRole('button', { name: 'Apply Now' }).click()
    await expect(dialog(page)).toContainText('Loan Already Exists!')
    await press(page, 'OK')

    await page.unroute(requests)
    await page.route(requests, (route) =>
      route.fulfill({ json: { message: 'Taken', loan: loan('a00003', 'pending') } }),
    )
    await press(page, 'Apply Now')
    await dialog(page).getByRole('button', { name: 'Apply Now' }).click()
    await expect(dialog(page)).toContainText('Loan Applied!')
    await press(page, 'OK')
    await expect(page.getByRole('button', { name: 'View Status' })).toBeDisabled()

    await look()
    await press(page, 'Apply Now')
    await lend(loan('a00003', 'admin_approved'))
    await dialog(page).getByRole('button', { name: 'Apply Now' }).click()
    await expect(dialog(page)).toContainText('Pending Approval')
    await page.unrouteAll()

    const borrower = await clientWith(sauda, cards, 'Brinda', 0)
    const { loan: asked } = await call<{ loan: { _id: string } }>(
      sauda,
      'POST',
      `/user/loan/request/${borrower.userId}`,
      {
        token: borrower.token,
        body: {},
      },
    )
    await atDesk(sauda, `/loans/${asked._id}/offer`, { amount: 5000, ratePercent: 12, months: 6, fee: 0 })
    await enter(page, borrower, '/account/portfolio/overview')
    await page.route('**/api/user/loan/accept', late)
    await press(page, 'Accept')
    await expect(page.getByRole('button', { name: 'Repay' })).toBeVisible()
  },
  'forex coins': async (scene) => {
    await enter(scene.page, await poor(scene), '/portfolio/equity')
  },
  positions: async (scene) => {
    const { page } = scene
    await enter(page, await poor(scene), '/account/position/position')
    await expect(page.getByText('No closed trades.')).toBeVisible()
    await enter(page, await trader(scene), '/account/position/position')
    await expect(page.getByRole('columnheader', { name: 'Closed at' })).toBeVisible()
  },
  'order history': async (scene) => {
    const { page } = scene
    await page.route('**/api/user/trade/**', late)
    await enter(page, await poor(scene), '/account/position/order-history')
    await expect(page.getByText('No sell orders found.')).toBeVisible()
    await enter(page, await trader(scene), '/account/position/order-history')
    await expect(page.getByRole('row').filter({ hasText: 'TCS' })).toBeVisible()
  },

  charges: async (scene) => {
    const { page } = scene
    const list = '**/api/user/charges'
    await page.route(list, late)
    await enter(page, await poor(scene), '/account/charges')
    await expect(page.getByText('No charges found')).toBeVisible()
    await enter(page, await rich(scene), '/account/charges')
    await press(page, /^Pay again/)
    await press(page, 'I have paid')
    await press(page, 'Submit Payment')
    await dialog(page).getByLabel('Transaction ID').fill('612345678901')
    await page.route('**/api/user/charges/*/pay', (route) => route.fulfill({ status: 409, json: {} }))
    await press(page, 'Submit Payment')
    await expect(dialog(page)).toContainText('Payment failed. Please try again.')
    await page.unroute('**/api/user/charges/*/pay')
    await press(page, 'Submit Payment')
    // It goes once the list has been read again.
    await expect(dialog(page)).toBeHidden()
    const paid = page.getByRole('listitem').filter({ hasText: 'Payment Submitted - Awaiting Approval' })
    await paid.first().getByRole('button').first().click()
    await expect(page.getByText('Payment made via UPI').first()).toBeVisible()
    await page.unroute(list)
    await page.route(list, fails)
    await page.reload()
    await expect(page.getByText('Failed to fetch charges. Please try again.')).toBeVisible()
  },
}

/** The server's own error for a second loan. */
async function refusalOf({ url }: Sauda, { token, userId }: Client): Promise<{ json: object }> {
  const response = await fetch(`${url}/api/user/loan/request/${userId}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  return { json: (await response.json()) as object }
}

for (const screen of Object.keys(walks) as Screen[])
  test(`every sentence of the specification is read in the running product: ${screen}`, async ({
    page,
    sauda,
    cards,
  }) => {
    const wasRead = await readAlong(page)
    await walks[screen]({ page, sauda, cards })
    await expect.poll(() => sentences[screen].filter((sentence) => !wasRead(sentence))).toEqual([])
  })
