import { expect, test } from 'vitest'
import { exampleOffer, loanSteps } from '../../../test/loan.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, layoutNamed, payingBank } from '../../../test/payout.ts'
import { atBank, newAccount, newUtr, statementForm, statementText } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { pendingProposal } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const maker = await establishedOperator(server, 'cashier', 'Kiran')
const checker = await establishedOperator(server, 'cashier', 'Omar')
const admins = [
  await establishedOperator(server, 'admin', 'Asha'),
  await establishedOperator(server, 'admin', 'Bela'),
] as const
const lenders = [await establishedOperator(server, 'lender'), await establishedOperator(server, 'lender')] as const
const bank = atBank(server, maker.token)

type Shown = { readonly text: string; readonly to?: string }
type Review = {
  readonly _id: string
  readonly obstacle?: string
  readonly fields: { part?: string; label: string; before?: Shown; after?: Shown }[]
  readonly effects: { account: Shown; amount: number }[]
  readonly evidence: {
    title: string
    facts?: { label: string; value: Shown }[]
    rows?: Shown[][]
    skipped?: number
    last?: Shown[][]
  }[]
}
/** The second operator's review of the newest request. */
async function review({ token }: { token: string }): Promise<Review> {
  const { status, body } = await call('GET', `/desk/proposals/${await pendingProposal(server)}`, { token })
  expect([status, body.obstacle]).toEqual([200, undefined])
  return body
}
const textOf = (part: unknown): string => JSON.stringify(part)
const post = async (path: string, by: { token: string }, body: object, method = 'POST') => {
  const answer = await call(method, `/desk/${path}`, { token: by.token, body })
  expect([answer.status, answer.body.waitsForSecond, answer.body.message]).toEqual([200, true, undefined])
  return answer.body
}
async function imported(lines: Parameters<typeof statementText>[0]) {
  const account = await newAccount(server)
  const { status } = await bank.send(
    `/statements?bankAccountId=${account}`,
    statementForm(statementText(lines, 1_000_000)),
  )
  expect(status).toBe(200)
}

test('a payout layout shows the first line of the file, with an extra payment hidden in it', async () => {
  const layout = layoutNamed('Kotak CMS')
  const hidden = { ...layout, top: ['PAY', '99999999999', 'SBIN0000001', '500000.00'] }
  await post(`payout-layouts/${await payingBank(server)}`, admins[0], hidden, 'PUT')
  const { fields, evidence } = await review(admins[1])
  expect(fields).toContainEqual(
    expect.objectContaining({
      label: 'First line of the file',
      after: { text: 'PAY | 99999999999 | SBIN0000001 | 500000.00' },
    }),
  )
  expect(textOf(evidence[0]?.rows?.[0])).toContain('99999999999')
})

test('a loan offer shows amount, rate, tenure, fee, APR and what is payable', async () => {
  const client = await moneyClient(server)
  const { _id } = await loanSteps(server, lenders[0]).request(client)
  await post(`loans/${_id}/offer`, lenders[0], {
    ...exampleOffer,
    amount: 200_000,
    ratePercent: 14.5,
    months: 12,
    fee: 590,
  })
  const { fields, evidence } = await review(lenders[1])
  const shown = Object.fromEntries(fields.map(({ label, after }) => [label, after?.text]))
  expect(shown).toMatchObject({
    Amount: '₹2,00,000.00',
    'Interest rate a year': '14.5%',
    'Tenure in months': '12',
    Fee: '₹590.00',
  })
  expect(textOf(evidence)).toMatch(/APR[^%]*1[5-9]\.\d+%/)
  expect(textOf(evidence)).toContain(client.name)
})

test('a booking shows narration, payer and account of the bank line, and whose balance changes', async () => {
  const client = await moneyClient(server)
  const reference = newUtr()
  await imported([{ text: `NEFT CR-SBIN0000001-RAMESH KUMAR-${reference}`, reference, credit: 700 }])
  const line = await bank.find(reference)
  await post(`reconciliation/lines/${line._id}/credit`, maker, { clientId: client.id, reason: 'Asked the payer' })
  const { effects, evidence } = await review(checker)
  const facts = Object.fromEntries((evidence[0]?.facts ?? []).map(({ label, value }) => [label, value.text]))
  expect(facts).toMatchObject({ Amount: '₹700.00 received', Payer: 'RAMESH KUMAR' })
  expect(facts['Text']).toContain('RAMESH KUMAR')
  expect(effects).toEqual([
    { account: { text: `Balance of ${client.name}`, to: `/clients/${client.id}` }, amount: 700 },
  ])
})

