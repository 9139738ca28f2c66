import { randomUUID } from 'node:crypto'
import { queueErrors, queueRules } from '@sauda/contract/core/queue'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { queueSources } from '../../app/app-core.ts'
import { readConfig } from '../../config.ts'
import { remind } from './hold.ts'
import { sweepClaims } from './queue.ts'

const server = await testServer(
  { RATE_LIMITS: 'off', TARGET_HOURS: 'deposit=2' },
  { without: ['reminders of cases on hold', 'old claims'] },
)
const { call, db } = server
const kiran = await newOperator(server, 'cashier', 'Kiran')
const omar = await newOperator(server, 'cashier', 'Omar')
const reviewer = await newOperator(server, 'reviewer', 'Rita')

const deposit = async () => {
  const client = await moneyClient(server)
  return { client, item: { kind: 'deposit', id: await walletSteps(server, kiran).deposit(client, 500, newUtr()) } }
}
const post = (path: string, body: object, { token } = kiran) => call('POST', `/desk/queue/${path}`, { token, body })
const listed = async () => (await call('GET', '/desk/queue?kind=deposit', { token: omar.token })).body
const queued = async (id: string) => (await listed()).items.find((each: { id: string }) => each.id === id)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const receipt = { reason: 'Receipt of the bank', remindAt: inHours(24) }
const audited = async (id: string) =>
  (await db.rows<{ action: string }>("select action from audit where after ->> 'id' = $1 order by id", [id])).map(
    ({ action }) => action,
  )

test('a case on hold is not counted as pending, and shows its reason and reminder until it is resumed', async () => {
  const { item } = await deposit()
  const pending = (await listed()).counts.deposit
  expect((await post('hold', { ...item, ...receipt })).status).toBe(200)
  expect((await queued(item.id)).hold).toEqual({ by: 'Kiran', ...receipt })
  expect((await listed()).counts.deposit ?? 0).toBe(pending - 1)
  const answers = await Promise.all([post('resume', item), post('resume', item, omar)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await queued(item.id)).hold).toBeUndefined()
  expect((await listed()).counts.deposit).toBe(pending)
  expect(await audited(item.id)).toEqual(['queue.hold', 'queue.resume'])
})

test('the client gets the message by e-mail and as a notification, and once for two equal requests', async () => {
  const { client, item } = await deposit()
  const message = 'Please send us:\n1. the receipt of your bank\n2. your client ID'
  const body = { ...item, ...receipt, message }
  const headers = { authorization: `Bearer ${kiran.token}`, 'idempotency-key': randomUUID() }
  for (const _ of [1, 2]) expect((await call('POST', '/desk/queue/hold', { body, headers })).status).toBe(200)
  expect((await server.mailTo(client.email))?.text).toContain(message)
  const { body: read } = await call('GET', '/user/notifications', { token: client.token })
  expect(read).toMatchObject({
    total: 1,
    notifications: [
      { topic: 'wallet', id: item.id, text: expect.stringMatching(/^Your deposit is on hold \(ADD\d+\)$/) },
    ],
  })
})

test('a hold needs a reason, a reminder in the future and a pending case the operator may decide', async () => {
  const { item } = await deposit()
  const hold = (more: object, operator = kiran) => post('hold', { ...item, ...receipt, ...more }, operator)
  expect((await hold({ reason: ' ' })).status).toBe(400)
  expect((await hold({ remindAt: 'tomorrow' })).status).toBe(400)
  expect(await hold({ remindAt: inHours(-1) })).toMatchObject({ status: 422, body: queueErrors.reminderPassed })
  const far = inHours((queueRules.holdDays + 1) * 24)
  expect(await hold({ remindAt: far })).toMatchObject({ status: 422, body: queueErrors.reminderFar })
  expect((await hold({}, reviewer)).status).toBe(404)
  expect((await hold({ id: randomUUID() })).status).toBe(404)
  expect((await post('resume', item, reviewer)).status).toBe(404)
  expect(await audited(item.id)).toEqual([])
})

test('no message is sent about what an operator requested', async () => {
  const client = await moneyClient(server)
  const body = { clientId: client.id, kind: 'credit', amount: 10, reason: 'Correction of a fee' }
  const { body: asked } = await call('POST', '/desk/ledger/adjustments', { token: kiran.token, body })
  const item = { kind: 'adjustment', id: asked._id }
  expect(await post('hold', { ...item, ...receipt, message: 'Please wait' }, omar)).toMatchObject({
    status: 422,
    body: queueErrors.noAddressee,
  })
  expect((await post('hold', { ...item, ...receipt }, omar)).status).toBe(200)
})

test('at the reminder a case is pending again, and open queues are notified once', async () => {
  const { item } = await deposit()
  await post('hold', { ...item, ...receipt })
  await db.run("update queue_hold set remind_at = now() - interval '1 second' where item_id = $1", [item.id])
  const told: unknown[] = []
  const notice = async (...given: unknown[]) => void told.push(given.slice(1))
  await Promise.all([remind(db, notice), remind(db, notice)])
  expect(told).toEqual([['desk', 'queue', item.id]])
  const { counts, items } = await listed()
  expect(items.find(({ id }: { id: string }) => id === item.id).hold.reason).toBe(receipt.reason)
  expect(counts.deposit).toBe(
    items.filter(({ hold }: { hold?: { remindAt: string } }) => !hold || hold.remindAt < inHours(0)).length,
  )
})

