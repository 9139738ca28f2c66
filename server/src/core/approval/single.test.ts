import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '@sauda/contract/platform/call'
import { features } from '@sauda/contract/calls'
import { describe, expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { jpeg } from '../../../test/picture.ts'
import { everyCall } from '../../../test/every-call.ts'
import { clientCells, importText } from '../../../test/client-import.ts'
import { acceptAadhaar, kycSteps, newPan } from '../../../test/kyc.ts'
import { exampleOffer, loanSteps } from '../../../test/loan.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import { atBank, newAccount, newUtr, statementForm, statementText } from '../../../test/reconciliation.ts'
import { signerSettings } from '../../../test/note-signer.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { balancedBooks } from '../../../test/books.ts'

const server = await testServer({ ...signerSettings(), RATE_LIMITS: 'off', APPROVALS: 'single' })
const { call, db } = server
const examples = await everyCall(server)
const me = await establishedOperator(server, 'admin', 'Asha')
const bank = atBank(server, me.token)
const kyc = await kycSteps(server)
await db.run("update operator set created_at = now() - interval '6 weeks', role_since = now() - interval '6 weeks'")

type Answer = {
  readonly status: number
  readonly body: { readonly message?: string; readonly waitsForSecond?: boolean }
}
const desk = (path: string, body: object = {}, method = 'POST'): Promise<Answer> =>
  call(method, `/desk/${path}`, { token: me.token, body })

async function ofExample(name: string): Promise<Answer> {
  const [feature = '', verb = ''] = name.split('.')
  const made = features[feature]?.[verb]
  if (!made) throw new Error(`no call ${name}`)
  const { token, params = {}, body } = (await examples[name]?.()) ?? {}
  return call(made.method, pathOf(made.path, params), { ...(token && { token }), ...(body && { body }) })
}

const { deposit: report, withdraw, approve } = walletSteps(server, me)
const deposit = (client: MoneyClient, amount: number, utr = newUtr()) => report(client, amount, utr)

/** An unclaimed line of a statement that this operator imports; its id. */
async function unclaimed(line: { credit?: number; debit?: number; text?: string }): Promise<string> {
  const reference = newUtr()
  await bank.send(
    `/statements?bankAccountId=${await newAccount(server)}`,
    statementForm(statementText([{ text: 'NEFT SOMEBODY', reference, ...line }], 100_000_000)),
  )
  return (await bank.find(reference))._id
}
const book = async (line: object, booking: object) =>
  desk(`reconciliation/lines/${await unclaimed(line)}/book`, { reason: 'As the bank says', ...booking })

async function verified() {
  const client = await server.newClient()
  await kyc.upload(client)
  const pan = newPan()
  await kyc.decide(me, client.id, { pan, aadhaar: acceptAadhaar })
  return { ...client, pan: pan.number }
}

async function released() {
  const client = await moneyClient(server, { rupees: 5000 })
  const payouts = atPayouts(server, me)
  const { body } = await payouts.create(await payingBank(server), [await withdraw(client, 1000)])
  return body._id as string
}

/** Every rule that needs a second person, what one operator does, and the mark in the audit log. */
const rules: readonly (readonly [rule: string, act: () => Promise<Answer>, mark: RegExp])[] = [
  [
    'a deposit without a bank line above the limit of the client',
    async () => approve(await deposit(await moneyClient(server), 15_000)),
    /per client and day/,
  ],
  [
    'a deposit without a bank line above the limit of the operator',
    async () => approve(await deposit(await moneyClient(server), 150_000)),
    /up to ₹1,00,000.00 a day/,
  ],
  [
    'a deposit on a line that another payer paid, the operator imported, no balance confirms and nothing repeats',
    async () => {
      const reference = newUtr()
      const lines = [{ text: `NEFT CR-SBIN0000001-RAMESH KUMAR-${reference}`, reference, credit: 300_000 }]
      await bank.send(`/statements?bankAccountId=${await newAccount(server)}`, statementForm(statementText(lines)))
      return approve(await deposit(await moneyClient(server), 300_000, reference), reference)
    },
    /The payer is.*does not continue.*You imported.*made after.*above ₹2,00,000/s,
  ],
  [
    'a withdrawal above the limits of the client and the operator, of a client whom the operator credited',
    async () => {
      const client = await moneyClient(server, { rupees: 700_000 })
      await approve(await deposit(client, 500))
      return approve(await withdraw(client, 600_000))
    },
    /per client in 24 hours.*in 24 hours.*deposit/s,
  ],
  [
    'a deposit of a client whom the operator paid',
    async () => {
      const client = await moneyClient(server, { rupees: 5000 })
      await approve(await withdraw(client, 1000))
      return approve(await deposit(client, 600))
    },
    /also approved a withdrawal/,
  ],
  [
    'the release of a payout batch with a client whom the operator credited',
    async () => {
      const client = await moneyClient(server, { rupees: 5000 })
      await approve(await deposit(client, 500))
      return atPayouts(server, me).create(await payingBank(server), [await withdraw(client, 1000)])
    },
    /You approved a deposit of/,
  ],
  ['a payout batch', () => ofExample('payout.create'), /payout batch always/],
  [
    'the cancellation of a payout batch',
    async () => desk(`payouts/${await released()}/cancel`, { reason: 'Not taken' }),
    /payout batch always/,
  ],
  [
    'a payment failed by an answer file',
    async () => {
      const [payouts, id] = [atPayouts(server, me), await released()]
      await payouts.file(id)
      const [payment] = (await payouts.batch(id)).payouts
      return payouts.answer(id, hdfcLine(payment?.transactionId ?? '', '1000.00', '', 'R', 'INVALID ACCOUNT'))
    },
    /answer file reports as failed/,
  ],
  [
    'the opening balance of a bank account',
    async () => {
      const [account] = (await call('GET', '/desk/bank-accounts', { token: me.token })).body.filter(
        ({ receives }: { receives: boolean }) => !receives,
      )
      return desk(`bank-accounts/${account._id}/opening`, { day: '2026-01-05', amount: 100 })
    },
    /opening balance/,
  ],
  [
    'an adjustment',
    async () => {
      const { id: clientId } = await moneyClient(server)
      const asked = await desk('ledger/adjustments', { clientId, kind: 'credit', amount: 5, reason: 'Goodwill' })
      return desk(`ledger/adjustments/${(asked.body as { _id?: string })._id}/approve`)
    },
    /You requested this yourself/,
  ],
  [
    'the reversal of a trade',
    async () => {
      const { buy, ask } = tradeSteps(server, me)
      const { _id } = await ask(await buy(await moneyClient(server, { rupees: 1000 }), 'TCS', 1, 100))
      return desk(`reversals/${_id}/approve`)
    },
    /You requested this yourself/,
  ],
  [
    'a sale with a large profit on purchases of the last five trading days',
    async () => {
      const client = await moneyClient(server, { rupees: 50_000 })
      const { buy } = tradeSteps(server, me)
      const { _id } = await buy(client, 'TCS', 10, 1000)
      return desk(`trades/${_id}/sell`, { quantity: 10, price: 5000 })
    },
    /profit of this client/,
  ],
  [
    'a trade dated before the previous trading day',
    async () => {
      const { id: clientId } = await moneyClient(server, { rupees: 5000, since: '2026-01-01' })
      const tradedAt = new Date(Date.now() - 12 * 86_400_000).toISOString()
      return desk('trades/buy', { clientId, stockName: 'TCS', quantity: 1, price: 100, tradedAt })
    },
    /before the previous trading day/,
  ],
  [
    'the credit of an unidentified receipt',
    async () => {
      const { id: clientId } = await moneyClient(server)
      return desk(`reconciliation/lines/${await unclaimed({ credit: 700 })}/credit`, {
        clientId,
        reason: 'Asked the payer',
      })
    },
    /unidentified receipt/,
  ],
  [
    'a bank charge above the limit',
    () => book({ debit: 12_000, text: 'CHARGES' }, { kind: 'charge' }),
    /up to ₹10,000.00 in 24/,
  ],
  [
    'interest above the limit',
    () => book({ credit: 12_000, text: 'INTEREST' }, { kind: 'interest' }),
    /up to ₹10,000.00 in 24/,
  ],
  [
    'the closing of an entry above the limit with a note',
    async () => desk(`reconciliation/lines/${await unclaimed({ credit: 20_000 })}/settle`, { note: 'Asked the bank' }),
    /up to ₹10,000.00 in 24/,
  ],
  [
    'the reversal of a booking',
    async () => {
      const line = await unclaimed({ debit: 15_000, text: 'CHARGES' })
      await desk(`reconciliation/lines/${line}/book`, { reason: 'Charges', kind: 'charge' })
      return desk(`reconciliation/lines/${line}/reverse`, { reason: 'Booked wrongly' })
    },
    /./,
  ],
  [
    'a penny-drop whose name is not in the line',
    async () => {
      const client = await moneyClient(server)
      const saudaId = (
        await db.row<{ id: string }>(`select 'SD' || number as id from client where id = $1`, [client.id])
      )?.id
      return book({ debit: 1, text: 'IMPS' }, { kind: 'penny_drop', saudaId, nameAtBank: 'RAVI KUMAR' })
    },
    /does not contain the name/,
  ],
  [
    'a loan above the limit',
    async () => {
      const { _id } = await loanSteps(server, me).request(await moneyClient(server))
      return desk(`loans/${_id}/offer`, { ...exampleOffer, amount: 200_000 })
    },
    /may lend a client up to/,
  ],
  [
    'a PAN used twice',
    async () => {
      const { pan } = await verified()
      const other = await server.newClient()
      await kyc.upload(other)
      const twice = { ...newPan(), number: pan, samePanReason: 'A minor and the guardian' }
      return kyc.decide(me, other.id, { pan: twice, aadhaar: acceptAadhaar })
    },
    /PAN used twice/,
  ],
  [
    'a correction of name, PAN or date of birth',
    async () => {
      const body = new FormData()
      for (const [name, text] of Object.entries({ name: 'Asha Verma', reason: 'Married' })) body.append(name, text)
      return call('POST', `/desk/clients/${(await verified()).id}/identity`, { token: me.token, body })
    },
    /correction of name/,
  ],
  [
    'a change of contact details',
    async () => {
      const body = form({ evidence: await jpeg() })
      for (const [name, text] of Object.entries({ mobile: '9812345699', reason: 'Lost the phone' }))
        body.append(name, text)
      const { id } = await moneyClient(server)
      return call('POST', `/desk/clients/${id}/contact`, { token: me.token, body })
    },
    /change of contact details/,
  ],
  [
    'the import of clients',
    async () => {
      const body = statementForm(importText([clientCells({})]), 'clients.csv')
      return call('POST', '/desk/client-imports', { token: me.token, body })
    },
    /An import creates clients/,
  ],
  [
    'the unfreezing of a login that another operator froze',
    async () => {
      const { id } = await moneyClient(server)
      const other = await establishedOperator(server, 'support')
      await call('POST', `/desk/clients/${id}/freeze`, { token: other.token, body: { reason: 'Suspicious' } })
      return desk(`clients/${id}/unfreeze`, { reason: 'Cleared' })
    },
    /second administrator/,
  ],
  [
    'the waiting period of a new operator',
    async () => {
      const { token } = await newOperator(server, 'cashier', 'Nova')
      const id = await deposit(await moneyClient(server), 500)
      return call('POST', `/desk/wallet/transactions/${id}/approve`, { token, body: { reference: newUtr() } })
    },
    /Your login or your role is new/,
  ],
  ...(
    [
      ['kyc.correct', /verification always/],
      ['bank-day.close', /sign-off of a day/],
      ['bank-day.enterBalance', /did not import the statement/],
      ['bank-statement.correct', /corrected statement/],
      ['bank-statement.explain', /contradiction/],
      ['bank-statement.withdraw', /withdrawal of a statement/],
      ['reconciliation.saveLayout', /columns of bank statements/],
      ['privacy.erase', /An erasure/],
      ['corporate-action.book', /corporate action always/],
      ['corporate-action.pay', /company paid is always recorded/],
      ['corporate-action.reverse', /reversal of a corporate action always/],
      ...(
        [
          'operator.addOperator',
          'operator.changeRole',
          'operator.resetOperator',
          'operator.changeRights',
          'operator.addRole',
          'operator.renameRole',
          'operator.retireRole',
          'market.addInstrument',
          'market.editInstrument',
          'trade-charge.setRate',
          'stt-class.set',
          'stt-class.exempt',
          'trade-charge.setPlan',
          'trade-charge.assignPlan',
          'trade-charge.assignPlans',
          'broker-bank.add',
          'broker-bank.edit',
          'payout.saveLayout',
          'payout.resume',
          'message.addTemplate',
          'message.editTemplate',
          'message.retireTemplate',
          'complaint.saveLevel',
        ] as const
      ).map((name) => [name, /second administrator/] as const),
    ] as const
  ).map(([name, mark]) => [name, () => ofExample(name), mark] as const),
]

const marks = async () =>
  db.rows<{ id: bigint; actor: string; text: string }>(
    "select id, actor_name as actor, after::text as text from audit where action = 'approval.waive' order by id",
  )

describe('with APPROVALS=single one operator alone carries out, marked in the audit log,', () => {
  test.each(rules)('%s', async (_, act, mark) => {
    const before = (await marks()).length
    const { status, body } = await act()
    expect([status, status === 200 ? '' : body.message]).toEqual([200, ''])
    expect(body.waitsForSecond ?? false).toBe(false)
    const added = (await marks()).slice(before)
    expect(added.map(({ text }) => text).join('\n')).toMatch(mark)
    expect(added.map(({ text }) => text).join()).toContain('APPROVALS=single')
  })
})

test('nothing waits for a second operator afterwards, and the books balance', async () => {
  expect(await db.rows("select kind from proposal where status = 'pending' and requested_by = $1", [me.id])).toEqual([])
  await balancedBooks(server, me)
})

test('the mode is read in one place only, and only one function records a proposal', () => {
  const sources = globSync('**/*.ts', { cwd: join(import.meta.dirname, '../..') })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(join(import.meta.dirname, '../..', path), 'utf8')] as const)
  const having = (pattern: RegExp) => sources.flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).toSorted()
  expect(having(/approvals\.mode|mode === '(?:single|policy)'/)).toEqual([
    'core/approval/approval.policy.ts',
    'core/approval/waive.ts',
  ])
  expect(having(/\binsertProposal\(/)).toEqual(['core/approval/proposal.ts'])
})
