import { chargeErrors, type Charge } from '@sauda/contract/money/charge'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { newOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer, type Answer } from '../../../test/server.ts'

const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off' })
const { db, call } = server
const operators: NewOperator[] = []
for (let n = 0; n < 4; n++) operators.push(await newOperator(server, 'admin', `Operator ${n}`))

const parallel = 30
const rounds = often(3, 20)
const fresh = () => String(Math.floor(100_000_000_000 + Math.random() * 899_999_999_999))
const times = (count: number, work: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const token = (n: number) => operators[n % operators.length]!.token
const raised = async ({ id }: MoneyClient): Promise<Charge> =>
  (
    await call('POST', '/desk/charges', {
      token: token(0),
      body: { clientId: id, chargeType: 'Other', description: 'Paper statement', amount: 100, gst: 18 },
    })
  ).body
const pay = (client: MoneyClient, { _id }: Charge, transactionId: string, headers: Record<string, string> = {}) =>
  call('POST', `/user/charges/${_id}/pay`, { token: client.token, body: { transactionId }, headers })
const decide = (id: string, verb: 'approve' | 'reject', n: number, headers: Record<string, string> = {}) =>
  call('POST', `/desk/charges/${id}/${verb}`, {
    token: token(n),
    body: verb === 'reject' ? { reason: 'Not found' } : {},
    headers,
  })
const done = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)
const booked = async ({ id }: MoneyClient) =>
  await db.row<{ fees: bigint; gst: bigint }>(
    `select coalesce(sum(amount) filter (where credit = 'fees'), 0)::bigint as fees,
              coalesce(sum(amount) filter (where credit = 'gst'), 0)::bigint as gst from entry where client_id = $1`,
    [id],
  )
const deadlocks = async () =>
  (await db.row<{ deadlocks: bigint }>('select deadlocks from pg_stat_database where datname = current_database()'))
    ?.deadlocks

let deadlocksBefore: bigint | undefined
beforeEach(async () => {
  deadlocksBefore = await deadlocks()
})

/** After every race the books balance and nobody was in a deadlock. */
async function isInOrder(): Promise<void> {
  expect((await call('GET', '/desk/books', { token: token(0) })).body).toMatchObject({
    balanced: true,
    differences: [],
  })
  expect(await deadlocks()).toBe(deadlocksBefore)
}
afterEach(isInOrder)

test('30 parallel payments of one charge count as one', async () => {
  const client = await moneyClient(server)
  const charge = await raised(client)
  const answers = await times(parallel, () => pay(client, charge, fresh()))
  expect(done(answers)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.message === chargeErrors.notPayable.message)).toHaveLength(parallel - 1)
  const kept = await db.row<{ count: bigint }>('select count(*) from payment_reference where used_by = $1', [
    charge._id,
  ])
  expect(kept?.count).toBe(1n)
})

test('of 30 clients who pay 30 charges with one transaction ID at once, one succeeds', async () => {
  const transactionId = fresh()
  const owners = await moneyClients(server, parallel)
  const charges = await Promise.all(owners.map(raised))
  const answers = await times(parallel, (n) => pay(owners[n]!, charges[n]!, transactionId))
  expect(done(answers)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.message === chargeErrors.used.message)).toHaveLength(parallel - 1)
})

test('of a charge and a deposit with the same UTR at once, one gets it', async () => {
  for (let round = 0; round < rounds; round++) {
    const client = await moneyClient(server)
    const charge = await raised(client)
    const utr = fresh()
    const answers = await Promise.all([
      pay(client, charge, utr),
      call('POST', '/user/wallet/add-money', { token: client.token, body: { id: client.id, amount: 118, utr } }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})

test('30 parallel approvals by four operators book once', async () => {
  const client = await moneyClient(server)
  const charge = await raised(client)
  await pay(client, charge, fresh())
  const answers = await times(parallel, (n) => decide(charge._id, 'approve', n))
  expect(done(answers)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await booked(client)).toEqual({ fees: 100_00n, gst: 18_00n })
})

test('of an approval and a rejection at once, one succeeds and the books match it', async () => {
  for (let round = 0; round < rounds; round++) {
    const client = await moneyClient(server)
    const charge = await raised(client)
    await pay(client, charge, fresh())
    const answers = await times(10, (n) => decide(charge._id, n % 2 === 0 ? 'approve' : 'reject', n))
    const [winner] = done(answers)
    expect(done(answers)).toHaveLength(1)
    const approved = winner?.body.status === 'APPROVED'
    expect(await booked(client)).toEqual(approved ? { fees: 100_00n, gst: 18_00n } : { fees: 0n, gst: 0n })
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost.every(({ body }) => /^Already decided by Operator \d$/.test(body.message))).toBe(true)
  }
})

test('one Idempotency-Key approves once and answers the same', async () => {
  const client = await moneyClient(server)
  const charge = await raised(client)
  const headers = { 'idempotency-key': 'approve-once' }
  const payment = await pay(client, charge, '111122223333', headers)
  expect(await pay(client, charge, '111122223333', headers)).toMatchObject({ status: 200, body: payment.body })
  expect(await pay(client, charge, '111122223334', headers)).toMatchObject({ status: 409 })
  const answers = await times(10, () => decide(charge._id, 'approve', 0, headers))
  const again = await decide(charge._id, 'approve', 0, headers)
  expect(again).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
  for (const { body } of done(answers)) expect(body).toEqual(again.body)
  expect(await booked(client)).toEqual({ fees: 100_00n, gst: 18_00n })
})
