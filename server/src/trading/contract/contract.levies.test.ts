import { emptyFile } from '../../../test/sent-file.ts'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import type { Sql } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { adjustLevies } from './contract.levies.ts'

const server = await testServer({ RATE_LIMITS: 'off', LENDING: 'off' })
const { db } = server
const desk = await tradingDesk(server)
const [day = '', ...days] = daysBefore(dayInIndia(new Date()), 10)
const client = await desk.client(20_000)

type Client = typeof client
type Exchange = 'NSE' | 'BSE'

/** An STT or stamp file with the total of a client in rupees. */
const levyFile = (
  levy: 'stt' | 'stamp',
  exchange: Exchange,
  on: string,
  amount: number,
  { ucc }: Client = client,
  sql: Sql = db,
) =>
  sql.run(
    `with ${emptyFile}, f as (insert into levy_file (id, levy, exchange, day, name, sha256, total, imported_by)
       values (gen_random_uuid(), $5, $6, $1, 'x', sha256(''), $4, $2) returning id)
     insert into levy_line (file_id, client_code, isin, bought, sold, intraday, amount) select id, $3, '', 10, 0, 0, $4 from f`,
    [on, desk.dealer.id, ucc, amount, levy, exchange],
  )
/** An STT file of NSE, until the contracts are compared with it. */
async function sttFile(amount: number): Promise<void> {
  await levyFile('stt', 'NSE', day, amount)
  await adjustLevies(server.app.context)
}
const stt = async () => (await levies(client, day))[0]
/** STT, stamp duty and the broker's part of each. */
const levies = async ({ id }: Client, on: string) => {
  const row = await db.row<Record<'stt' | 'stamp_duty' | 'stt_difference' | 'stamp_difference', bigint>>(
    'select stt, stamp_duty, stt_difference, stamp_difference from contract where client_id = $1 and day = $2 and reversed_at is null',
    [id, on],
  )
  // The trades show the same charges as their day.
  const apart = await db.rows(
    `select c.charges, sum(t.charges) from contract c join trade t on t.contract_id = c.id and t.reversal_id is null
      where c.client_id = $1 and c.day = $2 and c.reversed_at is null group by c.id having c.charges <> sum(t.charges)`,
    [id, on],
  )
  expect(apart).toEqual([])
  return [row?.stt, row?.stamp_duty, row?.stt_difference, row?.stamp_difference]
}
const cash = async ({ id }: Client = client) =>
  (await db.row<{ cash: bigint }>('select cash from client_ledger where client_id = $1', [id]))?.cash ?? 0n
const sumOf = async (account: string) =>
  (
    await db.row<{ paise: bigint }>(
      'select coalesce(sum(case $1 when credit then amount when debit then -amount end), 0)::bigint as paise from entry',
      [account],
    )
  )?.paise ?? 0n
const balanced = async () => expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])

test('the client pays what the newest STT file states, however often it changes, and the broker nothing', async () => {
  await desk.bookDay(day, [desk.deal(client, 'B', 10, '1500.10')])
  await sttFile(14)
  const before = (await cash()) + 1400n
  for (const amount of [14, 17, 12, 14, 16]) {
    await sttFile(amount)
    const paise = BigInt(amount * 100)
    expect([await stt(), await sumOf('stt'), await sumOf('levy_difference')]).toEqual([paise, paise, 0n])
    expect(await cash()).toBe(before - paise)
  }
  expect(await db.rows('select from contract_fault')).toEqual([])
  // A newer trade file books the day again, with the whole of the final figure.
  await desk.bookDay(day, [desk.deal(client, 'B', 10, '1500.20')])
  await eventually(async () => (await stt()) === 1600n)
  expect([await sumOf('stt'), await sumOf('levy_difference')]).toEqual([1600n, 0n])
  await balanced()
})

test('trades that a newer file gives to another client are computed for that client only', async () => {
  const [wrong, right] = [await desk.client(20_000), await desk.client(20_000)]
  const on = days.shift() ?? ''
  const bought = desk.deal(wrong, 'B', 10, '1500.10')
  await desk.bookDay(on, [bought])
  await desk.bookDay(on, [{ ...bought, client: right.ucc }])
  await levyFile('stt', 'NSE', on, 15, right)
  const { files: listed } = (await server.call('GET', '/desk/levy-files', { token: desk.dealer.token })).body
  expect(listed).toContainEqual(expect.objectContaining({ day: on, total: '15.00', computed: '15.00' }))
  await adjustLevies(server.app.context)
})

