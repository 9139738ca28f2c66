import { emptyFile } from '../../../test/sent-file.ts'
import { expect, test } from 'vitest'
import { clearingText, deliveryName, payLine } from '../../../test/clearing.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, shareB, tradingDesk } from '../../../test/trading.ts'
import { recordFiles } from '../exchange-file/exchange-file.book.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { dayInIndia } from '../../platform/india.ts'
import { releaseAndCharge } from './clearing.routes.ts'
import { markCharged } from './dp-charge.sql.ts'
import { chargeDeliveries } from './dp-charge.ts'

const server = await testServer(
  { RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off' },
  { without: ['release of settlements'] },
)
const { db } = server
const desk = await tradingDesk(server)
const bank = atBank(server, (await establishedOperator(server, 'cashier', 'Kiran')).token)
const days = daysBefore(dayInIndia(new Date()), 10)
const [
  buyDay = '',
  sellDay = '',
  shortDay = '',
  newerDay = '',
  laterDay = '',
  unknownDay = '',
  splitDay = '',
  ...bothDays
] = days

const charge = () => chargeDeliveries(server.app.context)
const setRate = async (percent: string) =>
  expect(
    (await desk.post('trade-charges/rates', { rate: 'dp all all all all', percent, from: '2026-01-01' }, desk.admin))
      .status,
  ).toBe(200)
/** The obligation and delivery file of a day and its line in the bank statement. */
async function payOut(day: string, rupees: number) {
  const number = settlementNumberOf(day)
  await desk.oblige(`NSE-M-${number}`)
  if ((await db.rows('select from delivered_settlement where settlement_id = $1', [`NSE-M-${number}`])).length === 0)
    await desk.deliver(`NSE-M-${number}`)
  const reference = newUtr()
  await bank.bring({ text: 'NCL', reference, ...(rupees > 0 ? { credit: rupees } : { debit: -rupees }) })
  const { _id } = await bank.find(reference)
  const settlementIds = [`NSE-M-${number}`]
  expect((await bank.send(`/lines/${_id}/book`, { reason: 'Pay-out', kind: 'settlement', settlementIds })).status).toBe(
    200,
  )
  await desk.release()
  await charge()
}
const figures = async (client: { id: string }) => {
  const { cash, invested, unsettled, dues } = await desk.figures(client)
  return [cash, invested, unsettled, dues].map((paise) => Number(paise) / 100)
}
const ofClient = async ({ ucc }: { ucc: string }) => (await charges()).filter((text) => text.startsWith(`${ucc} `))
/** What a client has, without what is invested. */
const moneyOf = async (client: { id: string }) => {
  const [cash = 0, , unsettled = 0, dues = 0] = await figures(client)
  return Math.round(100 * (cash + unsettled - dues)) / 100
}
const charges = async () =>
  (
    await db.rows<{ text: string }>(
      "select concat_ws(' ', c.ucc, isin, amount, gst) as text from dp_charge d join client c on c.id = d.client_id where reversed_at is null order by 1",
    )
  ).map(({ text }) => text)

test('buy day and sell day of the specification, from the trade files to 20,302.48 after the DP charge', async () => {
  await setRate('13.5')
  const client = await desk.client(20_000)
  await desk.bookDay(buyDay, [desk.deal(client, 'B', 10, '1500.10')])
  expect(await figures(client)).toEqual([4957.59, 15_001, 0, 0])
  await payOut(buyDay, -15_001)
  await desk.bookDay(sellDay, [desk.deal(client, 'S', 10, '1540.00')])
  expect(await figures(client)).toEqual([4957.59, 0, 15_360.83, 0])
  await payOut(sellDay, 15_400)
  expect(await charges()).toEqual([`${client.ucc} ${shareA} 1350 244`])
  expect(await figures(client)).toEqual([20_302.48, 0, 0, 0])
  await charge()
  expect(await charges()).toHaveLength(1)
  expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])
})

test('a release that fails for one client does not hold up the DP charges', async () => {
  const [day = ''] = daysBefore(dayInIndia(new Date()), 11)
  const clients = [await desk.client(), await desk.client()]
  await desk.bookDay(
    day,
    clients.map((client) => desk.deal(client, 'S', 5, '100.00')),
  )
  const id = `NSE-M-${settlementNumberOf(day)}`
  await desk.oblige(id)
  await desk.deliver(id)
  await db.transaction((tx) => payLine(tx, id))
  await db.run(`alter table settlement_release add constraint fails check (client_id <> '${clients[0]?.id}') not valid`)
  await expect(releaseAndCharge(server.app.context)).rejects.toThrow('fails')
  for (const client of clients) expect(await ofClient(client)).toEqual([`${client.ucc} ${shareA} 1350 244`])
  await db.run('alter table settlement_release drop constraint fails')
  await releaseAndCharge(server.app.context)
  for (const client of clients) expect((await figures(client))[2]).toBe(0)
})

