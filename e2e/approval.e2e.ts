import { approve, decision, deskWindow, openCase, send } from './at-desk.ts'
import { startSauda, type Sauda } from './harness.ts'
import { newOperator, reportPayment, transactionsOf, walletOf } from './money.ts'
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

test('a deposit above ₹10,000 without a bank line is credited once two operators approve it', async ({
  browser,
  cards,
}) => {
  const client = await verifiedClient(policy, cards, 'Anita')
  const first = await newOperator(policy, 'Meena Kulkarni', 'cashier')
  const second = await newOperator(policy, 'Ravi Nair', 'cashier')
  const deposit = await reportPayment(policy, client, 25_000)

  await test.step('every page shows the set-up phase', async () => {
    const desk = await deskWindow(browser, policy)
    for (const name of ['Queue', 'Clients', 'Operators']) {
      await desk.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name }).click()
      await expect(desk.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(desk.getByRole('status').filter({ hasText: 'Set-up phase' })).toContainText(
        'there is only one administrator',
      )
    }
    await desk.context().close()
  })

  const desk = await deskWindow(browser, policy, first)
  await test.step('the first approval credits nothing', async () => {
    await openCase(desk, 'Deposit', client)
    const evidence = desk.getByRole('region', { name: 'Evidence' })
    await expect(evidence.getByRole('heading', { name: 'Needs two operators' })).toBeVisible()
    const reason =
      'No bank statement has this payment, and one operator may approve up to ₹10,000.00 per client and day without it.'
    await expect(evidence).toContainText(reason)
    await approve(desk, deposit.utr)
    await expect(desk.getByText(`A second operator must approve it before it takes effect. ${reason}`)).toBeVisible()
    await desk.reload()
    await expect(desk.getByText('You gave the first approval. Another operator must give the second.')).toBeVisible()
    await expect(decision(desk).getByRole('radio', { name: 'Approve' })).toBeDisabled()
    expect(await walletOf(policy, client)).toMatchObject({ balance: 0 })
  })

  await test.step('the second approval credits the amount', async () => {
    const other = await deskWindow(browser, policy, second)
    await openCase(other, 'Deposit', client)
    await expect(other.getByRole('region', { name: 'Evidence' })).toContainText(`Anyone except ${first.name}`)
    await approve(other, deposit.utr)
    await other.context().close()
    await expect(desk.getByText(`Already decided by ${second.name}`)).toBeVisible()
    expect(await walletOf(policy, client)).toMatchObject({ balance: 25_000 })
    expect(await transactionsOf(policy, client)).toMatchObject([{ amount: 25_000, status: 'approved' }])
  })
  await desk.context().close()

  // After those about the new operators and the client's documents.
  let mail = await policy.nextMailTo(policy.admin.email)
  while (!mail.text.includes('Meena Kulkarni approved')) mail = await policy.nextMailTo(policy.admin.email)
  expect(mail.subject).toBe('Approved in the set-up phase')
  const token = await deskToken(policy)
  expect(await call(policy, 'GET', '/desk/books', { token })).toMatchObject({ differences: [] })
})

test('a loan of more than ₹1,00,000 is a proposal that another operator approves from the queue', async ({
  browser,
  cards,
}) => {
  const client = await verifiedClient(policy, cards, 'Bhavna')
  await call(policy, 'POST', `/user/loan/request/${client.userId}`, { token: client.token, body: {} })
  const loans = () =>
    call<object[]>(policy, 'GET', `/user/loan/get-loans-by-user/${client.userId}`, { token: client.token })

  const maker = await deskWindow(browser, policy, await newOperator(policy, 'Sunil Mehta', 'lender'))
  await openCase(maker, 'Loan', client)
  const form = decision(maker)
  await form.getByRole('radio', { name: 'Make an offer' }).check()
  await form.getByLabel('Amount').fill('200000')
  await form.getByLabel('Interest rate (% p.a.)').fill('14.5')
  await form.getByLabel('Tenure (months)').fill('12')
  await form.getByLabel('Fee').fill('590')
  await expect(maker.getByText(`Loan terms shown to ${client.name}`)).toBeVisible()
  await send(maker, 'Make offer')
  const reason = 'One operator may lend a client up to ₹1,00,000.00'
  await expect(maker.getByText(`A second operator must approve it before it takes effect. ${reason}.`)).toBeVisible()
  expect(await loans()).toMatchObject([{ status: 'pending' }])

  const checker = await deskWindow(browser, policy, await newOperator(policy, 'Farah Qureshi', 'lender'))
  await checker
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: /^Queue/ })
    .click()
  const proposal = checker.locator('a[href*="/proposal/"]').filter({ hasText: client.name })
  await proposal.click()
  await expect(checker.getByText(`Offer a loan of ₹2,00,000.00 to ${client.name}`).first()).toBeVisible()
  await expect(checker.getByRole('region', { name: 'Evidence' })).toContainText(reason)

  await test.step('the operator who proposed it cannot approve it', async () => {
    await maker.goto(checker.url())
    await expect(decision(maker).getByRole('radio', { name: 'Approve' })).toBeDisabled()
    await expect(decision(maker).getByRole('radio', { name: 'Cancel request' })).toBeEnabled()
    await maker.context().close()
  })

  await decision(checker).getByRole('radio', { name: 'Approve' }).check()
  await send(checker, /^Approve/)
  await checker.context().close()
  expect(await loans()).toMatchObject([{ status: 'admin_approved' }])
  expect(await walletOf(policy, client)).toMatchObject({ loanAmount: 0 })
})
