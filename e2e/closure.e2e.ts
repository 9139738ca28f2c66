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
  await expect(page.getByText(/^Deposit ADD\d+ of ₹300\.00 is being checked\. We aim to decide it by /)).toBeVisible()
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

test('who still holds shares asks the dealing desk to sell them, and a dealer sees and closes the request', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Vimala', 50_000)
  await atDesk(sauda, '/trades/buy', { clientId: client.userId, stockName: 'TCS', quantity: 10, price: 3500 })
  await enter(page, client, '/account/close')
  const item = page.getByRole('listitem').filter({ hasText: 'You have 1 holding.' })
  await expect(item).toContainText('It is not an order')
  await item.getByRole('button', { name: 'Ask us to sell them' }).click()
  await expect(item).toContainText(/Sent to the dealing desk on .* A dealer calls you on \d{10}/)
  await inspect(page, 'close account, sale requested')
  await item.getByRole('button', { name: 'Cancel request' }).click()
  await item.getByRole('button', { name: 'Ask us to sell them' }).click()
  await expect(item).toContainText('Sent to the dealing desk on')

  const desk = await deskWindow(browser, sauda, sauda.admin, '/desk')
  await desk.getByRole('link', { name: 'Requests to sell all holdings: Clients to call' }).click()
  await desk.getByRole('link', { name: client.name }).click()
  await expect(desk.getByText('The client asked for a call to sell all holdings')).toBeVisible()
  await expect(desk.getByText(/to close the account: 10 TCS\. It is no order/)).toBeVisible()
  await inspect(desk, 'client with a sale request')
  await desk.getByRole('button', { name: 'Close request' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('You keep the shares')
  await dialog.getByRole('button', { name: 'Close request' }).click()
  await expect(desk.getByText('The client asked for a call to sell all holdings')).toBeHidden()
  await expect(item).toContainText(/closed your request of .*: You keep the shares/)
})
