import { randomUUID } from 'node:crypto'
import { type SettlementLine, settlementRules } from '@sauda/contract/money/settlement'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClients, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { payingBank, settleToday } from '../../../test/payout.ts'
import { testServer } from '../../../test/server.ts'
import { lockedFigures } from '../../core/ledger/ledger.ts'
import { settlementList } from './settlement.ts'

/** The full size of a broker: `SETTLEMENT_CLIENTS=6000`, of which 300 withdraw at the same time. */
const howMany = Number(process.env['SETTLEMENT_CLIENTS'] ?? 120)
const howManyWithdraw = Math.min(300, howMany / 4)
const atOnce = 30
const perPage = howMany > 1000 ? settlementRules.clients : 25

const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const bankId = await payingBank(server)

const deadlocks = async () => {
  await db.run('select pg_stat_clear_snapshot()')
  const row = await db.row<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks
}
const waitingSql = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

async function withdrawAll(clients: readonly MoneyClient[]): Promise<number[]> {
  const statuses: number[] = []
  for (const some of chunks(clients, atOnce)) {
    const answers = await Promise.all(
      some.map(({ id, token }) => call('POST', '/user/wallet/withdraw', { token, body: { id, amount: 100 } })),
    )
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses
}

const settle = (day: string, lines: readonly SettlementLine[], key: string = randomUUID()) =>
  call('POST', '/desk/settlements', {
    token: kiran.token,
    body: { day, bankId, clients: lines.map(({ clientId }) => clientId) },
    headers: { 'idempotency-key': key },
  })

/** Page after page of those still open, as the desk does. */
async function settleAll(day: string): Promise<number> {
  let settled = 0
  for (;;) {
    const { lines } = await settlementList(server.app.context, db, kiran, { day, limit: perPage })
    const open = lines.filter((line) => !line.settled)
    if (open.length === 0) return settled
    const { status, body } = await settle(day, open)
    expect([status, body.message]).toEqual([200, undefined])
    settled += body.settled
  }
}

test('a withdrawal locks the ledger before anything else, as a settlement and a closing do', async () => {
  const [client] = await moneyClients(server, 1, { rupees: 100 })
  if (!client) throw new Error('no client')
  const withdrawal = { token: client.token, body: { id: client.id, amount: 100 } }
  const answer = await db.transaction(async (tx) => {
    await lockedFigures(tx, client.id)
    const sent = call('POST', '/user/wallet/withdraw', withdrawal)
    await eventually(async () => (await db.rows(waitingSql)).length > 0)
    // The lock that a new request of the client takes next; an error if the withdrawal holds it.
    await tx.run('select from wallet_count where client_id = $1 for no key update nowait', [client.id])
    return { sent }
  })
  expect((await answer.sent).status).toBe(200)
})

test(`${howMany} clients are settled without a deadlock while ${howManyWithdraw} of them withdraw`, async () => {
  const day = await settleToday(server)
  const clients = await moneyClients(server, howMany, { rupees: 500 })
  const before = await deadlocks()
  const withdrawing = clients.filter((_, n) => n % (howMany / howManyWithdraw) === 0)
  const [settled, statuses] = await Promise.all([settleAll(day), withdrawAll(withdrawing)])
  expect(settled).toBe(howMany)
  // Too late for those whose balance is settled.
  expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([])
  expect(await deadlocks()).toBe(before)
  const figures = await db.row<{ cash: bigint; withheld: bigint; clients: bigint }>(
    `select sum(cash)::bigint as cash, sum(withheld)::bigint as withheld, count(*) as clients from client_ledger
      where client_id = any ($1)`,
    [clients.map(({ id }) => id)],
  )
  expect(figures).toEqual({ cash: 0n, withheld: BigInt(howMany) * 50_000n, clients: BigInt(howMany) })
  const unbatched = await db.rows('select from wallet_request where settlement is not null and payout_batch_id is null')
  expect(unbatched).toEqual([])
}, 1_800_000)
