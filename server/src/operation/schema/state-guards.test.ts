import { proposalTransitions } from '@sauda/contract/core/approval'
import { chargeTransitions } from '@sauda/contract/money/charge'
import { loanTransitions } from '@sauda/contract/money/loan'
import { requestTransitions } from '@sauda/contract/money/wallet'
import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { payingBank } from '../../../test/payout.ts'
import { testServer } from '../../../test/server.ts'
import { newId } from '../../platform/id.ts'
import { appRole } from '../../platform/role.ts'

const server = await testServer()
const { db } = server
const one = await newOperator(server, 'admin', 'One')
const two = await newOperator(server, 'admin', 'Two')
const three = await newOperator(server, 'admin', 'Three')
const client = await moneyClient(server, { rupees: 500 })
const other = await moneyClient(server)

const bankId = await payingBank(server)
const batchId = newId()
await db.run(
  "insert into payout_batch (id, bank_id, layout, debit_account, debit_ifsc, created_by) values ($1, $2, '{}', '1', 'HDFC0000001', $3)",
  [batchId, bankId, one.id],
)
const references: Readonly<Record<string, string>> = { broker_bank_id: bankId, payout_batch_id: batchId }

type Values = Readonly<Record<string, unknown>>
type Guarded = {
  /** The required columns of each state. */
  readonly states: Readonly<Record<string, Values>>
  readonly transitions: Readonly<Record<string, readonly string[]>>
  /** The columns that a change to a state sets. */
  readonly to: Readonly<Record<string, Values>>
  /** Columns that may be changed by themselves, with the states in which they may. */
  readonly free: Readonly<Record<string, readonly string[]>>
}

const now = new Date()
const decided = { decided_by: one.id, decided_at: now }
const undecided = { decided_by: null, decided_at: null, reason: null }
const reason = 'Not found'

const deposit = { client_id: client.id, type: 'added', amount: 100n, reference: 'SDTEST', utr: '123456789012' }
const withdrawal = {
  client_id: client.id,
  type: 'withdrawal',
  amount: 100n,
  pay_to_name: 'Asha',
  pay_to_number: 'sealed',
  pay_to_ifsc: 'HDFC0000001',
}
const requestTo = {
  approved: { ...decided, bank_reference: 'UTR1' },
  rejected: { ...decided, reason },
  pending: { ...undecided, bank_reference: null },
}
const requestStates = (values: Values) => ({
  pending: values,
  approved: { ...values, ...requestTo.approved },
  rejected: { ...values, ...requestTo.rejected },
})
const allStates = ['pending', 'approved', 'rejected']
const request = {
  to: requestTo,
  // The account that paid or received, as the books have it; and what encrypts the account number.
  free: { broker_bank_id: allStates, pay_to_lookup: allStates, first_approval_by: ['pending'] },
}

const charge = {
  client_id: client.id,
  type: 'Other',
  description: 'Courier',
  amount: 100n,
  gst: 18n,
  raised_by: one.id,
}
const paid = { transaction_id: 'UTR2', paid_at: now }
const loan = { client_id: client.id }
const offer = { terms: '{"amountPaise": 100}', ...decided }
const accepted = { ...offer, principal: 100n, accepted_at: now }
const proposal = {
  kind: 'loan.offer',
  client_id: client.id,
  summary: 'Lend',
  reasons: ['Large'],
  payload: '{"a": 1}',
  requested_by: two.id,
}

const guarded: Readonly<Record<string, Guarded & { readonly table: string }>> = {
  deposit: { table: 'wallet_request', states: requestStates(deposit), transitions: requestTransitions, ...request },
  withdrawal: {
    table: 'wallet_request',
    states: requestStates(withdrawal),
    transitions: { ...requestTransitions, rejected: [] },
    ...request,
    free: { ...request.free, pay_to_number: allStates, payout_batch_id: ['pending'] },
  },
  charge: {
    table: 'charge',
    states: {
      PENDING: charge,
      PAID: { ...charge, ...paid },
      APPROVED: { ...charge, ...paid, ...decided },
      REJECTED: { ...charge, ...paid, ...decided, reason },
    },
    transitions: chargeTransitions,
    to: {
      PENDING: { transaction_id: null, paid_at: null, ...undecided },
      PAID: { transaction_id: 'UTR3', paid_at: now, ...undecided },
      APPROVED: { ...paid, ...decided, reason: null },
      REJECTED: { ...paid, ...decided, reason },
    },
    free: {},
  },
  loan: {
    table: 'loan',
    states: {
      pending: loan,
      admin_approved: { ...loan, ...offer },
      approved: { ...loan, ...accepted },
      closed: { ...loan, ...accepted, principal: 0n, closed_at: now },
      rejected: { ...loan, ...decided, reason },
    },
    transitions: loanTransitions,
    to: {
      pending: { ...undecided, terms: null, principal: null, accepted_at: null, closed_at: null },
      admin_approved: { ...offer, principal: null, accepted_at: null, closed_at: null, reason: null },
      approved: { ...accepted, closed_at: null, reason: null },
      closed: { ...accepted, principal: 0n, closed_at: now, reason: null },
      rejected: { ...decided, reason, principal: null, accepted_at: null, closed_at: null },
    },
    free: {},
  },
  proposal: {
    table: 'proposal',
    states: { pending: proposal, approved: { ...proposal, ...decided }, rejected: { ...proposal, ...decided } },
    transitions: proposalTransitions,
    to: { pending: { decided_by: null, decided_at: null }, approved: decided, rejected: decided },
    free: {},
  },
}

