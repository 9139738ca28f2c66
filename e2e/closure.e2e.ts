import { deskWindow, openAtDesk } from './at-desk.ts'
import { complaints, inspect } from './inspect.ts'
import { atDesk, clientWith, reportPayment } from './money.ts'
import { enter, logIn, toast, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('a client closes the account: open items first, then the payout, and the login says that it is closed', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const found = complaints(page)
  const client = await clientWith(sauda, cards, 'Veena', 750)
  const { _id: deposit } = await reportPayment(sauda, client, 300)
  await enter(page, client, '/account/close')
  await expect(page.getByText('You have 1 pending deposit or withdrawal.')).toBeVisible()
  await inspect(page, 'close account, open items')
  await atDesk(sauda, `/wallet/transactions/${deposit}/reject`, { reason: 'Not received' })
  await page.getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByText('₹750.00 is on hold for account')).toBeVisible()
  await inspect(page, 'close account, requested')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is being closed' })).toBeVisible()

  // Before the session ends, because a rejected request is in the console too.
  expect(found).toEqual([])
  const desk = await deskWindow(browser, sauda, sauda.admin, `/desk/clients/${client.userId}`)
  await expect(desk.getByText('The client asked to close this account')).toBeVisible()
  await desk.getByRole('button', { name: 'Change email or mobile' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Mobile' }).click()
  await dialog.getByLabel('New mobile number').fill('9812300045')
  await dialog.getByLabel('Reason').fill('Signed letter received')
  await dialog.getByLabel('Photo of the evidence').setInputFiles(cards.pan)
  await inspect(desk, 'change of contact details')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(desk.getByText('9812300045')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await logIn(page, client)
  await expect(page).toHaveURL('/account/close')
  const withdrawal = (await page.getByRole('link', { name: /^WDR/ }).textContent()) ?? ''
  await desk.getByRole('link', { name: withdrawal }).first().click()
  await expect(desk.getByText('the account of this client is closed, as they asked')).toBeVisible()
  const id = new URL(desk.url()).pathname.split('/').at(-1)
  await atDesk(sauda, `/wallet/transactions/${id}/approve`, { reference: 'N304261234567' })
  await expect(toast(page, 'Your account is closed. We send you the final statement by email.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeHidden()
  await logIn(page, client)
  await expect(toast(page, 'Invalid email or password')).toBeVisible()
  await expect(page.getByText('Your account is closed, so you can no longer log in.')).toBeVisible()
  await openAtDesk(desk, '/desk/clients?state=closed')
  await expect(desk.getByRole('link', { name: client.name })).toBeVisible()
  await inspect(desk, 'closed clients')
})

test('an account without money is closed at once, and the login does not speak of a session that ended', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Vasudha')
  await enter(page, client, '/account/close')
  await page.getByRole('button', { name: 'Close account' }).click()
  await expect(toast(page, 'Your account is closed. We send you the final statement by email.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeHidden()
})

test('who still holds shares is told whom to write to, with the holdings in the email', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Vimala', 50_000)
  await atDesk(sauda, '/trades/buy', { clientId: client.userId, stockName: 'TCS', quantity: 10, price: 3500 })
  await enter(page, client, '/account/close')
  const item = page.getByRole('listitem').filter({ hasText: 'open position' })
  await expect(item).toContainText(/Write to \S+@\S+ to have them sold/)
  const mail = new URL(
    (await item.getByRole('link', { name: 'Ask us to sell your holdings' }).getAttribute('href')) ?? '',
  )
  expect(mail.protocol).toBe('mailto:')
  expect(mail.searchParams.get('body')).toMatch(/my account SD\d+ can be closed:\s+10 TCS\s/)
})
