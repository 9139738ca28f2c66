import { reviewErrors } from '@sauda/contract/core/proposal-review'
import { approve, decision, deskWindow, openAtDesk, openCase, send } from './at-desk.ts'
import { complaints, inspect } from './inspect.ts'
import { clientWith, newOperator, newUtr, reportPayment, transactionsOf, walletOf } from './money.ts'
import { call, deskToken, verifiedClient } from './people.ts'
import { expect, ownServer, test } from './test.ts'

/** The product with the approval policy and one administrator. */
const policy = ownServer({ env: { APPROVALS: 'policy' } })

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
    await expect(decision(desk).getByRole('radio', { name: 'Approve' })).toHaveCount(0)
    expect(await walletOf(policy, client)).toMatchObject({ balance: 0 })
  })

  await test.step('the second approval credits the amount', async () => {
    const other = await deskWindow(browser, policy, second)
    await openCase(other, 'Deposit', client)
    await expect(other.getByRole('region', { name: 'Evidence' })).toContainText(`Any operator except ${first.name}`)
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
  // The terms without the fee may be shown before.
  await expect(maker.getByText('₹590.00').first()).toBeVisible()
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
  // The list stays for cases that await a second operator too.
  await expect(checker.getByRole('complementary', { name: 'Queue' })).toBeVisible()
  await expect(decision(checker).getByRole('button', { name: 'Submit decision' })).toBeDisabled()
  await expect(checker.getByText(`Offer a loan of ₹2,00,000.00 to ${client.name}`).first()).toBeVisible()
  await expect(checker.getByRole('region', { name: 'Evidence' })).toContainText(reason)

  await test.step('the operator who proposed it cannot approve it', async () => {
    await maker.goto(checker.url())
    await expect(decision(maker).getByRole('radio', { name: 'Approve' })).toHaveCount(0)
    await expect(decision(maker).getByRole('radio', { name: 'Cancel request' })).toBeEnabled()
    await maker.context().close()
  })

  await decision(checker).getByRole('radio', { name: 'Approve' }).check()
  await send(checker, /^Approve/)
  await checker.context().close()
  expect(await loans()).toMatchObject([{ status: 'admin_approved' }])
  expect(await walletOf(policy, client)).toMatchObject({ loanAmount: 0 })
})