test('each security of a client is charged once a day, and not what was not delivered', async () => {
  const [held, short] = [await desk.client(10_000), await desk.client(1000)]
  await desk.bookDay(shortDay, [
    desk.deal(held, 'S', 5, '100.00'),
    desk.deal(held, 'S', 5, '101.00'),
    desk.deal(held, 'S', 5, '100.00', { isin: shareB }),
    desk.deal(held, 'B', 5, '100.00', { isin: shareB }),
    desk.deal(short, 'S', 2, '100.00'),
  ])
  const rows = [{ ClntId: short.ucc, ISIN: shareA, SctiesSttlmTxId: settlementNumberOf(shortDay), QtyORShrtQty: 2 }]
  expect((await desk.sendFile(clearingText('delivery', rows), deliveryName(shortDay))).status).toBe(200)
  // As if the sales had been booked while another server charged the settlement.
  const found = await db.row<{ id: string; day: string }>(
    "select id, to_char(settles_on, 'YYYY-MM-DD') as day from clearing_settlement where traded_on = $1",
    [shortDay],
  )
  await db.transaction((tx) => markCharged(tx, found ?? { id: '', day: '' }, true))
  await payOut(shortDay, 1205)
  expect((await charges()).filter((text) => text.startsWith(held.ucc))).toEqual([`${held.ucc} ${shareA} 1350 244`])
  expect((await charges()).filter((text) => text.startsWith(short.ucc))).toEqual([])
})

test('a sale that a newer trade file removes takes its DP charge with it, and comes back with it', async () => {
  const [removed, kept] = [await desk.client(1000), await desk.client(1000)]
  const [gone, stays, added] = [
    desk.deal(removed, 'S', 2, '100.00'),
    desk.deal(kept, 'S', 3, '100.00'),
    desk.deal(kept, 'S', 1, '100.00', { isin: shareB }),
  ]
  await desk.bookDay(newerDay, [gone, stays])
  await payOut(newerDay, 500)
  const charged = [await ofClient(removed), await ofClient(kept)]
  expect(charged).toEqual([[`${removed.ucc} ${shareA} 1350 244`], [`${kept.ucc} ${shareA} 1350 244`]])
  const withTrades = await moneyOf(removed)

  await desk.record(newerDay, [stays, added], 'NSE', '?trades=2')
  await desk.book(newerDay)
  expect([await ofClient(removed), await ofClient(kept)]).toEqual([[], charged[1]])
  // As if the client had never sold.
  expect(await moneyOf(removed)).toBe(1000)
  const reversed = await db.rows("select from audit where action = 'clearing.dp-reverse' and subject_id = $1", [
    removed.id,
  ])
  expect(reversed).toHaveLength(1)
  await desk.balanced()

  await desk.record(newerDay, [gone, stays])
  await desk.book(newerDay)
  await charge()
  expect([await ofClient(removed), await ofClient(kept)]).toEqual(charged)
  expect(await moneyOf(removed)).toBe(withTrades)
  await desk.balanced()
})

test('what a later delivery file names as not delivered at all is not charged after all', async () => {
  const client = await desk.client(1000)
  await desk.bookDay(laterDay, [desk.deal(client, 'S', 2, '100.00')])
  await payOut(laterDay, 200)
  const before = await moneyOf(client)
  expect(await ofClient(client)).toHaveLength(1)
  const rows = [{ ClntId: client.ucc, ISIN: shareA, SctiesSttlmTxId: settlementNumberOf(laterDay), QtyORShrtQty: 2 }]
  expect((await desk.sendFile(clearingText('delivery', rows), deliveryName(laterDay))).status).toBe(200)
  await charge()
  expect(await ofClient(client)).toEqual([])
  expect(await moneyOf(client)).toBe(Math.round(100 * (before + 15.94)) / 100)
  const gst = await db.row<{ paise: bigint }>(
    "select sum(case when credit = 'gst' then amount else -amount end)::bigint as paise from entry e join journal j on j.id = e.journal_id where j.client_id = $1 and j.event like 'dp.%' and 'gst' in (debit, credit)",
    [client.id],
  )
  expect(gst).toEqual({ paise: 0n })
  await desk.balanced()
})

