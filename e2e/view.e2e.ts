import { deskWindow, openAtDesk } from './at-desk.ts'
import { clientWith } from './money.ts'
import { enter } from './people.ts'
import { expect, test } from './test.ts'

test('an operator views the portal as a client: nothing can be changed, other logins stay, and a reload ends it', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Vani', 5000)
  const other = await clientWith(sauda, cards, 'Wasim', 300)
  const desk = await deskWindow(browser, sauda)
  const own = await desk.context().newPage()
  await enter(own, other, '/account/home')

  await openAtDesk(desk, `/desk/clients/${client.userId}`)
  await desk.getByRole('button', { name: 'View as client' }).click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('Asked about a withdrawal')
  const opened = desk.waitForEvent('popup')
  await desk.getByRole('dialog').getByRole('button', { name: 'Open portal' }).click()
  const view = await opened
  const banner = view.getByRole('complementary', { name: 'View as client' })
  await expect(banner).toContainText(`You are viewing ${client.name}’s account as an operator. Nothing can be changed.`)
  await expect(view).toHaveURL('/account/home')
  await expect(view.getByText('₹5,000.00').first()).toBeVisible()

  await view.getByRole('link', { name: 'Account', exact: true }).click()
  await view.getByRole('link', { name: /^Bank/ }).first().click()
  await expect(banner).toBeVisible()
  await view.getByRole('link', { name: 'Fund', exact: true }).click()
  await view.getByLabel('Amount', { exact: true }).fill('500')
  await expect(view.getByRole('button', { name: 'Add Fund', exact: true })).toBeDisabled()
  await expect(banner).toBeVisible()

  await view.reload()
  await expect(view.getByRole('heading', { name: 'The view has ended' })).toBeVisible()
  await own.reload()
  await expect(own.getByText('₹300.00').first()).toBeVisible()

  await desk.getByLabel('Show').selectOption('Login and security')
  await expect(desk.getByText('Viewed the account as the client')).toBeVisible()
  await expect(desk.getByText('Ended the view of the account')).toBeVisible()
})
