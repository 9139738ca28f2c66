import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fund, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { bookContract } from '../../core/ledger/clearing.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { searchPage, selectMonths, selectPage } from './statement.sql.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const dealer = await newOperator(server, 'admin')
const { buy, sell } = tradeSteps(server, dealer)

const get = ({ token }: MoneyClient, path: string) => server.call('GET', path, { token })
const page = async (client: MoneyClient, query: Record<string, string> = {}) =>
  (await get(client, `/user/statement/${client.id}/events?${new URLSearchParams(query)}`)).body
const { ask } = walletSteps(server, dealer)

/** Gives the client's journals these times, the earliest first. */
const moveTo = (client: MoneyClient, times: readonly string[]) =>
  tamper(
    server,
    `update journal j set at = t.at from (
       select n.id, ($2::timestamptz[])[row_number() over (order by n.at)] as at from journal n where n.client_id = $1) t
      where t.id = j.id`,
    [client.id, times],
  )

test('each event is one row with the balance after it, its reference and its entries', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const trade = await buy(client, 'TCS', 2, 1500)
  await sell(trade, 1, 1700)
  const { transactionId } = await ask(client, 'withdraw', { amount: 500 })
  const { events, range, months, hasMore } = await page(client)
  expect(events.map(({ title, amount, balance }: Record<string, unknown>) => [title, amount, balance])).toEqual([
    ['Withdrawal requested', -500, 8200],
    ['Sold', 1700, 8700],
    ['Bought', -3000, 7000],
    ['Funds added', 10_000, 10_000],
  ])
  expect(events[0]).toMatchObject({
    reference: transactionId,
    figures: { cash: 8200, invested: 1500, loan: 0, cashback: 0, withheld: 500 },
    entries: [{ label: 'Withdrawal requested', debit: 'cash', credit: 'withheld', amount: 500 }],
  })
  expect(events[1]).toMatchObject({
    reference: expect.stringMatching(/^TRD\d+$/),
    reason: expect.stringContaining('TCS'),
    entries: [
      { label: 'Sale: your cost back', debit: 'invested', credit: 'cash', amount: 1500 },
      { label: 'Sale: profit', debit: 'clearing', credit: 'cash', amount: 200 },
    ],
  })
  expect(range).toEqual({ opening: 0, closing: 8200 })
  expect(months).toEqual([
    { month: expect.stringMatching(/^\d{4}-\d\d$/), opening: 0, moneyIn: 11_700, moneyOut: 3500, closing: 8200 },
  ])
  expect(hasMore).toBe(false)
})

test('a range has its opening and closing balance, and each month its totals; days are days in India', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  for (const rupees of [200, 300, 400]) await fund(server, client.id, rupees)
  await moveTo(client, [
    '2026-03-31T18:29:59.999Z', // 31 March, one moment before midnight
    '2026-03-31T18:30:00Z', // 1 April
    '2026-04-30T18:29:59Z', // 30 April
    '2026-06-15T06:00:00Z',
  ])
  expect(await page(client, { from: '2026-04-01', to: '2026-04-30' })).toMatchObject({
    range: { opening: 100, closing: 600 },
    months: [{ month: '2026-04', opening: 100, moneyIn: 500, moneyOut: 0, closing: 600 }],
    events: [{ balance: 600 }, { balance: 300 }],
  })
  expect((await page(client, { from: '2026-03-01', to: '2026-03-31' })).events).toHaveLength(1)
  expect((await page(client, { to: '2026-03-31' })).range).toEqual({ opening: 0, closing: 100 })
  expect(await page(client, { from: '2026-05-01', to: '2026-05-31' })).toEqual({
    range: { opening: 600, closing: 600 },
    months: [],
    events: [],
    hasMore: false,
  })
  const all = await page(client)
  expect(all.months.map(({ month, opening, closing }: Record<string, unknown>) => [month, opening, closing])).toEqual([
    ['2026-03', 0, 100],
    ['2026-04', 100, 600],
    ['2026-06', 600, 1000],
  ])
})

