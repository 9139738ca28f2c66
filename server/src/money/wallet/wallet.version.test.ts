import { randomUUID } from 'node:crypto'
import { reviewErrors } from '@sauda/contract/core/proposal-review'
import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

// The version of a deposit or withdrawal that the second operator saw (settled, section 14).
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const first = await establishedOperator(server, 'cashier', 'Kiran')
const second = await establishedOperator(server, 'cashier', 'Deepa')
const bank = atBank(server, first.token)

// The database keeps what a request says; here one stored field after the other is changed.
await db.run('alter table wallet_request disable trigger wallet_request_kept')

const send = (id: string, body: object, by = second) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, { token: by.token, body })
const look = async (id: string) =>
  (await call('GET', `/desk/wallet/transactions/${id}`, { token: second.token })).body as {
    version: string
    evidence: { id: string; facts: { label: string; value: { text: string } }[] }[]
  }

type Case = { readonly id: string; readonly utr: string; readonly clientId: string; readonly token: string }

/** Above what one operator may approve, with the first approval. */
async function halfApproved(path: 'add-money' | 'withdraw'): Promise<Case> {
  const client = await moneyClient(server, { rupees: 80_000 })
  const utr = newUtr()
  const body = { id: client.id, amount: 60_000, ...(path === 'add-money' && { utr }) }
  const asked = await call('POST', `/user/wallet/${path}`, { token: client.token, body })
  const id = asked.body.transaction._id as string
  const given = path === 'add-money' ? { reference: utr } : {}
  expect((await send(id, given, first)).body).toMatchObject({ waitsForSecond: true })
  return { id, utr, clientId: client.id, token: client.token }
}

const set = (column: string, value: unknown) => async (given: Case) => {
  await db.run(`update wallet_request set ${column} = $2 where id = $1`, [given.id, value])
}
/** Another withdrawal of the client, on hold. */
const holdPayments = async ({ clientId, token }: Case) => {
  const asked = await call('POST', '/user/wallet/withdraw', { token, body: { id: clientId, amount: 100 } })
  const body = {
    kind: 'withdrawal',
    id: asked.body.transaction._id,
    reason: 'Asked the bank',
    remindAt: new Date(Date.now() + 86_400_000).toISOString(),
  }
  expect((await call('POST', '/desk/queue/hold', { token: first.token, body })).status).toBe(200)
}

describe('the approval of a deposit is rejected after a change of', () => {
  test.each<[string, (given: Case) => Promise<unknown>]>([
    ['the amount', set('amount', 61_000_00n)],
    ['the amount received', set('credited', 59_000_00n)],
    ['the UTR of the client', set('utr', '499999999999')],
    ['the reference of the first approval', set('first_approval_reference', '488888888888')],
    ['the operator of the first approval', set('first_approval_by', second.id)],
    ['the bank lines', ({ utr }) => bank.bring({ reference: utr, credit: 60_000 })],
    ['the warnings that block a payment', holdPayments],
  ])('%s', async (_, change) => {
    const given = await halfApproved('add-money')
    const { version } = await look(given.id)
    await change(given)
    expect((await look(given.id)).version).not.toBe(version)
    const { status, body } = await send(given.id, { reference: given.utr, version })
    expect([status, body.message]).toEqual([409, reviewErrors.changed.message])
  })
})

describe('the approval of a withdrawal is rejected after a change of', () => {
  test.each<[string, (given: Case) => Promise<unknown>]>([
    ['the amount', set('amount', 61_000_00n)],
    ['the payee', set('pay_to_name', 'Somebody Else')],
    ['the IFSC', set('pay_to_ifsc', 'SBIN0000001')],
    ['the warnings that block a payment', holdPayments],
  ])('%s', async (_, change) => {
    const given = await halfApproved('withdraw')
    const { version } = await look(given.id)
    await change(given)
    expect((await look(given.id)).version).not.toBe(version)
    const { status, body } = await send(given.id, { reference: newUtr(), version })
    expect([status, body.message]).toEqual([409, reviewErrors.changed.message])
  })
})

