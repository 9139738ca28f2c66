import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { bookChecks } from '../../checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', LENDING: 'off' })
const { db } = server
const desk = await tradingDesk(server)
const [day = ''] = daysBefore(dayInIndia(new Date()), 3)
const client = await desk.client(20_000)

let files = 0
/** An STT file of the day with the total of the client, until the contracts are compared with it. */
async function sttFile(amount: number): Promise<void> {
  await db.run(
    `with f as (insert into levy_file (id, levy, exchange, day, name, sha256, content, total, imported_by)
       values (gen_random_uuid(), 'stt', 'NSE', $1, 'x', sha256($5::text::bytea), '', $4, $2) returning id)
     insert into levy_line (file_id, client_code, isin, bought, sold, intraday, amount) select id, $3, '', 10, 0, 0, $4 from f`,
    [day, desk.dealer.id, client.ucc, amount, String(++files)],
  )
  const compared =
    'select from trade_day d where day = $1 and levied_at = (select max(imported_at) from levy_file f where f.day = d.day)'
  await eventually(async () => (await db.rows(compared, [day])).length === 1)
}
const stt = async () =>
  (await db.row<{ stt: bigint }>('select stt from contract where client_id = $1 and reversed_at is null', [client.id]))
    ?.stt
const cash = async () =>
  (await db.row<{ cash: bigint }>('select cash from client_ledger where client_id = $1', [client.id]))?.cash
const sumOf = async (account: string) =>
  (
    await db.row<{ paise: bigint }>(
      'select coalesce(sum(case $1 when credit then amount when debit then -amount end), 0)::bigint as paise from entry',
      [account],
    )
  )?.paise

test('a later STT file that differs again is the broker’s: contracts and levy_difference together equal the file', async () => {
  await desk.bookDay(day, [desk.deal(client, 'B', 10, '1500.10')])
  await sttFile(14)
  expect([await stt(), await sumOf('levy_difference')]).toEqual([1400n, 0n])
  const adjusted = await cash()
  for (const [amount, difference] of [
    [17, -300n],
    [12, 200n],
    [14, 0n],
    [16, -200n],
  ] as const) {
    await sttFile(amount)
    expect([await stt(), await sumOf('levy_difference')]).toEqual([1400n, difference])
    expect(await sumOf('stt')).toBe(BigInt(amount * 100))
  }
  expect(await cash()).toBe(adjusted)
  expect(await db.rows('select from contract_fault')).toEqual([])
  // A newer trade file books the day again, with the whole of the final figure.
  await desk.bookDay(day, [desk.deal(client, 'B', 10, '1500.20')])
  await eventually(async () => (await stt()) === 1600n)
  expect([await sumOf('stt'), await sumOf('levy_difference')]).toEqual([1600n, 0n])
  expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])
})
