import type { Page } from '@playwright/test'
import { staysOpen } from './closing.ts'
import { deskWindow } from './at-desk.ts'
import { atDesk, newOperator, reportPayment } from './money.ts'
import {
  call,
  enter,
  pauseResponses,
  logIn,
  logInAtDesk,
  newClient,
  sendDocuments,
  toast,
  verifiedClient,
  tokenAtDesk,
} from './people.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('an operator logs in, continues at the requested page, and logs out', async ({ page, sauda }) => {
  await page.goto('/desk/audit')
  await expect(page).toHaveURL('/desk/login')
  await logIn(page, { ...sauda.admin, password: 'Not-the-password-1' })
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(sauda.admin.email)
  // The notice that second approvals are off does not come later than the page, which it would move.
  const answer = await pauseResponses(page, '**/api/desk/approvals')
  await logIn(page, sauda.admin)
  await expect(page).toHaveURL('/desk/audit')
  await expect(page.getByText('Opening the desk')).toBeAttached()
  answer()
  await expect(heading(page, 'Audit')).toBeVisible()
  expect(await page.getByText('One-person mode').isVisible()).toBe(true)
  // Again, because a key pressed while the page after the login is being rendered is lost.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Show keyboard shortcuts')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(heading(page, 'Clients')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You are logged out.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/desk/login')
})

test('the first page begins with what is to do, late or not, and each row opens its next step', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Usha')
  await reportPayment(sauda, client, 650)
  await logInAtDesk(page, sauda.admin, '/desk/')
  await expect(page).toHaveURL('/desk/today')
  const row = (part: string, text: string | RegExp) =>
    page.getByRole('region', { name: part }).getByRole('link').filter({ hasText: text })
  const deposits = row('To do', /^\d+\s*Deposits/)
  await expect(deposits).toContainText(/oldest pending for .* \(target \d+ hours/)
  await expect(page.getByRole('region', { name: /^Files of / })).toBeVisible()
  await page.keyboard.press('Tab')
  await deposits.press('Enter')
  await expect(page).toHaveURL('/desk/queue?kind=deposit')
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('Deposit')
  // A role sees only what its rights show.
  const support = await deskWindow(browser, sauda, await newOperator(sauda, 'Sunil Bose', 'support'), '/desk/')
  await expect(support.getByRole('region', { name: 'To do' })).toBeVisible()
  await expect(support.getByRole('region', { name: /^Files of / })).toHaveCount(0)
  await expect(support.getByRole('link').filter({ hasText: /^\d+\s*Deposits/ })).toHaveCount(0)
  await support.context().close()
})

test('an error of the server is not called a lost connection, and the desk keeps its bar', async ({ page, sauda }) => {
  await logInAtDesk(page, sauda.admin)
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('The desk could not be opened')).toBeVisible()
  await expect(page.getByText('The server reported an error. Please try again.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Portal' })).toBeVisible()
  await expect(page.getByText(/not reachable/)).toHaveCount(0)
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
})