test('an import that began before another one and ends after it is compared too', async () => {
  const own = await desk.client(20_000)
  const on = days.shift() ?? ''
  await desk.bookDay(on, [desk.deal(own, 'B', 10, '1500.10')])
  await db.transaction(async (tx) => {
    await tx.row('select now()')
    await levyFile('stt', 'NSE', on, 14, own)
    await adjustLevies(server.app.context)
    await levyFile('stt', 'NSE', on, 17, own, tx)
  })
  await adjustLevies(server.app.context)
  expect(await levies(own, on)).toEqual([1700n, 225n, 0n, 0n])
})

type Given = readonly [exchange: Exchange, stt: number, stamp: number]
/** Files before the booking, files after it each compared at once or all together, then what the client pays. */
const orders: readonly [string, readonly Given[], readonly Given[], boolean, readonly bigint[]][] = [
  [
    'BSE, then NSE, after the booking',
    [],
    [
      ['BSE', 7, 1.5],
      ['NSE', 14, 2],
    ],
    true,
    [2100n, 350n],
  ],
  [
    'NSE twice, then BSE twice, after the booking',
    [],
    [
      ['NSE', 14, 2],
      ['NSE', 17, 3],
      ['BSE', 7, 1.5],
      ['BSE', 6, 1.5],
    ],
    true,
    [2300n, 450n],
  ],
  [
    'both and a correction together after the booking',
    [],
    [
      ['NSE', 14, 2],
      ['BSE', 7, 1.5],
      ['NSE', 17, 3],
    ],
    false,
    [2400n, 450n],
  ],
  [
    'NSE twice before the booking, BSE and corrections of both after it',
    [
      ['NSE', 13, 1],
      ['NSE', 14, 2],
    ],
    [
      ['BSE', 7, 1.5],
      ['BSE', 9, 1],
      ['NSE', 13, 2],
    ],
    true,
    [2200n, 300n],
  ],
]

test.each(orders)('the client pays the newest file of each exchange: %s', async (_, before, after, each, expected) => {
  const own = await desk.client(30_000)
  const on = days.shift() ?? ''
  const [cashBefore, sttBefore, stampBefore, brokerBefore] = [
    await cash(own),
    await sumOf('stt'),
    await sumOf('stamp_duty'),
    await sumOf('levy_difference'),
  ]
  const send = async ([exchange, sttOf, stampOf]: Given) => {
    await levyFile('stt', exchange, on, sttOf, own)
    await levyFile('stamp', exchange, on, stampOf, own)
  }
  await desk.record(on, [desk.deal(own, 'B', 10, '1500.10')])
  await desk.record(on, [desk.deal(own, 'B', 5, '1500.00', { series: 'A' })], 'BSE')
  for (const one of before) await send(one)
  await desk.book(on, {})
  const rest =
    (await db.row<{ net: bigint }>('select net + stt + stamp_duty as net from contract where client_id = $1', [own.id]))
      ?.net ?? 0n
  for (const one of after) {
    await send(one)
    if (each) await adjustLevies(server.app.context)
  }
  await adjustLevies(server.app.context)
  await adjustLevies(server.app.context)
  const [stt = 0n, stamp = 0n, ...ofBroker] = await levies(own, on)
  expect([[stt, stamp], ofBroker]).toEqual([expected, [0n, 0n]])
  expect((await cash(own)) - cashBefore).toBe(rest - stt - stamp)
  expect((await sumOf('stt')) - sttBefore).toBe(stt)
  expect((await sumOf('stamp_duty')) - stampBefore).toBe(stamp)
  expect(await sumOf('levy_difference')).toBe(brokerBefore)
  await balanced()
})

test('a client for whom it fails does not hold up the others, and follows once it works', async () => {
  const clients = [await desk.client(20_000), await desk.client(20_000)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [first, second] = clients as [Client, Client]
  const on = days.shift() ?? ''
  await desk.bookDay(on, [desk.deal(first, 'B', 10, '1500.10'), desk.deal(second, 'B', 10, '1500.10')])
  const [before] = await levies(first, on)
  await db.run(`alter table contract add constraint fails check (client_id <> '${first.id}') not valid`)
  await db.transaction(async (tx) => {
    await levyFile('stt', 'NSE', on, 14, first, tx)
    await tx.run(
      `insert into levy_line (file_id, client_code, isin, bought, sold, intraday, amount)
       select file_id, $2, isin, bought, sold, intraday, amount from levy_line where client_code = $1`,
      [first.ucc, second.ucc],
    )
  })
  await expect(adjustLevies(server.app.context)).rejects.toThrow('fails')
  expect([(await levies(first, on))[0], (await levies(second, on))[0]]).toEqual([before, 1400n])
  await db.run('alter table contract drop constraint fails')
  await adjustLevies(server.app.context)
  expect([(await levies(first, on))[0], (await levies(second, on))[0]]).toEqual([1400n, 1400n])
  await balanced()
})