test('a sale that is booked after the pay-out, because its UCC was unknown, is charged too', async () => {
  const [known, unknown] = [await desk.client(1000), await desk.client(1000)]
  await db.run('update client set ucc = null where id = $1', [unknown.id])
  await desk.bookDay(unknownDay, [desk.deal(known, 'S', 2, '100.00'), desk.deal(unknown, 'S', 3, '100.00')])
  await payOut(unknownDay, 500)
  const accept = `clearing-settlements/NSE-M-${settlementNumberOf(unknownDay)}/accept`
  const accepted = { difference: 300, reason: 'The UCC is corrected' }
  expect((await desk.post(accept, accepted, desk.admin)).status).toBe(200)
  await charge()
  expect(await ofClient(known)).toHaveLength(1)
  await db.run('update client set ucc = $2 where id = $1', [unknown.id, unknown.ucc])
  const file = await db.row<{ id: string }>('select id from exchange_file where day = $1', [unknownDay])
  await desk.done(`exchange-files/${file?.id}/again`, {})
  await recordFiles(server.app.context)
  await desk.book(unknownDay)
  await charge()
  expect(await ofClient(unknown)).toEqual([`${unknown.ucc} ${shareA} 1350 244`])
  expect(await ofClient(known)).toHaveLength(1)
  await desk.balanced()
})

test('what was not delivered under the ISIN before a split is not charged', async () => {
  const [before, after] = ['INE9AE501013', 'INE9AE501021']
  await db.run(
    `with ${emptyFile}, file as (insert into security_file (id, kind, exchange, day, name, sha256, rows, imported_by)
       values (gen_random_uuid(), 'listing', 'NSE', '2020-01-01', 'x', sha256(''), 1, $1) returning id)
     insert into isin_successor (isin, successor, from_day, symbol, file_id, accepted, decided_by, decided_at)
     select $2, $3, $4, 'DEMOSPLIT', id, true, $1, now() from file`,
    [desk.dealer.id, before, after, splitDay],
  )
  await db.run(
    `insert into security (isin, exchange, from_day, symbol, series, name)
     select i, 'NSE', '1900-01-01', 'DEMOSPLIT', 'EQ', 'DEMOSPLIT' from unnest($1::text[]) i`,
    [[before, after]],
  )
  const client = await desk.client(1000)
  await desk.bookDay(splitDay, [desk.deal(client, 'S', 2, '100.00', { isin: before, symbol: 'DEMOSPLIT' })])
  const rows = [{ ClntId: client.ucc, ISIN: before, SctiesSttlmTxId: settlementNumberOf(splitDay), QtyORShrtQty: 2 }]
  expect((await desk.sendFile(clearingText('delivery', rows), deliveryName(splitDay))).status).toBe(200)
  await payOut(splitDay, 200)
  expect(await ofClient(client)).toEqual([])
})

test('a sale removed by a newer file, when the day before is replaced too, takes its DP charge with it and is told', async () => {
  const [removed, kept] = [await desk.client(2000), await desk.client(1000)]
  const [first = '', second = ''] = bothDays
  const [bought, sold] = [desk.deal(removed, 'B', 5, '200.00'), desk.deal(removed, 'S', 5, '210.00')]
  const stays = [desk.deal(kept, 'B', 1, '10.00'), desk.deal(kept, 'B', 1, '10.00')] as const
  await desk.bookDay(first, [bought, stays[0]])
  const before = await moneyOf(removed)
  await desk.bookDay(second, [sold, stays[1]])
  await payOut(second, 1040)
  expect(await ofClient(removed)).toHaveLength(1)

  await desk.record(first, [{ ...bought, price: '201.00' }, stays[0]])
  await desk.record(second, [stays[1]], 'NSE', '?trades=1')
  await desk.book(first)
  await charge()
  expect(await ofClient(removed)).toEqual([])
  expect(await moneyOf(removed)).toBe(before - 5)
  const day = await server.call('GET', `/desk/trade-day?day=${second}`, { token: desk.dealer.token })
  expect(day.body.faults).toEqual([])
  const told = await db.rows("select from mail where recipient = $1 and subject like '% were cancelled'", [
    removed.email,
  ])
  expect(told).toHaveLength(1)
  await desk.balanced()
})