test('a handed-over password is replaced by one’s own', async ({ page, sauda }) => {
  const email = `lata.${Date.now()}@sauda.example`
  const { password } = await atDesk<{ password: string }>(sauda, '/operators', {
    name: 'Lata Desk',
    email,
    role: 'support',
  })
  await logInAtDesk(page, { email, password })
  await page.getByRole('link', { name: 'Choose one of your own' }).click()
  await expect(heading(page, 'Your login')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const change = async (current: string, next: string, again = next) => {
    await dialog.getByLabel('Current password', { exact: true }).fill(current)
    await dialog.getByLabel('New password', { exact: true }).fill(next)
    await dialog.getByLabel('Confirm new password').fill(again)
    await dialog.getByRole('button', { name: 'Change password' }).click()
  }
  await change('Not-the-password-1', 'short', 'other')
  await expect(dialog).toContainText('Password must be at least 8 characters long')
  await expect(dialog).toContainText('Passwords do not match')
  await change('Not-the-password-1', 'Boats-at-Alappuzha-4')
  await expect(dialog).toContainText('Your current password is incorrect')
  await expect(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
  const fresh = dialog.getByLabel('New password', { exact: true })
  await fresh.fill('Butterfly#1')
  const rule = dialog.getByRole('listitem').filter({ hasText: 'Password must not be a common word or pattern' })
  await expect(rule).toContainText('not yet')
  await change(password, 'Butterfly#1')
  await expect(fresh).toBeFocused()
  await change(password, 'Boats-at-Alappuzha-4')
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page.getByText('Your password was set by someone else')).toBeHidden()
  expect((await sauda.nextMailTo(email)).subject).toBe('Your Sauda desk password was changed')
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await logInAtDesk(page, { email, password: 'Boats-at-Alappuzha-4' })
})

test('a client is found, viewed and frozen; the client is logged out at once', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Veena')
  const portal = await (await browser.newContext()).newPage()
  await enter(portal, client)
  await expect(portal.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await logInAtDesk(page, sauda.admin)
  await page.getByRole('link', { name: 'Clients' }).click()
  await page.getByLabel('Find a client').fill('nobody has this name')
  await expect(page.getByText('No client matches')).toBeVisible()
  await page.getByLabel('Find a client').fill(client.email.slice(0, 12))
  await page.getByRole('link', { name: client.name }).click()
  await expect(heading(page, client.name)).toBeVisible()
  const facts = page.getByRole('definition')
  await expect(facts.filter({ hasText: /^ABC••••\d{2}K$/ }).first()).toBeVisible()
  await expect(facts.filter({ hasText: /^XXXX XXXX 9045$/ }).first()).toBeVisible()
  await expect(page.getByText('No bank details yet')).toBeVisible()

  await page.getByRole('button', { name: 'Freeze login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Freeze' }).click()
  await expect(dialog).toContainText('Please give a reason')
  await dialog.getByRole('textbox').fill('Asked by telephone, identity confirmed')
  const answer = await pauseResponses(page, '**/api/desk/clients/*/freeze')
  await dialog.getByRole('button', { name: 'Freeze' }).click()
  await staysOpen(dialog)
  answer()
  await expect(page.getByText('This client cannot log in until the login is unfrozen.')).toBeVisible()
  await expect(portal).toHaveURL('/login')
  await logIn(portal, client)
  await expect(portal.getByText('We’ve blocked your login for now')).toBeVisible()

  await page.getByRole('button', { name: 'Unfreeze login' }).click()
  await dialog.getByRole('textbox').fill('The client called again')
  await dialog.getByRole('button', { name: 'Unfreeze' }).click()
  await expect(page.getByText('This client cannot log in until the login is unfrozen.')).toBeHidden()
  await logIn(portal, client)
  await expect(portal).not.toHaveURL('/login')
  await portal.context().close()
})

test('a session that ends at the desk keeps the page and the typed text', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Uma')
  await logInAtDesk(page, sauda.admin)
  const address = `/desk/clients/${client.userId}?show=charges`
  await page.goto(address)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Raise charge' }).click()
  await dialog.getByLabel('Description').fill('Government charge for March')
  await dialog.getByLabel('Amount').fill('1250.50')
  const token = await tokenAtDesk(page)
  await call(sauda, 'POST', '/desk/logout', { token })
  await expect(page).toHaveURL('/desk/login')
  await logIn(page, sauda.admin)
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Raise charge' }).click()
  await expect(dialog.getByLabel('Description')).toHaveValue('Government charge for March')
  await expect(dialog.getByLabel('Amount')).toHaveValue('1,250.50')
})

test('the audit log records every action, and verifies', async ({ page, sauda, cards }) => {
  await verifiedClient(sauda, cards, 'Omar')
  await logInAtDesk(page, sauda.admin, '/desk/audit')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Audit trail intact')).toBeVisible()
  await expect(
    page.getByText(/^\d+ records verified, from the first to the last sealed one, and compared with \d+ heads? /),
  ).toBeVisible()
})