test('reads pages without gaps or repetition, and the months of each page in full', async () => {
  const client = await moneyClient(server, { rupees: 1 })
  for (let n = 2; n <= 120; n++) await fund(server, client.id, n)
  const first = await page(client)
  expect([first.events.length, first.hasMore]).toEqual([50, true])
  await fund(server, client.id, 5)
  const second = await page(client, { before: first.events[49].journalId })
  expect(second.range).toBeUndefined()
  expect(second.months).toEqual([{ ...first.months[0], moneyIn: 7265, closing: 7265 }])
  const third = await page(client, { before: second.events[49].journalId })
  expect([third.events.length, third.hasMore]).toEqual([20, false])
  const amounts = [first, second, third].flatMap(({ events }) => events.map(({ amount }: { amount: number }) => amount))
  expect(amounts).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n))
})

test('finds events by title, reason, reference and amount, also of an entry; % and _ are plain characters', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const trade = await buy(client, 'TCS', 2, 1500)
  await sell(trade, 1, 1700)
  const { transactionId } = await ask(client, 'withdraw', { amount: 500 })
  const found = async (search: string) =>
    (await page(client, { search })).events.map(({ title }: { title: string }) => title)
  expect(await found('tcs')).toEqual(['Sold', 'Bought'])
  expect(await found('funds ADDED')).toEqual(['Funds added'])
  expect(await found(transactionId.toLowerCase())).toEqual(['Withdrawal requested'])
  expect(await found('₹1,700.00')).toEqual(expect.arrayContaining(['Sold']))
  expect(await found('200')).toEqual(['Sold'])
  expect(await found('%')).toEqual([])
  expect(await found('_')).toEqual([])
  expect((await page(client, { search: 'tcs' })).months).toEqual([])
})

test('finds the entry of a day by the stock and the reference of a trade in it', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const { _id, tradeId } = await buy(client, 'TCS', 2, 1500)
  const noteId = newId()
  await server.db.transaction(async (tx) => {
    await tx.run(
      `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst)
       values ($1, $2, '2026-11-20', 0, 0, 2000, 0, 0, 0, 0, 0)`,
      [noteId, client.id],
    )
    const charges = { brokerage: 2000n, gst: 0n, stt: 0n, stampDuty: 0n, exchangeCharges: 0n, sebiFee: 0n }
    const trades = { purchases: [], sales: [], intraday: [] }
    await bookContract(tx, { clientId: client.id, noteId, reason: 'Trades of 20 Nov 2026', charges, trades })
  })
  await tamper(server, 'update trade set contract_id = $2 where id = $1', [_id, noteId])
  const day = 'Trades and charges of 20 Nov 2026'
  const found = async (search: string) =>
    (await page(client, { search })).events.map(({ title }: { title: string }) => title)
  expect(await found('tcs')).toContain(day)
  expect(await found(tradeId)).toContain(day)
  expect(await found('INFY')).toEqual([])
  // As booked, for the checks of the books below.
  await tamper(server, 'update trade set contract_id = null where id = $1', [_id])
})

test('rejects days that are no dates, a range in the wrong order, long searches and unknown positions', async () => {
  const client = await moneyClient(server, { rupees: 10 })
  const queries: Record<string, string>[] = [
    { from: '2026-02-30' },
    { to: '1 March' },
    { from: '2026-03-02', to: '2026-03-01' },
    { search: 'x'.repeat(61) },
    { before: 'x' },
  ]
  for (const query of queries)
    expect((await get(client, `/user/statement/${client.id}/events?${new URLSearchParams(query)}`)).status).toBe(400)
})