/** Another value of each type. */
const otherValues: Readonly<Record<string, unknown>> = {
  uuid: other.id,
  bigint: 7_654_321n,
  text: 'another',
  jsonb: '{"b": 2}',
  json: '{"b": 2}',
  bytea: Buffer.of(1),
  'timestamp with time zone': new Date(0),
  date: '2020-01-01',
  'text[]': ['another'],
}
const valueOf = (column: string, type: string) =>
  column.endsWith('_by') ? three.id : (references[column] ?? otherValues[type])

/** Whether the application's role may run it, on a row that exists only meanwhile. */
async function isAllowed(table: string, status: string, values: Values, change: Values | 'delete'): Promise<boolean> {
  const undo = new Error('undo')
  const id = newId()
  const columns = { id, ...values, status }
  let allowed = true
  await db
    .transaction(async (tx) => {
      await tx.run('set local session_replication_role = replica')
      const names = Object.keys(columns)
      await tx.run(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
        Object.values(columns),
      )
      await tx.run('set local session_replication_role = origin')
      await tx.run(`set local role ${appRole}`)
      const sets = change === 'delete' ? [] : Object.keys(change).map((name, n) => `${name} = $${n + 2}`)
      const text =
        change === 'delete'
          ? `delete from ${table} where id = $1`
          : `update ${table} set ${sets.join(', ')} where id = $1`
      await tx.run(text, [id, ...(change === 'delete' ? [] : Object.values(change))]).catch(() => (allowed = false))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo && (error as Error).message !== undo.message) throw error
    })
  return allowed
}

describe.each(Object.entries(guarded))('a %s', (_, { table, states, transitions, to, free }) => {
  test('changes its state only as the contract says', async () => {
    for (const [from, values] of Object.entries(states))
      for (const next of Object.keys(states).filter((state) => state !== from)) {
        const change = { ...to[next], status: next }
        expect([from, next, await isAllowed(table, from, values, change)]).toEqual([
          from,
          next,
          transitions[from]?.includes(next),
        ])
      }
  })

  test('keeps every column in every state but those named here', async () => {
    const columns = await db.rows<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not in ('number', 'status')`,
      [table],
    )
    for (const [state, values] of Object.entries(states)) {
      const changed: string[] = []
      for (const { name, type } of columns) {
        if (await isAllowed(table, state, values, { [name]: valueOf(name, type) })) changed.push(name)
      }
      const mayChange = columns.map(({ name }) => name).filter((name) => free[name]?.includes(state))
      expect([state, changed.toSorted()]).toEqual([state, mayChange.toSorted()])
    }
  })

  test('is never deleted', async () => {
    for (const [state, values] of Object.entries(states))
      expect([state, await isAllowed(table, state, values, 'delete')]).toEqual([state, false])
  })
})

test('only the approval of a deposit names the bank line that proves it, once', async () => {
  const proof = { proof_line_id: newId() }
  const approve = { ...requestTo.approved, status: 'approved', ...proof }
  expect(await isAllowed('wallet_request', 'pending', deposit, approve)).toBe(true)
  expect(await isAllowed('wallet_request', 'pending', withdrawal, approve)).toBe(false)
  expect(
    await isAllowed('wallet_request', 'pending', deposit, { ...decided, reason, status: 'rejected', ...proof }),
  ).toBe(false)
  const approved = { ...deposit, ...requestTo.approved }
  expect(await isAllowed('wallet_request', 'approved', approved, proof)).toBe(false)
  expect(await isAllowed('wallet_request', 'approved', { ...approved, ...proof }, { proof_line_id: null })).toBe(false)
})

test('a decision names who made it and the reference of the bank', async () => {
  const pending = { ...withdrawal }
  const approve = { ...requestTo.approved, status: 'approved' }
  expect(await isAllowed('wallet_request', 'pending', pending, approve)).toBe(true)
  expect(await isAllowed('wallet_request', 'pending', pending, { ...approve, decided_by: null })).toBe(false)
  expect(await isAllowed('wallet_request', 'pending', pending, { ...approve, bank_reference: null })).toBe(false)
  const cancelled = { status: 'rejected', reason: 'Cancelled by you', decided_at: now }
  expect(await isAllowed('wallet_request', 'pending', pending, cancelled)).toBe(true)
  const first = { first_approval_by: one.id, first_approval_at: now }
  expect(await isAllowed('wallet_request', 'pending', { ...pending, ...first }, cancelled)).toBe(false)
  expect(await isAllowed('wallet_request', 'pending', pending, first)).toBe(true)
  expect(await isAllowed('wallet_request', 'pending', { ...pending, ...first }, { first_approval_by: two.id })).toBe(
    false,
  )
  expect(await isAllowed('wallet_request', 'pending', deposit, { ...first, credited: 90n })).toBe(true)
  expect(await isAllowed('proposal', 'pending', proposal, { status: 'approved', decided_at: now })).toBe(false)
  expect(await isAllowed('loan', 'approved', { ...loan, ...accepted }, { principal: 50n })).toBe(true)
  expect(await isAllowed('loan', 'approved', { ...loan, ...accepted }, { principal: 150n })).toBe(false)
  const close = { status: 'closed', principal: 0n, closed_at: now }
  expect(await isAllowed('loan', 'approved', { ...loan, ...accepted }, close)).toBe(true)
  expect(await isAllowed('loan', 'approved', { ...loan, ...accepted }, { ...close, accepted_at: new Date(0) })).toBe(
    false,
  )
})