test('a sent mail opens in a frame without scripts; one with a code does not', async ({ page, sauda, cards }) => {
  const { email } = await verifiedClient(sauda, cards)
  await logInAtDesk(page, sauda.admin, '/desk/mail')
  const rowsTo = page.getByRole('row').filter({ hasText: email })
  await expect(rowsTo.filter({ hasText: 'Verify your email address' }).first()).toBeVisible()
  await expect(rowsTo.filter({ hasText: 'Verify your email address' }).getByRole('link')).toHaveCount(0)
  await rowsTo.getByRole('link', { name: "You're verified" }).click()
  const dialog = page.getByRole('dialog', { name: "You're verified" })
  const frame = dialog.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  await expect(frame.contentFrame().getByText('Your documents are verified.').last()).toBeVisible()
  await expect(frame.contentFrame().getByRole('link', { name: 'Open your account area' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/desk/mail')
})

test('an operator is added, works with the rights of the role, and is disabled', async ({ browser, page, sauda }) => {
  await logInAtDesk(page, sauda.admin)
  await page.getByRole('link', { name: 'Operators' }).click()
  await page.getByRole('button', { name: 'Add operator' }).click()
  const add = page.getByRole('dialog', { name: 'Add operator' })
  await add.getByRole('button', { name: 'Add operator' }).click()
  await expect(add).toContainText('Please enter a name')
  await add.getByLabel('Name').fill('Anita Desai')
  await add.getByLabel('Email').fill('anita@sauda.example')
  await add.getByLabel('Role').selectOption('reviewer')
  const answer = await pauseResponses(page, '**/api/desk/operators')
  await add.getByRole('button', { name: 'Add operator' }).click()
  // The first password is in the response and nowhere else.
  await staysOpen(add)
  answer()
  const handOver = page.getByRole('dialog', { name: 'Anita Desai can log in' })
  const password = await handOver.locator('code').innerText()
  await page.keyboard.press('Escape')
  await handOver.getByRole('button', { name: 'I have given them the password' }).click()

  const anita = await (await browser.newContext()).newPage()
  await anita.goto(`${sauda.url}/desk/`)
  await logIn(anita, { email: 'anita@sauda.example', password })
  await expect(heading(anita, 'Today')).toBeVisible()
  await expect(anita.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Today',
    /^Queue/,
    'Clients',
    'Complaints',
    'Privacy',
  ])
  await anita.goto(`${sauda.url}/desk/operators`)
  await expect(anita.getByRole('button', { name: 'Add operator' })).toBeHidden()

  await page.getByRole('button', { name: 'Actions for Anita Desai' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(toast(page, 'Anita Desai is disabled')).toBeVisible()
  await expect(page.getByRole('row', { name: /Anita Desai/ })).toContainText('Disabled')
  await expect(anita).toHaveURL(/\/desk\/login$/)
  await logIn(anita, { email: 'anita@sauda.example', password })
  await expect(anita.getByText('Invalid email or password')).toBeVisible()
  await anita.context().close()
})

test('of two operators on one case the second is told who was first', async ({ browser, page, sauda, cards }) => {
  const client = await newClient(sauda, 'Tara')
  await sendDocuments(sauda, client, cards)
  await logInAtDesk(page, sauda.admin)
  await page.getByRole('link', { name: client.name }).click()
  const second = await (await browser.newContext({ baseURL: sauda.url })).newPage()
  await logInAtDesk(second, sauda.admin)
  await second.getByRole('link', { name: client.name }).click()
  await expect(second.getByRole('form', { name: 'Decision' })).toBeVisible()

  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('form', { name: 'Decision' })).toContainText(/Choose|Decide|Say/)
  for (const card of ['PAN card', 'Aadhaar card']) {
    const part = page.getByRole('region', { name: card })
    await part.getByRole('radio', { name: 'Request re-upload' }).check()
    await part.getByRole('checkbox', { name: 'Part of the card is cut off' }).check()
  }
  await page.getByRole('button', { name: 'Submit decision' }).dblclick()
  await expect(page.getByText('Decision submitted')).toBeVisible()
  await expect(second.getByText(/^Already decided by /)).toBeVisible()
  await expect(second.getByRole('status', { name: 'Live updates' })).toHaveText(
    /^\d+ cases? (is|are) pending in the queue\.$/,
  )
  await second.context().close()
})

test('tabs stay where they are from page to page, and a day is picked in the calendar by keyboard', async ({
  page,
  sauda,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAtDesk(page, sauda.admin, '/desk/payouts')
  const tabs = page.getByRole('navigation', { name: 'Payouts' })
  const places = () =>
    tabs.getByRole('link').evaluateAll((links) =>
      links.map((link) => {
        const { x, y, width } = link.getBoundingClientRect()
        return [x, y, width]
      }),
    )
  await expect(tabs.getByRole('link')).toHaveCount(3)
  const before = await places()
  for (const name of ['Settlement', 'Trading calendar']) {
    await tabs.getByRole('link', { name }).click()
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(heading(page, name)).toBeVisible()
    expect(await places()).toEqual(before)
  }

  await page.goto('/desk/reports')
  const from = page.getByLabel('From')
  await from.fill('2026-03-31')
  await expect(from).toHaveValue('31/03/2026')
  const button = page.getByRole('button', { name: 'Open the calendar' }).first()
  await button.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('button', { name: '31 Mar 2026' })).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(calendar.getByRole('button', { name: '28 Feb 2026' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect(calendar.getByRole('button', { name: '22 Feb 2026' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(from).toHaveValue('22/02/2026')
  await expect(button).toBeFocused()
  // The field clips what is drawn around its button.
  const ring = await button.evaluate((element) => {
    const pixels = (length: string) => Number(length.replace('px', ''))
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    return { outlineStyle, reach: pixels(outlineWidth) + pixels(outlineOffset) }
  })
  expect(ring.outlineStyle).toBe('solid')
  expect(ring.reach).toBeLessThanOrEqual(0)
  await button.click()
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await expect(calendar).toContainText('March 2026')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(from).toHaveValue('22/02/2026')
})