test('an event of another client does not exist, as an address and as a position', async () => {
  const [client, other] = [await moneyClient(server, { rupees: 10 }), await moneyClient(server, { rupees: 20 })]
  const { journalId } = (await page(other)).events[0]
  expect((await get(client, `/user/statement/${client.id}/events/${journalId}`)).status).toBe(404)
  expect((await get(client, `/user/statement/${other.id}/events`)).status).toBe(404)
  expect((await get(other, `/user/statement/${other.id}/events/${journalId}`)).body).toMatchObject({ balance: 20 })
  expect((await page(client, { before: journalId })).events).toEqual((await page(client)).events)
})

test('a journal is later than the previous one even if the clock was set back', async () => {
  const client = await moneyClient(server, { rupees: 10 })
  await tamper(server, "update journal set at = now() + interval '1 day' where client_id = $1", [client.id])
  await tamper(server, "update client_ledger set booked_at = now() + interval '1 day' where client_id = $1", [
    client.id,
  ])
  await fund(server, client.id, 20)
  expect((await page(client)).events.map(({ balance }: { balance: number }) => balance)).toEqual([30, 10])
})

test.each(['cash', 'invested', 'loan', 'cashback', 'withheld'])(
  'the books name a journal whose stored %s differs from its entries',
  async (account) => {
    const client = await moneyClient(server, { rupees: 10 })
    await fund(server, client.id, 20)
    const [, last] = await server.db.rows<{ id: string }>('select id from journal where client_id = $1 order by at', [
      client.id,
    ])
    const change = (sign: string) =>
      tamper(server, `update journal set ${account} = ${account} ${sign} 1 where id = $1`, [last?.id])
    const books = async () => (await server.call('GET', '/desk/books', { token: dealer.token })).body
    await change('+')
    const { balanced, differences } = await books()
    await change('-')
    const entries = account === 'cash' ? 30 : 0
    expect([balanced, differences]).toEqual([
      false,
      [
        {
          what: expect.stringMatching(
            new RegExp(`^${account} of SD\\d+ after journal ${last?.id} \\(deposit\\.approved\\)$`),
          ),
          clientId: client.id,
          shown: entries + 0.01,
          entries,
        },
      ],
    ])
    expect((await books()).balanced).toBe(true)
  },
)

test('any page and month of 50 000 events is one index scan, without sorting the others', async () => {
  const client = await moneyClient(server)
  await tamper(
    server,
    `insert into journal (id, event, client_id, cause_id, at, cash, invested, loan, cashback, withheld)
     select gen_random_uuid(), 'deposit.approved', $1, gen_random_uuid(), timestamptz '2024-01-01' + n * interval '10 minutes',
            n, 0, 0, 0, 0 from generate_series(1, 50000) n`,
    [client.id],
  )
  await server.db.run('vacuum analyze')
  const month = { from: '2024-06-01', to: '2024-06-30' }
  const plansOf = async (sql: Sql) => {
    const plans: string[] = []
    const explaining: Sql = {
      ...sql,
      rows: async (text, values) => {
        const lines = await sql.rows<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
        return []
      },
    }
    await selectPage(explaining, client.id, { from: null, to: null }, null)
    await selectPage(explaining, client.id, month, randomUUID())
    await searchPage(explaining, client.id, month, null, { pattern: '%x%', events: [], amount: null })
    await selectMonths(explaining, client.id, month)
    expect(plans).toHaveLength(4)
    return plans
  }
  const plans = await plansOf(server.db)
  for (const plan of plans) {
    expect(plan).toContain('journal_statement')
    expect(plan).not.toContain('Seq Scan on journal')
  }
  for (const plan of plans.slice(0, 3)) expect(plan).not.toMatch(/Sort/)
  // The other tables have a few rows here, and those may be read in any way once they are analysed.
  const withoutScans = await server.db.transaction(async (tx) => {
    await tx.run('set local enable_seqscan = off')
    return plansOf(tx)
  })
  for (const plan of withoutScans) expect(plan).not.toMatch(/Seq Scan on (?:journal|trade|wallet_request|charge)/)
  await tamper(server, 'delete from journal where client_id = $1', [client.id])
})
