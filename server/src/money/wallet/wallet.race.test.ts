import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withApprovals } from '../../../test/approvals.ts'
import { eventually } from '../../../test/events.ts'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer, type Answer } from '../../../test/server.ts'

const server = await testServer({
  DATABASE_CONNECTIONS: '20',
  RATE_LIMITS: 'off',
  WITHDRAWAL_SECOND_APPROVAL: '100000',
})
const operators: NewOperator[] = []
for (let n = 0; n < 4; n++) operators.push(await establishedOperator(server, 'cashier', `Operator ${n}`))

const parallel = 30
/** Even, because rounds alternate between a deposit and a withdrawal. */
const rounds = often(2, 20)
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const statuses = (answers: readonly Answer[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, list = []]) => [status, list.length]),
  )

const money = ({ id, token }: MoneyClient, path: string, body: object, headers: Record<string, string> = {}) =>
  server.call('POST', `/user/wallet/${path}`, { token, body: { id, ...body }, headers })
const decide = (id: string, verb: string, body: object, n: number) =>
  server.call('POST', `/desk/wallet/transactions/${id}/${verb}`, {
    token: operators[n % operators.length]!.token,
    body,
  })
const wallet = async ({ id, token }: MoneyClient) => (await server.call('GET', `/user/wallet/${id}`, { token })).body
const books = async () => {
  const { balanced, differences } = (await server.call('GET', '/desk/books', { token: operators[0]!.token })).body
  return { balanced, differences }
}
const balanced = { balanced: true, differences: [] }

test('of 30 parallel withdrawals of the whole balance exactly one succeeds', async () => {
  for (let round = 0; round < rounds; round++) {
    const client = await moneyClient(server, { rupees: 500 })
    const answers = await times(parallel, () => money(client, 'withdraw', { amount: 500 }))
    expect(statuses(answers)).toEqual({ 200: 1, 422: parallel - 1 })
    expect(await wallet(client)).toMatchObject({ balance: 0, withheld: 500 })
  }
  expect(await books()).toEqual(balanced)
})

test('of 30 parallel withdrawals of ₹100 from ₹1000 exactly ten succeed', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const answers = await times(parallel, () => money(client, 'withdraw', { amount: 100 }))
  expect(statuses(answers)).toEqual({ 200: 10, 422: 20 })
  expect(await wallet(client)).toMatchObject({ balance: 0, withheld: 1000 })
  expect(await books()).toEqual(balanced)
})

test('of 30 parallel approvals of a deposit exactly one credits it; the others name its operator', async () => {
  const client = await moneyClient(server)
  const { _id } = (await money(client, 'add-money', { amount: 500 })).body.transaction
  const answers = await times(parallel, (n) => decide(_id, 'approve', { reference: `RACE${n}001` }, n))
  expect(statuses(answers)).toEqual({ 200: 1, 409: parallel - 1 })
  const winner = operators[answers.findIndex(({ status }) => status === 200) % operators.length]!.name
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.message))).toEqual(
    new Set([`Already decided by ${winner}`]),
  )
  expect(await wallet(client)).toMatchObject({ balance: 500 })
  expect(await books()).toEqual(balanced)
})

test('of an approval and a rejection of one request, one succeeds', async () => {
  for (let round = 0; round < rounds; round++) {
    const path = round % 2 === 0 ? 'add-money' : 'withdraw'
    const client = await moneyClient(server, { rupees: 500 })
    const { _id } = (await money(client, path, { amount: 500 })).body.transaction
    const answers = await times(parallel, (n) =>
      n % 2 === 0
        ? decide(_id, 'approve', { reference: `AR1${randomUUID().slice(0, 8)}` }, n)
        : decide(_id, 'reject', { reason: 'You asked us to cancel it' }, n),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 409: parallel - 1 })
    const approved = answers.findIndex(({ status }) => status === 200) % 2 === 0
    const balance = path === 'add-money' ? (approved ? 1000 : 500) : approved ? 0 : 500
    expect(await wallet(client)).toMatchObject({ balance, withheld: 0 })
  }
  expect(await books()).toEqual(balanced)
})

test('two operators approving a large withdrawal at once are its two approvals; one alone never is', () =>
  withApprovals(server, 'policy', async () => {
    for (let round = 0; round < rounds; round++) {
      const client = await moneyClient(server, { rupees: 200_000 })
      const { _id } = (await money(client, 'withdraw', { amount: 200_000 })).body.transaction
      const alone = await times(parallel, () => decide(_id, 'approve', { reference: `A${round}00001` }, 0))
      expect(statuses(alone)).toEqual({ 200: 1, 409: parallel - 1 })
      expect(await wallet(client)).toMatchObject({ withheld: 200_000 })
      const both = await times(parallel, (n) => decide(_id, 'approve', { reference: `B${round}00001` }, n))
      expect(statuses(both)[200]).toBe(1)
      expect(await wallet(client)).toMatchObject({ balance: 0, withheld: 0 })
    }
    for (let round = 0; round < rounds; round++) {
      const client = await moneyClient(server, { rupees: 200_000 })
      const { _id } = (await money(client, 'withdraw', { amount: 200_000 })).body.transaction
      const together = await times(parallel, (n) => decide(_id, 'approve', { reference: `C${round}00001` }, n))
      const approvals = together.filter(({ status }) => status === 200).map(({ body }) => String(body.waitsForSecond))
      expect(approvals.toSorted()).toEqual(['false', 'true'])
    }
    expect(await books()).toEqual(balanced)
  }))

