import { payoutLayouts } from '@sauda/contract/money/payout-layout'
import { deskWindow, openAtDesk } from './at-desk.ts'
import { policyWithoutWaiting } from './harness.ts'
import { atDesk, clientWith, newOperator, reportPayment, walletOf } from './money.ts'
import { call, deskToken, type Client } from './people.ts'
import { expect, ownServer, test } from './test.ts'

const policy = ownServer({ env: policyWithoutWaiting })

async function withdraw({ token, userId }: Client, amount: number): Promise<string> {
  type Sent = { transaction: { transactionId: string } }
  const body = { id: userId, amount }
  return (await call<Sent>(policy, 'POST', '/user/wallet/withdraw', { token, body })).transaction.transactionId
}

test('a withdrawal that nobody may release cannot be put into a batch, and a batch of it can be cancelled', async ({
  browser,
  cards,
}) => {
  const [asha, balu] = [await clientWith(policy, cards, 'Asha', 5000), await clientWith(policy, cards, 'Balu', 5000)]
  const token = await deskToken(policy)
  const [bank] = await call<{ _id: string; upiId: string; upiName: string }[]>(policy, 'GET', '/desk/bank-accounts', {
    token,
  })
  if (!bank) throw new Error('The first bank account is missing')
  const details = { name: 'HDFC client account', accountNumber: '50100123456789', ifsc: 'HDFC0000240', receives: true }
  const account = { upiId: bank.upiId, upiName: bank.upiName, ...details }
  await call(policy, 'PUT', `/desk/bank-accounts/${bank._id}`, { token, body: account })
  const layout = { ...payoutLayouts[0], corporateCode: 'SAUD' }
  await call(policy, 'PUT', `/desk/payout-layouts/${bank._id}`, { token, body: layout })
  const kiran = await newOperator(policy, 'Kiran Rao', 'cashier')
  const farida = await newOperator(policy, 'Farida Khan', 'cashier')
  // From the second administrator on, administrators release nothing.
  await newOperator(policy, 'Mira Nair', 'admin')
  const credit = async (client: Client) => {
    const { _id, utr } = await reportPayment(policy, client, 900)
    await atDesk(policy, `/wallet/transactions/${_id}/approve`, { reference: utr }, farida.token)
  }
  await credit(asha)
  const [one, other] = [await withdraw(asha, 1500), await withdraw(balu, 700)]

  const desk = await deskWindow(browser, policy, kiran, '/desk/payouts')
  await test.step('the reason and the way that works are in its row, and it is not among the payable ones', async () => {
    await expect(desk.getByText('Farida Khan releases the batch.')).toBeVisible()
    const row = desk.getByRole('row').filter({ hasText: one })
    await expect(row.getByRole('checkbox')).toBeDisabled()
    await expect(row).toContainText(/Nobody can release this payment before .+\./)
    await expect(row).toContainText('Farida Khan approved a deposit of this client in the last 24 hours')
    await expect(row.getByRole('link', { name: 'Pay it in the queue instead' })).toHaveAttribute(
      'href',
      /\/desk\/wallet\/.+/,
    )
    await desk.getByRole('button', { name: 'Select 1 payable' }).click()
    await desk.getByRole('button', { name: 'Create batch of 1 withdrawal, ₹700.00' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Create this batch?' })
    await expect(dialog).toContainText('Farida Khan must release it before the bank gets a file.')
    await dialog.getByRole('button', { name: 'Create batch' }).click()
    await expect(desk.getByText('Next: Farida Khan releases it.')).toBeVisible()
  })

  await test.step('once nobody may release the batch any more, it can be cancelled', async () => {
    await credit(balu)
    const second = await deskWindow(browser, policy, farida, new URL(desk.url()).pathname)
    await expect(second.getByText(/^Nobody can release these payments before .+: cancel the batch/)).toBeVisible()
    await expect(second.getByRole('button', { name: 'Release batch' })).toHaveCount(0)
    await second.getByRole('button', { name: 'Cancel batch' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
    await expect(second.getByRole('dialog')).toHaveCount(0)
    await expect(second.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await openAtDesk(second, '/desk/payouts')
    await expect(second.getByRole('checkbox', { name: other })).toBeVisible()
    expect(await walletOf(policy, balu)).toMatchObject({ withheld: 700 })
    await second.context().close()
  })
  await desk.context().close()
})
