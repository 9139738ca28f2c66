import { enter, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('a payment left before Pay Now waits as a card on Fund: it is continued or dismissed', async ({
  page,
  sauda,
  cards,
}) => {
  await enter(page, await verifiedClient(sauda, cards, 'Chitra'), '/account/wallet/add-fund')
  const pay = page.getByRole('heading', { name: /^Pay/ })
  const card = page.getByText('Unfinished payment of ₹17,000.50')
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Statement' })).toBeVisible()
    await page.getByRole('link', { name: 'Fund', exact: true }).first().click()
    await expect(card).toBeVisible()
  }
  await page.getByLabel('Amount', { exact: true }).fill('17000.50')
  await page.getByRole('button', { name: 'Add Fund', exact: true }).click()
  await expect(pay).toBeVisible()
  await leaveAndReturn()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(pay).toBeVisible()
  await leaveAndReturn()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)
})
