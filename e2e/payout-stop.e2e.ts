import { decision, deskWindow, openCase, send } from './at-desk.ts'
import { startSauda, type Sauda } from './harness.ts'
import { inspect } from './inspect.ts'
import { clientWith, newOperator, newUtr, walletOf } from './money.ts'
import { enter } from './people.ts'
import { expect, test } from './test.ts'

let policy: Sauda
test.beforeAll(async () => {
  policy = await startSauda({
    env: { APPROVALS: 'policy', APPROVAL_NEW_OPERATOR_HOURS: '0', APPROVAL_ADDED_BY_HOURS: '0' },
  })
})
test.afterAll(async () => {
  await policy.stop()
})

test('an administrator stops all payouts at once, and two resume them', async ({ browser, page, cards }) => {
  const client = await clientWith(policy, cards, 'Ila', 5000)
  const cashier = await newOperator(policy, 'Dev Khan', 'cashier')
  // From the second administrator on, adding an operator needs both.
  const second = await newOperator(policy, 'Mira Nair', 'admin')
  const [admin, desk] = [
    await deskWindow(browser, policy, policy.admin, '/desk/payouts'),
    await deskWindow(browser, policy, cashier, '/desk/payouts'),
  ]
  await expect(desk.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Stop all payouts' })).toHaveCount(0)

  await test.step('the reason is at the top of every page', async () => {
    await admin.getByRole('button', { name: 'Stop all payouts' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Stop all payouts' })
    await dialog.getByRole('button', { name: 'Stop all payouts' }).click()
    await expect(dialog).toContainText('Please give a reason')
    await dialog.getByLabel('Reason').fill('A payee was reported as wrong')
    await dialog.getByRole('button', { name: 'Stop all payouts' }).dblclick()
    await expect(desk.getByText(/Reason: A payee was reported as wrong/)).toBeVisible()
    await inspect(desk, 'payout 07 stopped')
    await desk.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the client can still request a withdrawal; the cashier cannot pay it', async () => {
    await enter(page, client, '/account/wallet/withdraw')
    const origin = new URL(policy.url).origin
    const body = { id: client.userId, amount: 1200 }
    const sent = await page.request.post(`${origin}/api/user/wallet/withdraw`, {
      headers: { authorization: `Bearer ${client.token}` },
      data: body,
    })
    expect(sent.status()).toBe(200)
    await openCase(desk, 'Withdrawal', client)
    await decision(desk).getByRole('radio', { name: 'Approve' }).check()
    await decision(desk).getByLabel('Reference in the bank statement').fill(newUtr())
    await decision(desk)
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(desk.getByText(/Payouts and approvals of withdrawals are stopped\. The reason/)).toBeVisible()
    expect(await walletOf(policy, client)).toMatchObject({ balance: 3800, withheld: 1200 })
  })

  await test.step('one administrator asks to resume, the other approves it', async () => {
    await admin.getByRole('button', { name: 'Resume payouts' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Resume payouts' })
    await dialog.getByLabel('Reason').fill('The payee is right')
    await dialog.getByRole('button', { name: 'Resume payouts' }).click()
    await expect(dialog).toBeHidden()
    await expect(desk.getByText(/Reason: A payee was reported as wrong/)).toBeVisible()
    const other = await deskWindow(browser, policy, second, '/desk/queue')
    await other
      .getByRole('link')
      .filter({ hasText: /payouts/i })
      .filter({ hasText: /resume/i })
      .first()
      .click()
    await decision(other).getByRole('radio', { name: 'Approve' }).check()
    await send(other, /^Approve/)
    await other.context().close()
    await expect(desk.getByText(/Reason: A payee was reported as wrong/)).toHaveCount(0)
    await decision(desk)
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(desk.getByText('Decision submitted')).toBeVisible()
    expect(await walletOf(policy, client)).toMatchObject({ balance: 3800, withheld: 0 })
  })
  await admin.context().close()
  await desk.context().close()
})
