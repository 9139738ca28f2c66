import type { Locator, Page } from '@playwright/test'
import { atDesk, clientWith, newUtr, raiseCharge, transactionsOf } from './money.ts'
import { call, codeIn, enter, newClient, toast, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

// These tests never click, and fill only the field that has the focus.

const mostStops = 80
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const go = (page: Page) => page.keyboard.press('Enter')

/** Presses Tab until the focus is there; fails if the keyboard cannot reach it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await go(page)
}

/** The focus is in the dialog: on this, or anywhere. */
async function focusIn(box: Locator, target?: Locator): Promise<void> {
  await expect(box).toBeVisible()
  if (target) await expect(target).toBeFocused()
  else await expect.poll(() => box.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** Opens it, leaves it with Escape, which gives the focus back, and opens it again. */
async function openTwice(page: Page, opener: Locator, box: Locator, first?: Locator): Promise<void> {
  await press(page, opener)
  await focusIn(box, first)
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(opener).toBeFocused()
  await go(page)
  await focusIn(box, first)
}

/** Goes to another place of the account area, whose heading then has the focus. */
async function visit(page: Page, link: Locator, title: string): Promise<void> {
  await press(page, link)
  await expect(heading(page, title)).toBeFocused()
}
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name })

/** A machine that draws late: code that waits for a frame before it moves the focus moves it from where it is by then. */
async function drawLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestAnimationFrame = (then) => window.setTimeout(() => then(performance.now()), 100)
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame)
  })
}
async function stays(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeFocused()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(field).toBeFocused()
}

test('by keyboard: a forgotten password is reset, and the login continues', async ({ page, sauda }) => {
  const client = await newClient(sauda, 'Kavita')
  await drawLate(page)
  await page.goto('/login')
  await typeInto(page, page.getByLabel('Email'), client.email)
  const opener = page.getByRole('button', { name: 'Forgot Password?' })
  const email = dialog(page, 'Reset Password').getByLabel('Email')
  await openTwice(page, opener, dialog(page, 'Reset Password'), email)
  await go(page)
  const code = codeIn(await sauda.nextMailTo(client.email))
  await stays(page, dialog(page, 'Verify OTP').getByRole('textbox', { name: 'OTP' }))
  await page.keyboard.type(code)
  const next = dialog(page, 'New Password')
  await stays(page, next.getByLabel('New password', { exact: true }))
  await page.keyboard.type('Boats-at-Alappuzha-4')
  await typeInto(page, next.getByLabel('Confirm new password'), 'Boats-at-Alappuzha-4')
  await go(page)
  await expect(toast(page, 'Password reset successfully!')).toBeVisible()
  await expect(next).toBeHidden()
  await expect(page.locator('input[name=email]')).toHaveValue(client.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('Boats-at-Alappuzha-4')
  await go(page)
  await expect(page).toHaveURL('/account/profile')
})

test('by keyboard: two-step login is turned on, and each step of the dialog has the focus', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Kshama')
  await drawLate(page)
  await enter(page, client, '/account/security')
  const on = dialog(page, 'Turn on two-step login')
  await openTwice(page, page.getByRole('button', { name: 'Turn on' }), on, on.getByLabel('Your password'))
  await page.keyboard.type(client.password)
  await go(page)
  await stays(page, on.getByLabel('6-digit code from the app'))
  await page.keyboard.type('000000')
  await go(page)
  await expect(on).toContainText('That code isn’t correct')
  await expect(on.getByLabel('6-digit code from the app')).toBeFocused()
})

test('by keyboard: funds are added and withdrawn', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Keya', 5000)
  await page.goto('/login')
  await typeInto(page, page.getByLabel('Email'), client.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), client.password)
  await go(page)
  await expect(page).toHaveURL('/account/home')

  await visit(page, place(page, 'Fund'), 'Wallet')
  const amount = page.getByLabel('Amount', { exact: true })
  await test.step('add', async () => {
    await typeInto(page, amount, '500')
    await go(page)
    await expect(heading(page, 'Pay ₹500.00')).toBeFocused()
    await typeInto(page, page.getByLabel('UTR'), newUtr())
    await press(page, page.getByRole('button', { name: 'Pay Now' }))
    await focusIn(dialog(page, 'Success'))
    await press(page, dialog(page, 'Success').getByRole('button', { name: 'OK' }))
    await expect(heading(page, 'Wallet Balance')).toBeFocused()
  })
  await test.step('withdraw', async () => {
    await tabTo(page, page.getByRole('radio', { name: 'Add Fund' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Withdraw Fund' })).toBeFocused()
    await typeInto(page, amount, '9999')
    await go(page)
    await focusIn(dialog(page, 'Info'))
    await page.keyboard.press('Escape')
    await expect(amount).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('300')
    await press(page, page.getByRole('button', { name: 'Withdraw Fund' }))
    await focusIn(dialog(page, 'Success'))
    await page.keyboard.press('Escape')
    await expect(heading(page, 'Wallet Balance')).toBeFocused()
  })
  expect(await transactionsOf(sauda, client)).toMatchObject([
    { type: 'withdrawal', amount: 300 },
    { type: 'added', amount: 500 },
    { type: 'added', amount: 5000 },
  ])
})

test('by keyboard: a charge is paid, a loan accepted and repaid', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Kiara', 5000)
  const { token, userId } = client
  for (const description of ['For October', 'For November'])
    await raiseCharge(sauda, client, { chargeType: 'GST', description, amount: 150 })
  const asked = await call<{ loan: { _id: string } }>(sauda, 'POST', `/user/loan/request/${userId}`, {
    token,
    body: {},
  })
  await atDesk(sauda, `/loans/${asked.loan._id}/offer`, { amount: 50_000, ratePercent: 14.5, months: 12, fee: 590 })
  await enter(page, client)

  await test.step('the charge', async () => {
    await visit(page, page.getByRole('link', { name: 'Charges' }), 'Charges & Payments')
    const charge = (words: string) => page.getByRole('listitem').filter({ hasText: words })
    const pay = (words: string) => charge(words).getByRole('button', { name: /^Pay/ })
    const paying = dialog(page, /^Pay/)
    await openTwice(page, pay('October'), paying)
    await press(page, paying.getByRole('button', { name: 'I have paid' }))
    await typeInto(page, paying.getByLabel('Transaction ID'), newUtr())
    await go(page)
    await expect(paying).toBeHidden()
    await expect(charge('October')).toContainText('Payment Submitted - Awaiting Approval')
    await expect(charge('November').getByRole('button').first()).toBeFocused()
  })
  await test.step('the loan', async () => {
    await visit(page, place(page, 'Portfolio'), 'Portfolio')
    await press(page, page.getByRole('button', { name: 'Accept' }))
    const repay = dialog(page, /^Repay loan/)
    const opener = page.getByRole('button', { name: 'Repay' })
    await openTwice(page, opener, repay, repay.getByRole('radio', { name: 'Next instalment' }))
    await page.keyboard.press('ArrowUp')
    await expect(repay.getByRole('radio', { name: 'Another amount' })).toBeFocused()
    await typeInto(page, repay.getByRole('textbox', { name: 'Amount' }), '1000.50')
    await go(page)
    await expect(repay).toBeHidden()
    await expect(opener).toBeFocused()
    const path = `/user/loan/get-loans-by-user/${userId}`
    expect(await call(sauda, 'GET', path, { token })).toMatchObject([{ repaid: 1000.5 }])
  })
})
