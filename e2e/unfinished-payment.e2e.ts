import { enter, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('a payment left before Pay Now waits as a card on Fund: it is continued, or dismissed without losing its reference', async ({
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
  const add = page.getByRole('button', { name: 'Add Fund', exact: true })
  await add.click()
  await expect(pay).toBeVisible()
  const link = await page.locator('a[href^="upi:"]').getAttribute('href')
  await leaveAndReturn()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(pay).toBeVisible()
  await leaveAndReturn()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)
  await page.getByLabel('Amount', { exact: true }).fill('17000.50')
  await add.click()
  await expect(page.locator('a[href^="upi:"]')).toHaveAttribute('href', link ?? '')
})
