import { emptyFile } from '../../../test/sent-file.ts'
import { exchangeFileErrors } from '@sauda/contract/trading/exchange-file'
import { expect, test } from 'vitest'
import { raceAtLock, waitingForLocks } from '../../../test/race.ts'
import { eventually } from '../../../test/events.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareB, tradingDesk } from '../../../test/trading.ts'
import { tradeFileForm, tradeFileName, tradeFileText } from '../../../test/trade-file.ts'
import { dayInIndia } from '../../platform/india.ts'
import { recordFiles } from '../exchange-file/exchange-file.book.ts'

/** What happens between the file of a trade day and its booking, or meanwhile. */

const server = await testServer(
  { RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV' },
  { without: ['trade files of the exchanges', 'booking of trade days'] },
)
const { db } = server
const { admin, post, done, client, deal, record, bookReleased, book, bookDay, balanced, wallet } =
  await tradingDesk(server)
const days = daysBefore(dayInIndia(new Date()), 14)
const nextDay = () => days.shift() ?? ''
const buyOf = ({ id }: { id: string }, day: string) => ({
  clientId: id,
  stockName: 'DEMOTECH',
  quantity: 10,
  price: 100,
  tradedAt: `${day}T05:00:00.000Z`,
})
await bookDay(nextDay(), [deal(await client(100), 'B', 1, '10.00')])

test('a trade that a dealer types after its day is released is booked once', async () => {
  const asha = await client(5000)
  const day = nextDay()
  await record(day, [deal(asha, 'B', 10, '100.00')])
  await done('trade-days', { day, without: 'BSE' })
  await raceAtLock(db, ['select from client where id = $1 for no key update', asha.id], bookReleased, () =>
    done('trades/buy', buyOf(asha, day)),
  )
  expect(await wallet(asha)).toMatchObject({ investedAmount: 1000 })
  await balanced()
})

test('a trade that a dealer types while it is booked is rejected', async () => {
  const asha = await client(5000)
  const day = nextDay()
  await record(day, [deal(asha, 'B', 10, '100.00')])
  await done('trade-days', { day, without: 'BSE' })
  let typed: ReturnType<typeof post> | undefined
  const lock = 'select from client_ledger where client_id = $1 for update'
  await raceAtLock(db, [lock, asha.id], bookReleased, async () => {
    typed = post('trades/buy', buyOf(asha, day))
    await eventually(async () => (await waitingForLocks(db)) === 2)
  })
  expect((await typed)?.body).toMatchObject({ status: 409 })
  expect(await wallet(asha)).toMatchObject({ investedAmount: 1000 })
  await balanced()
})

test('a trade that is reversed while the file with it is recorded is not confirmed, so that its money is held', async () => {
  const asha = await client(2000)
  const day = nextDay()
  const { _id } = await done('trades/buy', buyOf(asha, day))
  const asked = await done(`trades/${_id}/reversal`, { reason: 'Wrong client' })
  let recorded: Promise<unknown> | undefined
  await raceAtLock(
    db,
    ['lock table entry in share mode'],
    () => done(`reversals/${asked._id}/approve`, {}, admin),
    async () => {
      recorded = record(day, [deal(asha, 'B', 10, '100.00')])
      await eventually(
        async () =>
          (await waitingForLocks(db)) === 2 ||
          (await db.row("select from exchange_file where status = 'booked' and day = $1", [day])) !== undefined,
      )
    },
  )
  await recorded
  expect(await wallet(asha)).toMatchObject({ balance: 2000, withdrawable: 1000 })
  await book(day)
  expect(await wallet(asha)).toMatchObject({ investedAmount: 1000 })
  await balanced()
})

test('a sale takes the shares of its security although the ISIN that replaces it was accepted after the file', async () => {
  const asha = await client(5000)
  const [bought, sold] = [nextDay(), nextDay()]
  const trade = { isin: shareB }
  await bookDay(bought, [deal(asha, 'B', 10, '100.00', trade)])
  await record(sold, [deal(asha, 'S', 10, '110.00', trade)])
  await db.run(
    `with ${emptyFile}, file as (insert into security_file (id, kind, exchange, day, name, sha256, rows, imported_by)
       values (gen_random_uuid(), 'listing', 'NSE', $3, 'x', sha256(''), 1, $1) returning id)
     insert into isin_successor (isin, successor, from_day, symbol, file_id, accepted, decided_by, decided_at)
     select $2, 'INE9AB201021', $3, 'DEMOBANK', id, true, $1, now() from file`,
    [admin.id, shareB, sold],
  )
  await book(sold)
  expect(await wallet(asha)).toMatchObject({ investedAmount: 0 })
  expect(await db.rows("select from exchange_trade where day = $1 and 'unheld' = any (exceptions)", [sold])).toEqual([])
  await balanced()
})

test('a trade that a newer file corrects while it is booked is booked again', async () => {
  const [asha, bala, day] = [await client(5000), await client(5000), nextDay()]
  const trade = deal(asha, 'B', 10, '100.00')
  await record(day, [trade])
  await done('trade-days', { day, without: 'BSE' })
  let recorded: Promise<unknown> | undefined
  await raceAtLock(db, ['lock table contract in share mode'], bookReleased, async () => {
    recorded = record(day, [{ ...trade, client: bala.ucc }])
    await eventually(
      async () =>
        (await waitingForLocks(db)) === 2 ||
        (await db.rows("select from exchange_file where day = $1 and status in ('booked', 'replaced')", [day]))
          .length === 2,
    )
  })
  await recorded
  await book(day)
  expect(await wallet(asha)).toMatchObject({ balance: 5000, investedAmount: 0 })
  expect(await wallet(bala)).toMatchObject({ investedAmount: 1000 })
  await balanced()
})

test('a sale that waits for the booking of its purchase is booked like one after it', async () => {
  const asha = await client(1200)
  await bookDay(nextDay(), [deal(asha, 'B', 10, '100.00')])
  nextDay()
  await bookDay(nextDay(), [deal(asha, 'S', 10, '105.00')])
  const day = nextDay()
  // Paid from the unsettled proceeds.
  const { _id } = await done('trades/buy', { ...buyOf(asha, day), quantity: 8 })
  await record(day, [deal(asha, 'B', 8, '100.00')])
  await done('trade-days', { day, without: 'BSE' })
  const sell = async (): Promise<string> => String((await done(`trades/${_id}/sell`, { quantity: 4, price: 100 }))._id)
  let sold: ReturnType<typeof sell> | undefined
  await raceAtLock(db, ['lock table contract in share mode'], bookReleased, async () => {
    sold = sell()
    await eventually(async () => (await waitingForLocks(db)) === 2)
  })
  const entriesOf = (sale: string | undefined) =>
    db.rows(
      `select e.debit, e.credit, e.amount from entry e join journal j on j.id = e.journal_id and j.client_id = e.client_id
        where j.cause_id = $1 order by e.debit, e.credit`,
      [sale],
    )
  const entries = await entriesOf(await sold)
  expect(entries).not.toEqual([])
  expect(entries).toEqual(await entriesOf(await sell()))
  await balanced()
})

test('the trades of a recorded file are not recorded again while a newer one waits', async () => {
  const [asha, day] = [await client(), nextDay()]
  const rows = [deal(asha, 'B', 1, '10.00')]
  await record(day, rows)
  const file = await db.row<{ id: string }>('select id from exchange_file where day = $1', [day])
  const newer = tradeFileForm(tradeFileText(day, [...rows, deal(asha, 'B', 2, '10.00')]), tradeFileName(day))
  await done('exchange-files', newer)
  expect((await post(`exchange-files/${file?.id}/again`, {})).body).toMatchObject(exchangeFileErrors.pending)
})

test('a file with a code that was removed before it was recorded does not hold up the file of another day', async () => {
  const [asha, day, next] = [await client(2000), nextDay(), nextDay()]
  const send = (of: string, rows: Parameters<typeof tradeFileText>[1], exchange: string) =>
    done('exchange-files', tradeFileForm(tradeFileText(of, rows, exchange), tradeFileName(of, { exchange })))
  await send(day, [deal(asha, 'B', 1, '100.00')], 'BSE')
  await send(next, [deal(asha, 'B', 10, '100.00')], 'NSE')
  const codes = "from exchange_code where exchange = 'BSE' and column_name = 'Brkr'"
  const removed = await db.rows<{ code: string; meaning: string }>(`select code, meaning ${codes}`)
  await db.run(`delete ${codes}`)
  await expect(recordFiles(server.app.context)).rejects.toThrow(/9001/)
  // What the recorded purchase costs is held.
  expect(await wallet(asha)).toMatchObject({ balance: 2000, withdrawable: 1000 })

  for (const { code, meaning } of removed)
    await db.run("insert into exchange_code (exchange, column_name, code, meaning) values ('BSE', 'Brkr', $1, $2)", [
      code,
      meaning,
    ])
  await recordFiles(server.app.context)
  expect(await wallet(asha)).toMatchObject({ balance: 2000, withdrawable: 900 })
})
