import { reviewErrors } from '@sauda/contract/core/proposal-review'
import { decision, deskWindow, send } from './at-desk.ts'
import { startSauda, type Sauda } from './harness.ts'
import { complaints, inspect } from './inspect.ts'
import { newOperator } from './money.ts'
import { call, deskToken, verifiedClient } from './people.ts'
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
  await other.getByRole('link', { name: 'Correction of identity' }).first().click()
  const evidence = other.getByRole('region', { name: 'Evidence' })
  await expect(evidence).toContainText('Revati Kulkarni')
  await expect(evidence).toContainText('RVTPK4321K')
  await expect(evidence).toContainText('31 Dec 1990')
  await expect(evidence).toContainText('Photo, shown below')
  await inspect(other, 'review of a correction')
  await other.getByRole('radio', { name: 'Approve' }).check()
  await send(other, 'Approve')
  await expect(desk.getByRole('heading', { name: 'Revati Kulkarni' })).toBeVisible()
  await expect(desk.getByText('31 Dec 1990')).toBeVisible()
  expect(found).toEqual([])
})

test('a request that changed while it was read is not approved unseen, and one whose maker is disabled lapses', async ({
  browser,
  cards,
}) => {
  const client = await verifiedClient(policy, cards, 'Sumati')
  await call(policy, 'POST', `/user/loan/request/${client.userId}`, { token: client.token, body: {} })
  const [loan] = await call<{ _id: string }[]>(policy, 'GET', `/user/loan/get-loans-by-user/${client.userId}`, {
    token: client.token,
  })
  const maker = await newOperator(policy, 'Neha Shah', 'lender')
  const offer = { amount: 200_000, ratePercent: 14.5, months: 12, fee: 590 }
  await call(policy, 'POST', `/desk/loans/${loan?._id}/offer`, { token: maker.token, body: offer })

  const desk = await deskWindow(browser, policy, await newOperator(policy, 'Om Das', 'lender'))
  await desk.getByRole('link', { name: 'Loan offer' }).first().click()
  const evidence = desk.getByRole('region', { name: 'Evidence' })
  await expect(evidence).toContainText('14.5%')
  await inspect(desk, 'review of a loan offer')
  // As if a colleague changed what it is about between reading and deciding.
  await desk.route('**/api/desk/proposals/*/approve', (route) =>
    route.continue({ postData: JSON.stringify({ version: 'of before the change' }) }),
  )
  await desk.getByRole('radio', { name: 'Approve' }).check()
  await decision(desk).getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText(reviewErrors.changed.message).first()).toBeVisible()
  await desk.unroute('**/api/desk/proposals/*/approve')
  await desk.reload()
  await expect(evidence).toContainText('14.5%')

  await test.step('its maker is disabled', async () => {
    const token = await deskToken(policy)
    const { operators } = await call<{ operators: { _id: string; email: string }[] }>(
      policy,
      'GET',
      '/desk/operators',
      { token },
    )
    const id = operators.find(({ email }) => email === maker.email)?._id
    await call(policy, 'POST', `/desk/operators/${id}/disable`, { token })
    await expect(desk.getByText(/no longer has the right to/).first()).toBeVisible()
    await inspect(desk, 'lapsed request')
  })
})
