import { settlementErrors, type SettlementLine, type SettlementList } from '@sauda/contract/money/settlement'
import { idempotencyErrors } from '@sauda/contract/core/idempotency'
import { expect, test } from 'vitest'
import { moneyClient, moneyClients, type MoneyClient } from '../../test/money.ts'
import { establishedOperator } from '../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank, settleToday } from '../../test/payout.ts'
import { newUtr } from '../../test/reconciliation.ts'
import { testServer } from '../../test/server.ts'
import { tradeSteps } from '../../test/trade.ts'
import { tamper } from '../../test/tamper.ts'
import { walletSteps } from '../../test/wallet.ts'
import { attachmentPlace } from '../core/mail/mail.ts'
import { requireRow, type Sql } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { settleClients, settlementList } from '../money/payout/settlement.ts'
import { settlementRows } from '../money/payout/settlement.sql.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const dealer = await establishedOperator(server, 'dealer', 'Dev')
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const { buy } = tradeSteps(server, dealer)
const desk = atPayouts(server, kiran)
const bankId = await payingBank(server)

const list = async (day = '') =>
  (await call('GET', `/desk/settlements${day && `?day=${day}`}`, { token: kiran.token })).body
const lineOf = async (client: MoneyClient, day?: string): Promise<SettlementLine | undefined> =>
  (await list(day)).lines.find(({ clientId }: SettlementLine) => clientId === client.id)
const settleWith = (headers: Record<string, string>, day: string, ...clients: readonly MoneyClient[]) => {
  const body = { day, bankId, clients: clients.map(({ id }) => id) }
  return call('POST', '/desk/settlements', { token: kiran.token, body, headers })
}
const settle = (day: string, ...clients: readonly MoneyClient[]) => settleWith({}, day, ...clients)
const retain = (day: string, client: MoneyClient, amount: number, reason = 'margin') =>
  call('POST', '/desk/settlements/retentions', {
    token: kiran.token,
    body: { day, clientId: client.id, amount, reason },
  })
const { wallet } = walletSteps(server, kiran)
async function attachmentTo({ email }: MoneyClient) {
  const {
    id,
    attachment,
    attachment_name: name,
  } = await requireRow(
    db.row<{ id: string; attachment: Buffer; attachment_name: string }>(
      'select id, attachment, attachment_name from mail where recipient = $1 and attachment is not null order by id desc',
      [email],
    ),
  )
  return { name, bytes: server.app.context.secret.decrypt('mail', attachment, attachmentPlace(id)) }
}
/** Opened before the days without a trade that make a client inactive. */
async function idle(rupees: number): Promise<MoneyClient> {
  const client = await moneyClient(server, { rupees })
  await db.run("update client set created_at = now() - interval '40 days' where id = $1", [client.id])
  return client
}

/** With a trade of today. */
async function active(rupees: number, frequency: 'monthly' | 'quarterly' = 'quarterly'): Promise<MoneyClient> {
  const client = await moneyClient(server, { rupees: rupees + 100 })
  await buy(client, 'TCS', 1, 100)
  await db.run(
    `insert into setting_request (id, client_id, kind, value, status, decided_by, decided_at, created_at)
     values (gen_random_uuid(), $1, 'settlement', jsonb_build_object('frequency', $2::text), 'in_force', $3, now(), now())`,
    [client.id, frequency, kiran.id],
  )
  return client
}

test('a date lists the clients of its frequency, and inactive clients on every monthly date', async () => {
  const [monthly, quarterly] = [await active(1000, 'monthly'), await active(2000)]
  const [inactive, bookedLate] = [await idle(3000), await idle(4000)]
  await buy(bookedLate, 'TCS', 1, 100)
  await tamper(server, "update trade set traded_at = now() - interval '31 days' where client_id = $1", [bookedLate.id])
  const later = '2027-02-05'
  expect((await list(later)).kinds).toEqual(['monthly'])
  expect(await lineOf(monthly, later)).toMatchObject({ frequency: 'monthly', funds: 1000, payable: 1000 })
  expect(await lineOf(quarterly, later)).toMatchObject({ inactive: true })
  await db.run("delete from calendar_day where kind in ('monthly', 'quarterly') and day < '2027-01-01'")
  const day = await settleToday(server)
  await db.run("delete from calendar_day where kind = 'quarterly' and day = $1", [day])
  expect((await list()).day).toBe(day)
  expect(await lineOf(monthly)).toMatchObject({ inactive: false })
  expect(await lineOf(quarterly)).toBeUndefined()
  expect(await lineOf(inactive)).toMatchObject({ frequency: 'quarterly', inactive: true, payable: 3000 })
  expect(await lineOf(bookedLate)).toMatchObject({ inactive: true, payable: 3900 })
})

