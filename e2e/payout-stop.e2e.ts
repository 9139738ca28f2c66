import { decision, deskWindow, openCase, send } from './at-desk.ts'
import { policyWithoutWaiting } from './harness.ts'
import { inspect } from './inspect.ts'
import { clientWith, newOperator, newUtr, reportPayment, walletOf } from './money.ts'
import { enter, verifiedClient } from './people.ts'
import { expect, ownServer, test } from './test.ts'

const policy = ownServer({ env: policyWithoutWaiting })

test('exact matches that one operator may not approve alone are left out, with the reason and who may approve them', async ({
  browser,
  cards,
}) => {
  const client = await verifiedClient(policy, cards, 'Chitra')
  const [small, large] = [await reportPayment(policy, client, 1200), await reportPayment(policy, client, 15_000)]
  const importer = await newOperator(policy, 'Gauri Deshmukh', 'cashier')
  await newOperator(policy, 'Meena Kulkarni', 'cashier')
  const desk = await deskWindow(browser, policy, importer, '/desk/reconciliation/import')
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date())
  const rows = [small, large].map(
    ({ utr }, at) =>
      `${today},UPI-${client.name.toUpperCase()}-CHITRA@OKSBI-SBIN0000001-${utr}-ADD FUND,${utr},,${[1200, 15_000][at]}`,
  )
  const csv = ['Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.', ...rows]
  const file = { name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) }
  await desk.getByLabel('Bank statement').setInputFiles(file)
  await desk.getByRole('button', { name: 'Import 2 new lines' }).click()
  await expect(desk.getByText('2 new lines imported')).toBeVisible()
  await desk.getByRole('link', { name: 'View bank entries' }).click()

  const row = desk.getByRole('row').filter({ hasText: large.transactionId })
  await expect(row).toContainText(/Ask .+ to approve it\./)
  await expect(row).toContainText('You imported two.csv, which has the bank entry.')
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expect(desk.getByText('2 exact matches: ₹16,200.00 received. You can approve 1 of them.')).toBeVisible()
  await inspect(desk, 'approval 03 exact matches left out')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('button', { name: 'Approve the exact match' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Approve the exact match' })
  await expect(dialog).toContainText('1 exact match: ₹1,200.00 received.')
  await expect(dialog).toContainText('1 exact match is left out')
  await expect(dialog).toContainText(`${large.transactionId}, ${client.name}: `)
  await expect(dialog).toContainText(/Ask .*Meena Kulkarni.* to approve it/)
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(desk.getByText('1 match is approved.')).toBeVisible()
  expect(await walletOf(policy, client)).toMatchObject({ balance: 1200 })
  await desk.context().close()
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
    await decision(desk).getByRole('radio', { name: 'Mark as paid' }).check()
    await decision(desk).getByLabel('Reference in the bank statement').fill(newUtr())
    await decision(desk).getByRole('button', { name: 'Mark as paid' }).click()
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
    await decision(desk).getByRole('button', { name: 'Mark as paid' }).click()
    await expect(desk.getByText('Decision submitted')).toBeVisible()
    expect(await walletOf(policy, client)).toMatchObject({ balance: 3800, withheld: 0 })
  })
  await admin.context().close()
  await desk.context().close()
})
