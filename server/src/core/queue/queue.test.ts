import { randomUUID } from 'node:crypto'
import { queueRules } from '@sauda/contract/core/queue'
import { expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const asha = await newOperator(server, 'reviewer', 'Asha Desk')
const bela = await newOperator(server, 'reviewer', 'Bela Desk')
const dealer = await newOperator(server, 'dealer')

async function waitingClient() {
  const client = await server.newClient()
  const body = form({ pan: await jpeg(), aadhaar: await jpeg() })
  const { status } = await server.call('POST', '/user/upload-docs', { token: client.token, body })
  expect(status).toBe(200)
  return client
}
const first = await waitingClient()
const second = await waitingClient()

const queue = async (token: string, kind = '') => {
  const { status, body } = await server.call('GET', `/desk/queue${kind && `?kind=${kind}`}`, { token })
  expect(status).toBe(200)
  return body.items
}
const take = (token: string, id: string, release?: boolean) =>
  server.call('POST', '/desk/queue/take', { token, body: { kind: 'kyc', id, ...(release && { release }) } })

test('lists what the operator may decide, oldest first', async () => {
  const items = await queue(asha.token)
  expect(items.map((item: { clientId: string }) => item.clientId)).toEqual([first.id, second.id])
  expect(items[0]).toMatchObject({ kind: 'kyc', id: first.id, clientName: 'Asha Rao', since: expect.any(String) })
  expect(await queue(asha.token, 'kyc')).toHaveLength(2)
  expect(await queue(asha.token, 'deposit')).toEqual([])
  expect(await queue(dealer.token)).toEqual([])
})

test('without a kind lists every kind, also where the parameter is empty', async () => {
  const all = await queue(asha.token)
  expect((await server.call('GET', '/desk/queue?kind=', { token: asha.token })).body.items).toEqual(all)
})

test('rejects an unknown kind and names the known ones', async () => {
  const answer = await server.call('GET', '/desk/queue?kind=coffee', { token: asha.token })
  expect(answer).toMatchObject({
    status: 400,
    body: {
      message:
        'Choose one of kyc, deposit, withdrawal, loan, charge, trade, exchange, price, settlement, reversal, adjustment, setting, change',
    },
  })
})

test('names the operator who claimed an item first', async () => {
  expect((await take(asha.token, first.id)).status).toBe(200)
  expect((await take(asha.token, first.id)).status).toBe(200)
  expect(await take(bela.token, first.id)).toMatchObject({
    status: 409,
    body: { message: 'Asha Desk is working on this case' },
  })
  expect(await take(bela.token, first.id, true)).toMatchObject({ status: 409 })
  expect((await queue(bela.token))[0].takenBy).toBe('Asha Desk')
  expect((await take(asha.token, first.id, true)).status).toBe(200)
  expect((await queue(bela.token))[0].takenBy).toBeUndefined()
  expect((await take(asha.token, first.id, true)).status).toBe(200)
  const rows = await server.db.rows<{ action: string }>(
    "select action from audit where subject_id = $1 and action like 'queue.%' order by id",
    [first.id],
  )
  expect(rows.map((row) => row.action)).toEqual(['queue.take', 'queue.release'])
})

test('gives an item claimed by several operators at once to one of them', async () => {
  const operators = [asha, bela]
  for (let n = 0; n < 4; n++) operators.push(await newOperator(server, 'reviewer', `Reviewer ${n}`))
  const answers = await Promise.all(operators.map((operator) => take(operator.token, second.id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
})

test('lets another operator take over an expired claim', async () => {
  await server.db.run('update queue_claim set taken_at = now() - make_interval(mins => $1)', [
    queueRules.claimMinutes + 1,
  ])
  expect((await queue(bela.token)).map((item: { takenBy?: string }) => item.takenBy)).toEqual([undefined, undefined])
  expect((await take(bela.token, second.id)).status).toBe(200)
  expect((await queue(asha.token))[1].takenBy).toBe('Bela Desk')
})

test('audits claim and release under the client', async () => {
  const cashier = await newOperator(server, 'cashier')
  const client = await moneyClient(server)
  const body = { id: client.id, amount: 500 }
  const asked = await server.call('POST', '/user/wallet/add-money', { token: client.token, body })
  const item = { kind: 'deposit', id: asked.body.transaction._id }
  for (const more of [{}, { release: true }])
    await server.call('POST', '/desk/queue/take', { token: cashier.token, body: { ...item, ...more } })
  const rows = await server.db.rows<{ action: string; after: object }>(
    "select action, after from audit where subject_id = $1 and action like 'queue.%' order by id",
    [client.id],
  )
  expect(rows).toEqual([
    { action: 'queue.take', after: item },
    { action: 'queue.release', after: item },
  ])
})

test('rejects a claim on an unknown item or without the right', async () => {
  expect((await take(asha.token, randomUUID())).status).toBe(404)
  expect((await take(dealer.token, first.id)).status).toBe(404)
})

test('renewing a claim prolongs it without an audit row or a notice', async () => {
  const client = await waitingClient()
  const count = async () =>
    await server.db.row(
      `select (select count(*)::int from audit where action like 'queue.%') as audited,
                (select count(*)::int from notice where topic = 'queue') as notices`,
    )
  await take(asha.token, client.id)
  await server.db.run("update queue_claim set taken_at = now() - interval '10 minutes'")
  const before = await count()
  expect((await take(asha.token, client.id)).status).toBe(200)
  expect(await count()).toEqual(before)
  expect(
    await server.db.row("select from queue_claim where item_id = $1 and taken_at > now() - interval '1 minute'", [
      client.id,
    ]),
  ).toBeDefined()
})

test('distinguishes two operators with the same name', async () => {
  const namesake = await newOperator(server, 'reviewer', 'Asha Desk')
  const client = await waitingClient()
  await take(asha.token, client.id)
  expect((await take(namesake.token, client.id)).status).toBe(409)
  const items: { id: string }[] = await queue(namesake.token)
  expect(items.find(({ id }) => id === client.id)).toMatchObject({ takenBy: 'Asha Desk', takenById: asha.id })
})

test('an item past the end of the list can be claimed, and the list gives the full count', async () => {
  const client = await moneyClient(server)
  const cashier = await newOperator(server, 'cashier')
  const number = queueRules.itemsPerKind + 2
  const rows = await server.db.rows<{ id: string }>(
    `insert into wallet_request (id, client_id, type, amount, created_at)
     select gen_random_uuid(), $1, 'added', 100, now() + make_interval(secs => n) from generate_series(1, $2) n
     returning id`,
    [client.id, number],
  )
  const { body } = await server.call('GET', '/desk/queue?kind=deposit', { token: cashier.token })
  expect(body.items).toHaveLength(queueRules.itemsPerKind)
  expect(body.counts).toEqual({ deposit: expect.any(Number) })
  expect(body.counts.deposit).toBeGreaterThanOrEqual(number)
  const item = { kind: 'deposit', id: rows.at(-1)?.id }
  expect(body.items.map(({ id }: { id: string }) => id)).not.toContain(item.id)
  expect((await server.call('POST', '/desk/queue/take', { token: cashier.token, body: item })).status).toBe(200)
})

test('an adjustment awaits a second operator in the queue, with its type', async () => {
  const admin = await newOperator(server, 'admin', 'Omar')
  const client = await moneyClient(server)
  const body = { clientId: client.id, kind: 'credit', amount: 250, reason: 'Goodwill' }
  const { _id } = (await server.call('POST', '/desk/ledger/adjustments', { token: admin.token, body })).body
  const [item] = await queue(admin.token, 'adjustment')
  expect(item).toMatchObject({
    id: _id,
    amount: 250,
    type: 'credit',
    firstApproval: 'Omar',
    firstApprovalById: admin.id,
  })
  const claim = { kind: 'adjustment', id: _id }
  expect((await server.call('POST', '/desk/queue/take', { token: admin.token, body: claim })).status).toBe(200)
  const page = await server.call('GET', `/desk/ledger/adjustments/${_id}`, { token: admin.token })
  expect(page.body).toMatchObject({ _id, status: 'pending', takenById: admin.id })
  await server.call('POST', `/desk/ledger/adjustments/${_id}/reject`, { token: admin.token, body: {} })
  expect(await queue(admin.token, 'adjustment')).toEqual([])
  expect(await server.db.rows('select from queue_claim where item_id = $1', [_id])).toEqual([])
})

test('the queue distinguishes the three kinds of setting requests', async () => {
  const client = await moneyClient(server)
  for (const [kind, value] of [
    ['segment', {}],
    ['nominee', {}],
    ['settlement', {}],
  ])
    await server.db.run(
      `insert into setting_request (id, client_id, kind, value, created_at) values (gen_random_uuid(), $1, $2, $3, now())`,
      [client.id, kind, JSON.stringify(value)],
    )
  const items: { type: string }[] = await queue(asha.token, 'setting')
  expect(items.map(({ type }) => type).toSorted()).toEqual(['nominee', 'segment', 'settlement'])
})

test('an expired claim is shown on no case', async () => {
  const admin = await newOperator(server, 'admin')
  const client = await moneyClient(server)
  const { token } = client
  await server.call('POST', `/user/loan/request/${client.id}`, { token })
  const loan = (await queue(admin.token, 'loan'))[0]
  const claim = { kind: 'loan', id: loan.id }
  await server.call('POST', '/desk/queue/take', { token: admin.token, body: claim })
  const shown = async () => (await server.call('GET', `/desk/loans/${loan.id}`, { token: admin.token })).body.takenBy
  expect(await shown()).toBe(admin.name)
  await server.db.run('update queue_claim set taken_at = now() - make_interval(mins => $1)', [
    queueRules.claimMinutes + 1,
  ])
  expect(await shown()).toBeUndefined()
})

test('shows what a proposal without a client would change', async () => {
  const cashier = await newOperator(server, 'cashier')
  const id = randomUUID()
  const summary = 'Sign off HDFC Current of 20 Nov 2026'
  await server.db.run(
    `insert into proposal (id, kind, summary, reasons, payload, requested_by)
     values ($1, 'bank-day.close', $2, '{}', '{}', (select id from operator where id <> $3 order by id limit 1))`,
    [id, summary, cashier.id],
  )
  const [item] = await queue(cashier.token, 'adjustment')
  expect(item).toMatchObject({ id, type: 'bank-day.close', summary })
  expect(item.clientName).toBeUndefined()
  await server.db.run("update proposal set status = 'rejected', decided_by = $2, decided_at = now() where id = $1", [
    id,
    cashier.id,
  ])
})