test('an unchanged request is approved with its version, and without one as before', async () => {
  const [one, other] = [await halfApproved('add-money'), await halfApproved('withdraw')]
  expect((await send(one.id, { reference: one.utr, version: (await look(one.id)).version })).body).toMatchObject({
    status: 'approved',
  })
  await look(other.id)
  expect((await send(other.id, { reference: newUtr() })).body).toMatchObject({ status: 'approved' })
})

test('a first approval given by another operator in the meantime is not completed unseen', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const body = { id: client.id, amount: 60_000, utr }
  const asked = await call('POST', '/user/wallet/add-money', { token: client.token, body })
  const id = asked.body.transaction._id as string
  const { version } = await look(id)
  await send(id, { reference: utr }, first)
  expect(await send(id, { reference: utr, version })).toMatchObject({ status: 409, body: reviewErrors.changed })
})

test('the operator who decides sees the bank line with text, payer and account', async () => {
  const given = await halfApproved('add-money')
  const text = `UPI-RAMESH KUMAR-ramesh@oksbi-SBIN0000001-${given.utr}-ADD FUND`
  await bank.bring({ reference: given.utr, credit: 60_000, text })
  const [line] = (await look(given.id)).evidence
  const facts = Object.fromEntries(line!.facts.map(({ label, value }) => [label, value.text]))
  expect(facts).toMatchObject({
    Text: text,
    Payer: 'RAMESH KUMAR',
    'Payer’s account': 'RAMESH@OKSBI',
    Reference: given.utr,
    Amount: '₹60,000.00 received',
  })
  expect(facts['Bank account']).toBeTruthy()
})

test('a version that no page has shown is rejected', async () => {
  const { id, utr } = await halfApproved('add-money')
  expect((await send(id, { reference: utr, version: randomUUID() })).status).toBe(409)
})

describe('the approval from a bank line', () => {
  const nameOf = async (id: string) =>
    `WDR${(await db.row<{ number: bigint }>('select number from wallet_request where id = $1', [id]))?.number}`
  const fromLine = async ({ id, utr }: Pick<Case, 'id' | 'utr'>, by: { token: string }, given: object = {}) => {
    const line = await bank.find(utr)
    expect(line).toMatchObject({ state: 'approve', payment: { _id: id } })
    const body = { paymentId: id, ...given }
    return call('POST', `/desk/reconciliation/lines/${line._id}/approve`, { token: by.token, body })
  }
  const third = establishedOperator(server, 'cashier', 'Chitra')

  test.each(['add-money', 'withdraw'] as const)(
    'of a half-approved %s needs the version that was seen',
    async (path) => {
      const given = await halfApproved(path)
      await bank.bring({
        reference: given.utr,
        ...(path === 'add-money' ? { credit: 60_000 } : { debit: 60_000, text: `NEFT ${await nameOf(given.id)}` }),
      })
      const { version } = await look(given.id)
      for (const seen of [{}, { version: randomUUID() }])
        expect(await fromLine(given, second, seen)).toMatchObject({ status: 409, body: reviewErrors.changed })
      expect(await fromLine(given, second, { version })).toMatchObject({ status: 200, body: { waitsForSecond: false } })
    },
  )

  test('as the second one is rejected together with others, and without a version as the first one is possible', async () => {
    const client = await moneyClient(server)
    const utr = newUtr()
    const sent = { id: client.id, amount: 60_000, utr }
    const asked = await call('POST', '/user/wallet/add-money', { token: client.token, body: sent })
    const id = asked.body.transaction._id as string
    await bank.bring({ reference: utr, credit: 60_000 })
    // The importer of the line alone is not enough.
    expect((await fromLine({ id, utr }, first)).body).toMatchObject({ waitsForSecond: true })
    expect(await fromLine({ id, utr }, await third)).toMatchObject({ status: 409, body: reviewErrors.changed })
    const matches = [{ lineId: (await bank.find(utr))._id, paymentId: id }]
    const together = await call('POST', '/desk/reconciliation/approve', { token: second.token, body: { matches } })
    expect(together.body.results).toMatchObject([{ outcome: 'refused' }])
  })
})
