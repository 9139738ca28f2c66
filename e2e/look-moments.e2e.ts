import type { Page } from '@playwright/test'
import { inspectState } from './inspect.ts'
import {
  decide,
  enter,
  pauseResponses,
  logIn,
  logInAtDesk,
  newClient,
  sendDocuments,
  toast,
  verifiedClient,
} from './people.ts'
import { settled } from './settled.ts'
import { expect, test } from './test.ts'
import { totp } from './totp.ts'

test.setTimeout(600_000)

const dialog = (page: Page) => page.getByRole('dialog')

/** Stops the toast's timer, so that it stays while it is captured. */
async function freezeToast(page: Page, words: string): Promise<void> {
  await expect(toast(page, words)).toBeVisible()
  await page.evaluate(() => addEventListener('animationend', (event) => event.stopPropagation(), { capture: true }))
}

test('a rejected login, its second step and the recovery codes', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Bina')
  await page.goto('/login')
  await logIn(page, { ...client, password: 'Not-the-password-1' })
  await freezeToast(page, 'Invalid email or password')
  await inspectState(page, 'moment 01 login refused, toast of an error')

  await enter(page, client, '/account/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByLabel('Your password').fill(client.password)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  const secret = await dialog(page).locator('code').innerText()
  await dialog(page).getByLabel('6-digit code from the app').fill(totp(secret))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog(page).getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await inspectState(page, 'moment 02 recovery codes')
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, client)
  await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible()
  await inspectState(page, 'moment 03 login code')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('isn’t correct')).toBeVisible()
  await inspectState(page, 'moment 04 login code refused')
})

test('documents asked for again, and photos on their way', async ({ page, sauda, cards }) => {
  const client = await newClient(sauda, 'Chandra')
  await sendDocuments(sauda, client, cards)
  await decide(sauda, client, 'Part of the card is cut off')
  await enter(page, client)
  await expect(dialog(page).getByText('Part of the card is cut off')).toHaveCount(2)
  await inspectState(page, 'moment 10 documents asked for again')
  await dialog(page).getByRole('button', { name: 'Verify Now' }).click()
  await dialog(page).getByLabel('Photo of the front of PAN card').setInputFiles(cards.pan)
  await dialog(page).getByRole('button', { name: 'Confirm Upload' }).click()
  await dialog(page).getByLabel('Photo of the front of Aadhar card').setInputFiles(cards.aadhaar)
  await pauseResponses(page, '**/api/user/upload-docs')
  await dialog(page).getByRole('button', { name: 'Confirm Upload' }).click()
  await expect(dialog(page).getByRole('progressbar', { name: 'Sending your documents' })).toBeVisible()
  await inspectState(page, 'moment 11 documents on their way')

  await enter(page, await verifiedClient(sauda, cards, 'Charu'))
  await pauseResponses(page, '**/api/user/upload-profile')
  await page.getByLabel('Change photo').setInputFiles(cards.pan)
  await expect(page.getByRole('progressbar', { name: 'Sending photo' })).toBeVisible()
  await inspectState(page, 'moment 12 a photo on its way')
})

test('the reviews of the start page, and their failure', async ({ page }) => {
  const reviews = '**/api/testimonials'
  const open = async (words: string) => {
    await page.goto('/')
    await settled(page)
    await expect(page.getByText(words).first()).toBeVisible()
  }
  await page.route(reviews, (route) => route.fulfill({ status: 500, json: {} }))
  await open('Try again')
  await inspectState(page, 'moment 20 reviews failed')
  await page.unroute(reviews)
  const testimonials = ['Meera K.', 'Arjun S.', 'Leela N.'].map((name) => ({
    name,
    about: 'Client since 2021, Kochi',
    words: 'Every charge is explained before I pay it, and a withdrawal says where it is.',
  }))
  await page.route(reviews, (route) => route.fulfill({ json: { testimonials } }))
  await open('Meera K.')
  await inspectState(page, 'moment 21 reviews')
})

test('a page that failed, and a success toast', async ({ page, sauda, cards }) => {
  // A newer version was deployed and this file, which is loaded ahead of its use, is gone.
  await page.route('**/assets/withdraw-form-*.js', (route) => route.fulfill({ status: 404 }))
  await enter(page, await verifiedClient(sauda, cards, 'Deepa'), '/account/wallet/add-fund')
  await page.getByLabel('Amount', { exact: true }).fill('500')
  await page.getByRole('button', { name: 'Add Fund', exact: true }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy UPI ID' }).click()
  await freezeToast(page, 'UPI ID copied')
  await inspectState(page, 'moment 30 toast of a success')
  await page.getByRole('button', { name: 'Back to Add Fund' }).click()
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await inspectState(page, 'moment 31 stopped working')
})

test('the desk before its operator has a second step, and when nobody is logged in', async ({ page, sauda }) => {
  const me = '**/api/desk/me'
  await page.clock.install()
  await logInAtDesk(page, sauda.admin)
  await page.clock.fastForward('14:30')
  await expect(page.getByText('You will be logged out in one minute')).toBeVisible()
  await inspectState(page, 'moment 41 desk idle')

  await page.route(me, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), need: 'totp-setup' } })
  })
  await page.goto('/desk/queue')
  await expect(page.getByRole('img', { name: 'Setup QR code for your authenticator app' })).toBeVisible()
  await inspectState(page, 'moment 40 desk second step')
})