test('a batch shows every payee, and failed payments show whose money returns with the reason of the bank', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const payouts = atPayouts(server, maker)
  const { _id } = (await payouts.create(await payingBank(server), [await payouts.withdraw(client, 1000)])).body
  const released = await review(checker)
  expect(textOf(released.evidence[0]?.rows)).toContain(client.name)
  expect(textOf(released.evidence[0]?.rows)).toContain('₹1,000.00')
  expect(released.effects.map(({ amount }) => amount)).toEqual([-1000])
  await payouts.decide(released._id, checker)
  await payouts.file(_id)
  const [payment] = (await payouts.batch(_id)).payouts
  await payouts.answer(_id, hdfcLine(payment?.transactionId ?? '', '1000.00', '', 'R', 'INVALID ACCOUNT'))
  const { effects, evidence } = await review(checker)
  expect(effects).toEqual([
    { account: { text: `Balance of ${client.name}`, to: `/clients/${client.id}` }, amount: 1000 },
  ])
  expect(textOf(evidence[0]?.rows)).toMatch(new RegExp(`${payment?.transactionId}.*${client.name}.*INVALID ACCOUNT`))
})

test('money that comes back to a client with dues pays these first, and its reversal owes them again', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const owe = (paise: bigint) =>
    server.db.run(
      "select book_journal(gen_random_uuid(), 'contract.booked', $1, gen_random_uuid(), 'Trades', '{client_dues}', '{brokerage}', array[$2::bigint])",
      [client.id, paise],
    )
  const changes = async () =>
    (await review(checker)).effects.map(({ account, amount }) => [
      account.text.replace(` of ${client.name}`, ''),
      amount,
    ])
  const payouts = atPayouts(server, maker)
  const withdrawals = [await payouts.withdraw(client, 2000), await payouts.withdraw(client, 3000)]
  const { _id } = (await payouts.create(await payingBank(server), withdrawals)).body
  await payouts.decide((await review(checker))._id, checker)
  await payouts.file(_id)
  await owe(2500_00n)
  const failed = (await payouts.batch(_id)).payouts.map(({ transactionId }, at) =>
    hdfcLine(transactionId, at === 0 ? '2000.00' : '3000.00', '', 'R', 'INVALID ACCOUNT'),
  )
  await payouts.answer(_id, failed.join('\n'))
  expect(await changes()).toEqual([
    ['Balance', 2500],
    ['Dues', -2500],
  ])
  await payouts.decide((await review(checker))._id, checker)
  const reference = newUtr()
  const path = `/desk/wallet/transactions/${await payouts.withdraw(client, 2500)}/approve`
  expect((await call('POST', path, { token: maker.token, body: { reference } })).status).toBe(200)
  await owe(300_00n)
  await bank.bring({ text: 'NEFT RETURN', reference, credit: 2500 })
  const { _id: lineId } = await bank.find(reference)
  await post(`reconciliation/lines/${lineId}/book`, maker, { kind: 'client', reason: 'The account does not exist' })
  const returned = [
    ['Balance', 2200],
    ['Dues', -300],
  ]
  expect(await changes()).toEqual(returned)
  await payouts.decide((await review(checker))._id, checker)
  await post(`reconciliation/lines/${lineId}/reverse`, maker, { reason: 'The bank corrected it' })
  expect(await changes()).toEqual(returned.map(([figure, amount]) => [figure, -Number(amount)]))
})

test('the withdrawal of a statement stores a hash of its entries, and shows the first and the last ones', async () => {
  const references = Array.from({ length: 60 }, () => newUtr())
  await imported(references.map((reference) => ({ text: 'UPI', reference, credit: 5 })))
  const row = await db.row<{ id: string }>('select id from bank_statement order by imported_at desc limit 1')
  await post(`reconciliation/statements/${row?.id}/withdraw`, maker, { reason: 'The file of another company' })
  const { fields, evidence } = await review(checker)
  const table = evidence.find(({ rows }) => rows)
  expect([table?.rows?.length, table?.skipped, table?.last?.length]).toEqual([10, 40, 10])
  expect(textOf(table?.rows)).toContain('/reconciliation/')
  expect(fields).toContainEqual({ label: 'Statement', after: { text: 'statement.csv', to: '/reconciliation/import' } })
  expect(fields).toContainEqual({ label: 'Entries', after: { text: '60' } })
  const stored = await db.row<{ length: number }>(
    "select length(payload::text) as length from proposal where kind = 'statement.withdraw'",
  )
  expect(stored?.length).toBeLessThan(1000)
})

test('a message template and a level of the escalation matrix show each field before and after, once', async () => {
  const kinds = {
    title: 'Reminder',
    kind: 'client',
    subject: 'About your account',
    text: 'Dear client, please call us.',
  }
  const added = await call('POST', '/desk/message-templates', { token: admins[0].token, body: kinds })
  expect(added.body.waitsForSecond).toBe(true)
  const proposal = await review(admins[1])
  await call('POST', `/desk/proposals/${proposal._id}/approve`, { token: admins[1].token })
  const { body } = await call('GET', '/desk/message-templates', { token: admins[0].token })
  const template = body.templates.find(({ title }: { title: string }) => title === 'Reminder')
  const changed = { ...kinds, text: 'Dear client, please write to us.', version: template.version }
  await post(`message-templates/${template._id}`, admins[0], changed, 'PUT')
  const { fields } = await review(admins[1])
  expect(fields).toContainEqual({ label: 'Template', after: { text: 'Reminder', to: '/templates' } })
  expect(fields.filter(({ label }) => label === 'Message')).toEqual([
    { part: 'After', label: 'Message', before: { text: kinds.text }, after: { text: changed.text } },
  ])
})