test('the list becomes a batch of marked withdrawals, and each client gets the statement with what was retained', async () => {
  const day = await settleToday(server)
  const [one, inactive] = [await active(80_000), await idle(500)]
  expect((await retain(day, one, 80_001)).body).toEqual(settlementErrors.retainedTooMuch)
  expect((await retain(day, inactive, 100)).body).toEqual(settlementErrors.inactiveRetained)
  expect((await retain(day, one, 100, 'an unpaid charge')).status).toBe(400)
  expect((await retain(day, one, 20_000)).status).toBe(200)
  expect(await lineOf(one)).toMatchObject({
    funds: 80_000,
    retained: 20_000,
    retentionReason: 'margin',
    payable: 60_000,
  })

  const { body } = await settle(day, one, inactive)
  expect(body).toMatchObject({ settled: 2, batch: { status: 'prepared', all: { count: 2, amount: 60_500 } } })
  expect(await wallet(one)).toMatchObject({ balance: 20_000, withheld: 60_000 })
  const mail = await mailTo(one.email)
  expect(mail?.subject).toBe('Quarterly settlement: ₹60,000.00 to your bank')
  expect(mail?.text).toContain('₹20,000.00 was retained. Reason: Margin of open positions')
  expect(mail?.text).toContain('The statement of settlement and retention is attached as a PDF.')
  const [own, other] = [await attachmentTo(one), await attachmentTo(inactive)]
  expect(own.name).toBe(`settlement-${day}.pdf`)
  for (const { bytes } of [own, other]) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(own.bytes.equals(other.bytes)).toBe(false)
  expect((await mailTo(inactive.email))?.text).toContain('You have not traded for 30 days')
  expect((await settle(day, one)).body.message).toMatch(/^SD\d+: already settled on this date$/)
  expect(await lineOf(one)).toMatchObject({ settled: true, retained: 20_000, payable: 60_000 })

  const { transactions } = (await call('GET', `/user/wallet/transactions/${one.id}`, { token: one.token })).body
  expect(transactions[0]).toMatchObject({ type: 'withdrawal', settlement: 'quarterly', status: 'pending' })
  const { steps } = (await call('GET', `/user/wallet/transaction/${transactions[0]._id}`, { token: one.token })).body
  expect(steps[0].what).toBe('Quarterly settlement of your unused funds: ₹60,000.00')

  expect((await desk.decide(body.batch.proposalId, omar)).status).toBe(200)
  const { payouts } = await desk.batch(body.batch._id)
  const nameOf = (client: MoneyClient) =>
    (payouts as unknown as { clientId: string; transactionId: string }[]).find((each) => each.clientId === client.id)
      ?.transactionId ?? ''
  await desk.answer(
    body.batch._id,
    [hdfcLine(nameOf(one), '60000.00', newUtr()), hdfcLine(nameOf(inactive), '500.00', '', 'R', 'CLOSED')].join('\n'),
  )
  await desk.decide((await desk.batch(body.batch._id)).proposalId, omar)
  expect(await wallet(one)).toMatchObject({ balance: 20_000, withheld: 0 })
  // The bank returned it, so it can be settled again.
  expect(await lineOf(inactive)).toMatchObject({ settled: false, payable: 500 })
  expect((await settle(day, inactive)).body.settled).toBe(1)
})