test('the reply of the client ends the hold', async () => {
  const { client, item } = await deposit()
  await post('hold', { ...item, ...receipt })
  const body = new FormData()
  body.set('text', 'Here it is')
  const path = `/user/wallet/transaction/${item.id}/reply`
  expect((await call('POST', path, { token: client.token, body })).status).toBe(200)
  expect(Date.parse((await queued(item.id)).hold.remindAt)).toBeLessThanOrEqual(Date.now())
})

test('a case assigned to a colleague stays assigned, and others may still decide it', async () => {
  const { item } = await deposit()
  const names = async (operator = kiran) =>
    (await call('GET', '/desk/queue/colleagues?kind=deposit', { token: operator.token })).body
  expect((await names()).operators).toEqual(expect.arrayContaining([{ _id: omar.id, name: 'Omar' }]))
  expect((await names()).operators.map(({ name }: { name: string }) => name)).not.toContain('Rita')
  expect((await names(reviewer)).operators).toBeUndefined()
  // Whoever requested something is not its second operator.
  const seconds = await call('GET', `/desk/queue/colleagues?kind=adjustment&makerId=${kiran.id}`, {
    token: reviewer.token,
  })
  const ids = seconds.body.operators.map(({ _id }: { _id: string }) => _id)
  expect(ids).not.toContain(kiran.id)
  expect(ids).not.toContain(reviewer.id)
  expect(ids.length).toBeGreaterThan(0)
  expect((await post('assign', { ...item, operatorId: omar.id })).status).toBe(200)
  await db.run("update queue_claim set taken_at = now() - interval '1 day' where item_id = $1", [item.id])
  await sweepClaims(db, queueSources(server.app.context.config))
  expect(await queued(item.id)).toMatchObject({ takenBy: 'Omar', takenById: omar.id, assigned: true })
  expect((await post('take', item)).status).toBe(409)
  expect((await post('take', item, omar)).status).toBe(200)
  expect((await post('take', { ...item, release: true }, omar)).status).toBe(200)
  expect(await queued(item.id)).toMatchObject({ takenBy: 'Omar', assigned: true })
  expect((await post('assign', item)).status).toBe(200)
  expect((await queued(item.id)).takenBy).toBeUndefined()
  const notHis = await post('assign', { ...item, operatorId: reviewer.id })
  expect(notHis).toMatchObject({ status: 422, body: queueErrors.notAssignable })
})

test('a decision ends hold and assignment, also one that was made at the same moment', async () => {
  const { item } = await deposit()
  await post('assign', { ...item, operatorId: omar.id })
  await post('hold', { ...item, ...receipt })
  const path = `/desk/wallet/transactions/${item.id}/approve`
  expect((await call('POST', path, { token: kiran.token, body: { reference: newUtr() } })).status).toBe(200)
  const left = () =>
    db.rows('select from queue_hold where item_id = $1 union all select from queue_claim where item_id = $1', [item.id])
  expect(await left()).toEqual([])
  await db.run("insert into queue_hold values ('deposit', $1, $2, now(), 'x', '', now() + interval '1 day')", [
    item.id,
    omar.id,
  ])
  await db.run("insert into queue_claim values ('deposit', $1, $2, now(), true)", [item.id, omar.id])
  await sweepClaims(db, queueSources(server.app.context.config))
  expect(await left()).toEqual([])
})

test('thirty operators who assign one case at once leave one assignment', async () => {
  const { item } = await deposit()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => post('assign', { ...item, operatorId: n % 2 ? omar.id : kiran.id })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await db.rows('select assigned from queue_claim where item_id = $1', [item.id])).toEqual([{ assigned: true }])
})

test('a disabled operator has no cases', async () => {
  const { item } = await deposit()
  const leaving = await newOperator(server, 'cashier')
  const admin = await newOperator(server, 'admin')
  await post('assign', { ...item, operatorId: leaving.id })
  await call('POST', `/desk/operators/${leaving.id}/disable`, { token: admin.token })
  expect((await queued(item.id)).takenBy).toBeUndefined()
  const given = await post('assign', { ...item, operatorId: leaving.id })
  expect(given).toMatchObject({ status: 422, body: queueErrors.notAssignable })
})

test('the target of each kind is a setting', async () => {
  const { item } = await deposit()
  const { since, dueAt } = await queued(item.id)
  expect(Date.parse(dueAt) - Date.parse(since)).toBe(2 * 3_600_000)
  expect(readConfig({ TARGET_HOURS: 'kyc=12, loan=72' }).targetHours).toEqual({
    ...queueRules.targetHours,
    kyc: 12,
    loan: 72,
  })
  for (const wrong of ['kyc', 'kyc=0', 'coffee=3', 'toString=3', 'kyc=1.5'])
    expect(() => readConfig({ TARGET_HOURS: wrong })).toThrow('TARGET_HOURS')
})