test('withdrawals are paid by a batch: two operators, the file for the bank, and the bank’s answer', async ({
  browser,
  cards,
}) => {
  const [asha, balu] = [await clientWith(policy, cards, 'Asha', 5000), await clientWith(policy, cards, 'Balu', 5000)]
  const withdraw = async (client: typeof asha, amount: number) => {
    const body = { id: client.userId, amount }
    type Sent = { transaction: { transactionId: string } }
    return (await call<Sent>(policy, 'POST', '/user/wallet/withdraw', { token: client.token, body })).transaction
  }
  const [one, other] = [await withdraw(asha, 1500), await withdraw(balu, 700)]
  const first = await newOperator(policy, 'Kiran Rao', 'cashier')
  const second = await newOperator(policy, 'Omar Khan', 'cashier')

  await test.step('an administrator chooses the layout of the bank account', async () => {
    const desk = await deskWindow(browser, policy)
    const token = await deskToken(policy)
    const [account] = await call<{ _id: string }[]>(policy, 'GET', '/desk/bank-accounts', { token })
    const body = { ...account, accountNumber: '50100123456789', ifsc: 'HDFC0001234' }
    await call(policy, 'PUT', `/desk/bank-accounts/${account?._id}`, { token, body })
    await openAtDesk(desk, '/desk/books/accounts')
    await desk.getByRole('button', { name: 'payout file of Client bank account' }).click()
    await desk.getByLabel('Corporate or client code').fill('SAUD')
    await inspect(desk, 'payout 01 layout')
    await desk.getByRole('button', { name: 'Save layout' }).click()
    await expect(desk.getByRole('region', { name: 'Client bank account' })).toContainText('HDFC ENet')
    await openAtDesk(desk, '/desk/payouts/calendar')
    await desk.getByRole('button', { name: /^Show \d+ past entr/ }).click()
    const entries = desk.getByRole('table', { name: 'Trading calendar' }).getByRole('row')
    await expect(entries.filter({ hasText: 'Republic Day' })).toContainText('Market holiday')
    await desk.getByLabel('Trading holidays of an exchange').setInputFiles({
      name: 'holidays.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Sr. No,Date,Day,Description\n1,22-Mar-2027,Monday,Holi\n2,15-Mar-2027,Friday,Id-Ul-Fitr\n'),
    })
    await expect(desk.getByRole('table', { name: 'Days that change' })).toContainText('Market holiday: Holi')
    await expect(desk.getByText('Line 3: 15 Mar 2027 is a Monday, but the row says Friday')).toBeVisible()
    await expect(desk.getByText('Not used: column Sr. No.')).toBeVisible()
    await inspect(desk, 'payout 05 calendar')
    await desk.getByRole('button', { name: 'Add 1 day' }).click()
    await expect(desk.getByText('holidays.csv: 1 day of the calendar changed')).toBeVisible()
    const march = desk.getByRole('list', { name: 'March 2027' })
    while (!(await march.isVisible())) await desk.getByRole('button', { name: 'Next month' }).click()
    await expect(march.getByRole('listitem').nth(21)).toHaveText('22 Holi')
    await inspect(desk, 'payout 06 month')
    await desk.context().close()
  })

  const desk = await deskWindow(browser, policy, first)
  await test.step('one operator selects the withdrawals by keyboard and creates the batch', async () => {
    await desk.keyboard.press('g')
    await desk.keyboard.press('p')
    await expect(desk.getByRole('checkbox', { name: one.transactionId })).toBeVisible()
    await desk.keyboard.press('a')
    await inspect(desk, 'payout 02 withdrawals')
    await desk.getByRole('button', { name: 'Create batch of 2 withdrawals, ₹2,200.00' }).click()
    const confirmation = desk.getByRole('dialog', { name: 'Create this batch?' })
    await expect(confirmation.getByText('2 payments, ₹2,200.00 in total')).toBeVisible()
    await expect(confirmation.getByRole('button', { name: 'Create batch' })).toBeFocused()
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('A second operator must release this batch')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Release batch' })).toHaveCount(0)
  })

  await test.step('another releases it', async () => {
    const page = await deskWindow(browser, policy, second)
    const loaded = Promise.withResolvers<void>()
    await page.route('**/api/desk/proposals/*', async (route) => {
      await loaded.promise
      await route.continue()
    })
    await page.goto(new URL(desk.url()).pathname)
    await expect(page.getByText('A second operator must release this batch')).toBeVisible()
    // What the release refers to has not loaded yet.
    await expect(page.getByRole('button', { name: 'Release batch' })).toBeHidden()
    loaded.resolve()
    await page.getByRole('button', { name: 'Release batch' }).click()
    const confirmation = page.getByRole('dialog', { name: /^Release PAY/ })
    await expect(confirmation.getByRole('list', { name: 'Payments' })).toContainText(one.transactionId)
    await expect(
      confirmation.getByRole('link', { name: new RegExp(`^${one.transactionId}: A deposit of`) }),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Awaiting the bank’s answer').last()).toBeVisible()
    await page.context().close()
  })

  await test.step('a sum of the batch opens its payments', async () => {
    await desk
      .getByRole('button', { name: /^2 withdrawals, ₹2,200.00.*payments of PAY/ })
      .first()
      .click()
    await expect(desk.getByRole('dialog').getByRole('row', { name: new RegExp(one.transactionId) })).toBeVisible()
    await desk.keyboard.press('Escape')
    await expect(desk.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the file is downloaded, and the bank’s answer marks each payment', async () => {
    const downloading = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Download bank file' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^SAUD\d{4}\.001$/)
    expect(await walletOf(policy, asha)).toMatchObject({ balance: 3500, withheld: 1500 })
    const answer = [
      `${one.transactionId},ASHA,1,HDFC0000001,SB,1500.00,20261121,${newUtr()},E,`,
      `${other.transactionId},BALU,1,HDFC0000001,SB,700.00,20261121,,R,ACCOUNT CLOSED`,
    ].join('\n')
    const file = { name: 'SAUD2111.r001.txt', mimeType: 'text/plain', buffer: Buffer.from(answer) }
    await desk.getByLabel('Answer of the bank').setInputFiles(file)
    await expect(desk.getByRole('region', { name: file.name })).toContainText('Paid: 1 withdrawal, ₹1,500.00')
    await inspect(desk, 'payout 03 answer')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await desk.getByRole('button', { name: 'Import 2 answers' }).click()
    await expect(
      desk.getByText('1 paid, 1 failed: the money is returned when a second operator approves.'),
    ).toBeVisible()
    await expect(desk.getByText('A second operator must approve the failed payments')).toBeVisible()
    expect(await walletOf(policy, asha)).toMatchObject({ balance: 3500, withheld: 0 })
    expect(await walletOf(policy, balu)).toMatchObject({ balance: 4300, withheld: 700 })
  })

  await test.step('the failed payment is returned when another operator approves it', async () => {
    const page = await deskWindow(browser, policy, second, new URL(desk.url()).pathname)
    await page.getByRole('link', { name: 'Review the failed payments' }).click()
    await expect(page.getByRole('region', { name: 'Evidence' })).toContainText(other.transactionId)
    await decision(page).getByRole('radio', { name: 'Approve' }).check()
    await send(page, /^Approve/)
    await page.context().close()
    await expect(desk.getByText('Answered by the bank').last()).toBeVisible()
    await expect(desk.getByRole('row').filter({ hasText: other.transactionId })).toContainText('ACCOUNT CLOSED')
    expect(await walletOf(policy, balu)).toMatchObject({ balance: 5000, withheld: 0 })
    await inspect(desk, 'payout 04 batch')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await desk.keyboard.press('u')
    await desk.getByRole('link', { name: 'Settlement' }).click()
    await desk.getByLabel('Settlement date').selectOption('2027-02-05')
    await expect(desk.getByRole('row').filter({ hasText: balu.name })).toContainText('₹5,000.00')
    await inspect(desk, 'payout 06 settlement')
  })
  await desk.context().close()
})

test('a day of a bank account is compared with the statement, and two operators sign it off', async ({ browser }) => {
  const first = await newOperator(policy, 'Nila Rao', 'cashier')
  const second = await newOperator(policy, 'Dev Khan', 'cashier')
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date())
  // Without a running balance.
  const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.'
  const rows = [`NEFT FROM NOBODY,${newUtr()},,500.00`, `BANK CHARGES,${newUtr()},20.00,`]
  const text = [header, ...rows.map((row) => `${today},${row}`)].join('\n')
  const desk = await deskWindow(browser, policy, first, '/desk/reconciliation/import')
  const file = { name: 'today.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await desk.getByLabel('Bank statement').setInputFiles(file)
  await desk.getByRole('button', { name: 'Import 2 new lines' }).click()
  await expect(desk.getByText('2 new lines imported')).toBeVisible()

  await test.step('one operator opens the day by keyboard and requests the sign-off', async () => {
    await desk.keyboard.press('g')
    await desk.keyboard.press('b')
    await desk.getByRole('link', { name: 'Day close' }).click()
    await expect(desk.getByRole('table', { name: 'Days' }).getByRole('link').first()).toBeVisible()
    await inspect(desk, 'bank-day 01 days')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await desk.keyboard.press('j')
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('Balance as per bank')).toBeVisible()
    const entries = desk.getByRole('table', { name: 'Entries in the bank or in the books only' })
    await expect(entries.getByRole('link', { name: 'NEFT FROM NOBODY' })).toBeVisible()
    await expect(desk.getByText('2 bank entries have no running balance.')).toBeVisible()
    await desk.keyboard.press('b')
    const dialog = desk.getByRole('dialog', { name: 'Enter the closing balance' })
    await dialog.getByLabel('Opening balance').fill('100')
    await dialog.getByLabel('Closing balance').fill('500')
    await desk.keyboard.press('Enter')
    await expect(dialog.getByText('the imported entries give ₹580.00')).toBeVisible()
    await dialog.getByLabel('Closing balance').fill('580')
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('Read from the statement by Nila Rao')).toBeVisible()
    await inspect(desk, 'bank-day 02 open')
    await desk.setViewportSize({ width: 1440, height: 900 })
    await desk.keyboard.press('s')
    await expect(desk.getByRole('dialog', { name: /^Sign off / })).toBeVisible()
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('Nila Rao requested the sign-off')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Sign off and close' })).toHaveCount(0)
  })

  await test.step('another signs it off, and the statement is a PDF', async () => {
    const page = await deskWindow(browser, policy, second, new URL(desk.url()).pathname)
    await page.getByRole('button', { name: 'Sign off and close' }).click()
    await page
      .getByRole('dialog', { name: /^Sign off / })
      .getByRole('button', { name: 'Sign off and close' })
      .click()
    await expect(page.getByText('Signed off by Nila Rao and Dev Khan')).toBeVisible()
    await inspect(page, 'bank-day 03 closed')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^bank-reconciliation-.*\.pdf$/)
    await page.context().close()
  })
  await expect(desk.getByText('Signed off by Nila Rao and Dev Khan')).toBeVisible()
  await desk.context().close()
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