test('of 30 settlements of a client at once exactly one makes a withdrawal, and none on another day', async () => {
  const day = await settleToday(server)
  const client = await active(1000)
  const answers = await Promise.all(Array.from({ length: 30 }, () => settle(day, client)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.map(({ status }) => status)).not.toContain(500)
  expect(await wallet(client)).toMatchObject({ balance: 0, withheld: 1000 })
  expect((await settle('2027-02-05', await active(1000))).body).toEqual(settlementErrors.notOpen)
})

test('under one key clients are settled once: other clients under it are rejected, and a repetition settles nobody', async () => {
  const day = await settleToday(server)
  const [first, without, other] = [
    await active(1000),
    await moneyClient(server, { rupees: 300, bank: false }),
    await active(700),
  ]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const settled = await settleWith(key, day, first, without)
  expect(settled.body).toMatchObject({ settled: 1, left: [expect.stringContaining('no bank details')] })
  expect((await settleWith(key, day, other)).body).toEqual(idempotencyErrors.keyReused)
  expect(await wallet(other)).toMatchObject({ balance: 700, withheld: 0 })
  await db.run(
    `insert into bank_details (client_id, holder_name, account_number, ifsc)
     select $1, holder_name, account_number, ifsc from bank_details where client_id = $2`,
    [without.id, first.id],
  )
  expect((await settleWith(key, day, first, without)).body).toEqual(settled.body)
  expect(await wallet(without)).toMatchObject({ balance: 300, withheld: 0 })
})

test('amounts below ₹1 are not settled, and a client created today is not inactive', async () => {
  await settleToday(server)
  const [small, fresh] = [await moneyClient(server, { rupees: 0.99 }), await moneyClient(server, { rupees: 1 })]
  expect(await lineOf(small)).toBeUndefined()
  expect(await lineOf(fresh)).toMatchObject({ inactive: false, payable: 1 })
})

test('a client without bank details, and a retained balance, move nothing', async () => {
  const day = await settleToday(server)
  const without = await moneyClient(server, { rupees: 1000, bank: false })
  expect((await settle(day, without)).body.message).toMatch(/no bank details/)
  const kept = await active(700)
  await retain(day, kept, 700, 'payIn')
  const { body } = await settle(day, kept)
  expect(body).toEqual({ settled: 1, left: [] })
  expect(await wallet(kept)).toMatchObject({ balance: 700, withheld: 0 })
  expect((await mailTo(kept.email))?.subject).toBe('Quarterly settlement: your funds are retained')
})

test('chosen clients that cannot be settled are named, and the others are settled', async () => {
  const day = await settleToday(server)
  const [ready, without] = [await active(900), await moneyClient(server, { rupees: 1000, bank: false })]
  const { status, body } = await settle(day, ready, without)
  expect([status, body.settled]).toEqual([200, 1])
  expect(body.left).toEqual([expect.stringMatching(/^SD\d+: no bank details/)])
  expect(await wallet(without)).toMatchObject({ balance: 1000, withheld: 0 })
})

test('a settlement that ended before its batch was made goes on when it is repeated', async () => {
  const day = await settleToday(server)
  const [first, second] = [await active(400), await active(600)]
  const { context } = server.app
  const interrupted = { day, bankId, clients: [first.id] }
  const operator = { ...kiran, rights: [] } as unknown as CurrentOperator
  await db.transaction((keyTx) =>
    settleClients(context, keyTx, {
      body: interrupted,
      operator,
      ip: '127.0.0.1',
    }),
  )
  expect(await wallet(first)).toMatchObject({ balance: 0, withheld: 400 })
  const { body } = await settle(day, first, second)
  expect(body).toMatchObject({ settled: 2, batch: { all: { count: 2, amount: 1000 } } })
  expect((await settle(day, first, second)).status).toBe(409)
})

test('the list has every client on some page, those still open first', async () => {
  const day = await settleToday(server)
  await moneyClients(server, 6, { rupees: 200 })
  const seen: SettlementLine[] = []
  let after: string | undefined
  do {
    const page = await settlementList(server.app.context, db, kiran, { day, after, limit: 4 })
    seen.push(...page.lines)
    after = page.next
  } while (after !== undefined)
  const all = (await list(day)) as SettlementList
  expect(seen.map(({ clientId }) => clientId)).toEqual(all.lines.map(({ clientId }) => clientId))
  const open = seen.filter(({ settled }) => !settled)
  expect(all.open).toBe(open.length)
  expect(open.length).toBeGreaterThan(5)
  expect(seen.slice(0, open.length)).toEqual(open)
})

test('the settlement of some clients reads the trades of these only', async () => {
  const { id } = await server.newClient()
  const explaining: Sql = { ...db, rows: (text, values) => db.rows(`explain ${text}`, values) }
  const search = { day: '2026-12-04', kinds: ['monthly' as const], minimum: 100n }
  expect(JSON.stringify(await settlementRows(explaining, { ...search, clientIds: [id] }))).toMatch(/\(client_id = ANY/)
  expect(JSON.stringify(await settlementRows(explaining, { ...search, clientIds: null }))).not.toMatch(
    /client_id = ANY/,
  )
})