test('one UTR entered by 30 clients at once is accepted from one of them', async () => {
  const clients = await moneyClients(server, parallel)
  const answers = await times(parallel, (n) => money(clients[n]!, 'add-money', { amount: 500, utr: '900000000001' }))
  expect(statuses(answers)).toEqual({ 200: 1, 409: parallel - 1 })
  expect(await books()).toEqual(balanced)
})

test('one bank reference for 30 deposits at once credits one of them', async () => {
  const clients = await moneyClients(server, parallel)
  const ids = await times(
    parallel,
    async (n) => (await money(clients[n]!, 'add-money', { amount: 500 })).body.transaction._id,
  )
  const answers = await times(parallel, (n) => decide(ids[n], 'approve', { reference: '900000000002' }, n))
  expect(statuses(answers)).toEqual({ 200: 1, 409: parallel - 1 })
  const balances = await times(parallel, async (n) => (await wallet(clients[n]!)).balance)
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(500)
  expect(await books()).toEqual(balanced)
})

test('one QR sent 30 times at once is one request', async () => {
  const client = await moneyClient(server)
  const { reference } = (await money(client, 'intent', { amount: 500 })).body
  const answers = await times(parallel, () => money(client, 'add-money', { amount: 500, reference }))
  expect(statuses(answers)).toEqual({ 200: 1, 409: parallel - 1 })
  expect(await books()).toEqual(balanced)
})

test('a withdrawal during a change of bank details goes to the old ones or waits', async () => {
  for (let round = 0; round < rounds; round++) {
    const client = await moneyClient(server, { rupees: 5000 })
    const account = `98765432${String(round).padStart(2, '0')}`
    const change = server.call('PUT', `/user/profile/update/${client.id}`, {
      token: client.token,
      body: { bankDetails: { accountHolderName: 'Thief', accountNumber: account, ifsc: 'HDFC0000001' } },
    })
    const answers = await times(20, () => money(client, 'withdraw', { amount: 100 }))
    await change
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const rows = await server.db.rows(
      "select from wallet_request where client_id = $1 and pay_to_lookup = $2 and type = 'withdrawal'",
      [client.id, server.app.context.accounts.lookup(account)],
    )
    expect(rows).toEqual([])
  }
  expect(await books()).toEqual(balanced)
})

test('30 requests with one Idempotency-Key have one effect and one answer', async () => {
  for (const path of ['add-money', 'withdraw']) {
    const client = await moneyClient(server, { rupees: 5000 })
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await times(parallel, () => money(client, path, { amount: 100 }, headers))
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const { status, body } of answers)
      expect([200, 'The first request with this Idempotency-Key is still being processed']).toContain(
        status === 200 ? 200 : body.message,
      )
    expect((await money(client, path, { amount: 100 }, headers)).body).toEqual(done[0]!.body)
    const made = await server.db.rows('select from wallet_request where client_id = $1', [client.id])
    expect(made).toHaveLength(2)
  }
  expect(await books()).toEqual(balanced)
})

test('all commands at once leave the books balanced', async () => {
  const clients = await moneyClients(server, 5, { rupees: 1000 })
  const open: string[] = []
  await times(200, async (n) => {
    const client = clients[n % 5]!
    const kind = n % 4
    if (kind < 2) {
      const { status, body } = await money(client, kind === 0 ? 'withdraw' : 'add-money', { amount: 100 + n })
      if (status === 200) open.push(body.transaction._id)
    } else if (open.length > 0) {
      const id = open[n % open.length]!
      await decide(
        id,
        kind === 2 ? 'approve' : 'reject',
        kind === 2 ? { reference: `ALL${id.slice(-12)}` } : { reason: 'No' },
        n,
      )
    }
  })
  expect(await books()).toEqual(balanced)
})

test('no transaction was in a deadlock', async () => {
  // A connection reports its count when it ends.
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await server.db.run(`select pg_terminate_backend(pid) ${others}`)
  await eventually(async () => !(await server.db.row(`select ${others}`)))
  const row = await server.db.row('select deadlocks from pg_stat_database where datname = current_database()')
  expect(row).toEqual({ deadlocks: 0n })
})
