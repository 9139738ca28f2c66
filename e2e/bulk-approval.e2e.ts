import { deskWindow } from './at-desk.ts'
import { startSauda, type Sauda } from './harness.ts'
import { inspect } from './inspect.ts'
import { newOperator, reportPayment, walletOf } from './money.ts'
import { verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

let policy: Sauda
test.beforeAll(async () => {
  policy = await startSauda({ env: { APPROVALS: 'policy' } })
})
test.afterAll(async () => {
  await policy.stop()
})

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
  const rows = [small, large].map(({ utr }, at) => `${today},UPI,${utr},,${[1200, 15_000][at]}`)
  const csv = ['Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.', ...rows]
  const file = { name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) }
  await desk.getByLabel('Bank statement').setInputFiles(file)
  await desk.getByRole('button', { name: 'Import 2 new lines' }).click()
  await expect(desk.getByText('2 new lines imported')).toBeVisible()
  await desk.getByRole('link', { name: 'View bank entries' }).click()

  const row = desk.getByRole('row').filter({ hasText: large.transactionId })
  await expect(row).toContainText('Exact, needs another operator')
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
