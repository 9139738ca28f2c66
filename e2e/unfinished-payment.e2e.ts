import { atDesk, clientWith, reportPayment } from './money.ts'
import { call, enter, verifiedClient } from './people.ts'
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
  // Step 1 is to scan the code, also on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('img', { name: /^QR code to pay/ })).toBeVisible()
  // The button of step 2 is in view as well, and leads to what it rejects.
  const paid = page.getByRole('button', { name: 'Pay Now' })
  await expect(paid).toBeInViewport()
  await page.getByLabel('UTR').fill('1234')
  await paid.click()
  await expect(page.getByLabel('UTR')).toBeFocused()
  await expect(page.getByText('A UTR has 12 digits')).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 720 })
  await leaveAndReturn()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)
  await page.getByLabel('Amount', { exact: true }).fill('17000.50')
  await add.click()
  await expect(page.locator('a[href^="upi:"]')).toHaveAttribute('href', link ?? '')
})

test('Fund follows each pending request until the client leaves the screen', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Esha', 5000)
  await enter(page, client, '/account/wallet/add-fund')
  const followed = page.getByRole('list', { name: 'What happened' })
  for (const [index, amount] of [1500, 2000].entries()) {
    const body = { id: client.userId, amount }
    await call(sauda, 'POST', '/user/wallet/withdraw', { token: client.token, body })
    await expect(followed).toHaveCount(index + 1)
  }
  const deposit = await reportPayment(sauda, client, 700)
  await expect(followed).toHaveCount(3)
  for (const name of ['Your deposit ₹700.00', 'Your withdrawal ₹2,000.00', 'Your withdrawal ₹1,500.00'])
    await expect(page.getByRole('region', { name })).toContainText('so far')

  const reason = 'We did not find this payment in our bank statement'
  await atDesk(sauda, `/wallet/transactions/${deposit._id}/reject`, { reason })
  await expect(page.getByRole('region', { name: 'Your deposit ₹700.00' })).toContainText(reason)
  await page.reload()
  await expect(followed).toHaveCount(2)
})
