import { deskWindow, send } from './at-desk.ts'
import { startSauda, type Sauda } from './harness.ts'
import { complaints, inspect } from './inspect.ts'
import { newOperator } from './money.ts'
import { verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

/** The product with the approval policy and one administrator. */
let policy: Sauda
test.beforeAll(async () => {
  policy = await startSauda({ env: { APPROVALS: 'policy' } })
})
test.afterAll(async () => {
  await policy.stop()
})

test('the name, PAN and date of birth of a verified client are corrected by two reviewers', async ({
  browser,
  cards,
}) => {
  const client = await verifiedClient(policy, cards, 'Revati')
  const desk = await deskWindow(
    browser,
    policy,
    await newOperator(policy, 'Meena Rao', 'reviewer'),
    `/desk/clients/${client.userId}`,
  )
  const found = complaints(desk)
  await desk.getByRole('button', { name: 'Correct name, PAN or date of birth' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Married name, card compared')
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(dialog.getByText('Enter the correct name, PAN or date of birth')).toBeVisible()
  await dialog.getByLabel('Name, as on the PAN card').fill('Revati Kulkarni')
  await dialog.getByLabel('PAN', { exact: true }).fill('RVTPK4321K')
  await dialog.getByLabel('Date of birth').fill('31121990')
  await dialog.getByLabel('Photo of the evidence').setInputFiles(cards.pan)
  await inspect(desk, 'correction of name, PAN or date of birth')
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(desk.getByText('A second operator must approve it')).toBeVisible()

  const other = await deskWindow(browser, policy, await newOperator(policy, 'Ravi Nair', 'reviewer'))
  await other.getByRole('link', { name: 'Correction of name, PAN or date of birth' }).first().click()
  const evidence = other.getByRole('region', { name: 'Evidence' })
  await expect(evidence).toContainText('Revati Kulkarni')
  await expect(evidence).toContainText('RVTPK4321K')
  await expect(evidence).toContainText('31 Dec 1990')
  await inspect(other, 'review of a correction')
  await other.getByRole('radio', { name: 'Approve' }).check()
  await send(other, 'Approve')
  await expect(desk.getByRole('heading', { name: 'Revati Kulkarni' })).toBeVisible()
  await expect(desk.getByText('31 Dec 1990')).toBeVisible()
  expect(found).toEqual([])
})
