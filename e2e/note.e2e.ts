import { deskWindow, openAtDesk, openCase } from './at-desk.ts'
import { clientWith } from './money.ts'
import { call, toast } from './people.ts'
import { expect, test } from './test.ts'

test('an operator pins a warning, which the client’s case shows, and removes it; the timeline keeps both', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Tara', 5000)
  await call(sauda, 'POST', '/user/wallet/withdraw', {
    token: client.token,
    body: { id: client.userId, amount: 1200 },
  })
  const desk = await deskWindow(browser, sauda, sauda.admin, `/desk/clients/${client.userId}`)
  const timeline = desk.getByRole('region', { name: 'Timeline' }).or(desk.locator('section', { hasText: 'Timeline' }))
  await desk.getByRole('button', { name: 'Add note' }).click()
  await desk.getByRole('dialog').getByLabel('Note').fill('Asks to pay another account.\nCall back before paying.')
  await desk
    .getByRole('dialog')
    .getByLabel(/Pin as a warning/)
    .check()
  await desk.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
  await expect(toast(desk, 'Warning pinned')).toBeVisible()
  await expect(desk.getByText('Warning about this client')).toBeVisible()
  await expect(timeline.last()).toContainText('Pinned a warning')

  await openCase(desk, 'Withdrawal', client)
  await expect(desk.getByRole('paragraph').filter({ hasText: 'Call back before paying.' })).toBeVisible()
  await expect(desk.getByText('Pinned warning')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Remove warning' }).click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('Called back')
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove warning' }).click()
  await expect(toast(desk, 'Warning removed')).toBeVisible()
  await expect(desk.getByText('Warning about this client')).toBeHidden()

  await openAtDesk(desk, `/desk/clients/${client.userId}`)
  await desk.getByLabel('Show').selectOption('Notes')
  await expect(timeline.last()).toContainText('Called back')
  await expect(timeline.last()).toContainText('Call back before paying.')
  await desk.getByLabel('Show').selectOption('E-mails')
  await desk.getByRole('button', { name: /^E-mail: ₹5,000\.00 added/ }).click()
  await expect(desk.getByRole('dialog')).toContainText('₹5,000.00')
})

test('the ledger of a client explains the balance of a range, and the explanation is sent as PDF', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Usha', 4000)
  const desk = await deskWindow(browser, sauda, sauda.admin, `/desk/clients/${client.userId}?show=ledger`)
  await expect(desk.getByRole('term').filter({ hasText: 'Paid in' })).toBeVisible()
  await expect(desk.getByRole('table', { name: 'Account statement' })).toContainText('Funds added')
  await desk.getByRole('button', { name: 'Send to client' }).click()
  await expect(desk.getByRole('dialog').getByText('₹4,000.00 was paid in.')).toBeVisible()
  await desk.getByRole('dialog').getByRole('button', { name: 'Send explanation' }).click()
  await expect(toast(desk, 'The explanation was sent to the client')).toBeVisible()
  await desk.getByLabel('From').fill('01/01/2020')
  await desk.getByLabel(/^To\b/).fill('31/01/2020')
  await expect(desk.getByText('Nothing changed the balance in this period.')).toBeVisible()
  await desk.getByLabel(/^To\b/).fill('')
  await desk.getByLabel('From').fill('01/01/2199')
  await expect(desk.getByText('The first day must not be in the future')).toBeVisible()
})
