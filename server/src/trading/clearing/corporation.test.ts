import { commonErrors } from '@sauda/contract/platform/error'
import { corporationErrors } from '@sauda/contract/trading/corporation'
import { expect, test } from 'vitest'
import { pendingProposal } from '../../../test/approvals.ts'
import { type Cells, clearingText, obligationName, payLine } from '../../../test/clearing.ts'
import { type LevyCells, levyFileName, levyFileText } from '../../../test/levy-file.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, shareB, type TradingClient, tradingDesk } from '../../../test/trading.ts'
import { balanceWithClearing, heldForTrades } from '../../core/ledger/clearing.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { chargeDeliveries } from './dp-charge.ts'

const server = await testServer(
  { RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' },
  { without: ['release of settlements', 'booking of trade days'] },
)
const { db } = server
const desk = await tradingDesk(server)
const [apartDay = '', oneDay = '', shortDay = '', bseDay = '', lastDay = ''] = daysBefore(dayInIndia(new Date()), 5)
const [trader, seller] = [await desk.client(60_000), await desk.client()]

const ofNcl = (day: string) => `NSE-M-${settlementNumberOf(day)}`
/** The trades of BSE have the number that BSE gives. */
const atBse = (day: string) => ({ settlement: String(Number(settlementNumberOf(day)) + 611_000) })
const ofIccl = (day: string) => `BSE-M-${atBse(day).settlement}`
const choose = (from: string, NSE = 'NCL', BSE = 'NCL') => desk.post('clearing-corporations', { from, NSE, BSE })
/** The same at each place: one buys at NSE and sells at BSE, another one sells at BSE only. */
async function recordBoth(day: string): Promise<void> {
  await desk.record(day, [desk.deal(trader, 'B', 40, '812.50')])
  const sales = [
    desk.deal(trader, 'S', 40, '819.00', { at: '11:00:00', ...atBse(day) }),
    desk.deal(seller, 'S', 30, '77.15', { isin: shareB, ...atBse(day) }),
  ]
  await desk.record(day, sales, 'BSE')
}
const settlements = async (day: string) =>
  (await db.rows<{ id: string }>('select id from clearing_settlement where traded_on = $1 order by id', [day])).map(
    ({ id }) => id,
  )
const sttOf = async ({ id }: TradingClient, day: string) =>
  (await db.row<{ stt: bigint }>('select stt from contract where client_id = $1 and day = $2', [id, day]))?.stt
const sendLevies = (day: string, rows: readonly LevyCells[], corporation: string) =>
  desk.post('levy-files', priceFileForm(levyFileText('stt', day, rows), levyFileName('stt', day, corporation)))
/** The files and the bank line of a settlement, and what they release and charge. */
async function payOut(id: string, short?: Readonly<Record<string, number>>) {
  await desk.oblige(id)
  await desk.deliver(id, short)
  await db.transaction((tx) => payLine(tx, id))
  await desk.release()
  await chargeDeliveries(server.app.context)
}
const charged = async (day: string) =>
  (
    await db.rows<{ text: string }>(
      `select c.ucc || ' ' || d.isin as text from dp_charge d join client c on c.id = d.client_id
         join clearing_settlement s on s.id = d.settlement_id where s.traded_on = $1 and d.reversed_at is null order by 1`,
      [day],
    )
  ).map(({ text }) => text)
const money = async () => [await desk.figures(trader), await desk.figures(seller)]

test('each exchange clears at its own clearing corporation: two settlements, two deliveries, no netting between them', async () => {
  const dp = { rate: 'dp all all all all', percent: '13.5', from: '2026-01-01' }
  await desk.done('trade-charges/rates', dp, desk.admin)
  await recordBoth(apartDay)
  expect(await heldForTrades(db, trader.id)).toBe(3_250_000n)
  await desk.book(apartDay, {})
  expect(await settlements(apartDay)).toEqual([ofIccl(apartDay), ofNcl(apartDay)])
  // Delivery on both sides: 0.1 % of 32,500.00 and of 32,760.00.
  expect(await sttOf(trader, apartDay)).toBe(6500n)
  for (const id of await settlements(apartDay)) await payOut(id)
  expect(await charged(apartDay)).toEqual([`${trader.ucc} ${shareA}`, `${seller.ucc} ${shareB}`])
  expect((await money()).map(({ unsettled }) => unsettled)).toEqual([0n, 0n])
  await desk.balanced()
})

test('a second operator must agree to another clearing corporation, sees the present one, and booked days never change', async () => {
  expect((await choose(oneDay, 'ICCL', 'NCL')).body).toEqual({
    message: corporationErrors.crossed.message,
    status: 422,
  })
  expect((await choose(oneDay, 'NCL', 'ICCL')).status).toBe(409)
  expect((await choose(apartDay)).body.message).toMatch(
    `The trades of ${dateText(apartDay)} are booked or have settlements, which never change.`,
  )
  expect((await choose(oneDay)).body).toMatchObject({ waitsForSecond: true })
  expect((await desk.approve('clearing.corporation', desk.dealer)).status).toBe(409)
  expect((await desk.approve('clearing.corporation')).status).toBe(200)
  const { body } = await server.call('GET', '/desk/clearing-corporations', { token: desk.dealer.token })
  expect(body.choices).toEqual([{ from: oneDay, NSE: 'NCL', BSE: 'NCL' }])
  const audit = await db.row("select before, after from audit where action = 'clearing.corporation'")
  expect(audit).toEqual({ before: { NSE: 'NCL', BSE: 'ICCL' }, after: { from: oneDay, NSE: 'NCL', BSE: 'NCL' } })
})

test('both exchanges at one clearing corporation: one obligation, one netting, one STT, one delivery and one release', async () => {
  await recordBoth(oneDay)
  expect(await heldForTrades(db, trader.id)).toBe(0n)
  await desk.book(oneDay, {})
  expect(await settlements(oneDay)).toEqual([ofNcl(oneDay)])
  // 0.025 % of 40 at the average of 815.75, as the shares are not delivered.
  expect(await sttOf(trader, oneDay)).toBe(800n)
  const rowOf = ({ ucc }: TradingClient, TtlTaxs: string, more: LevyCells = {}) => ({
    RptHdr: 30,
    ClntId: ucc,
    TtlTaxs,
    ...more,
  })
  const netted = { RptHdr: 40, ISIN: shareA, TtlBuyTradgVol: 40, TtlSellTradgVol: 40, SellOthrThanDlvryQty: 40 }
  const sold = { RptHdr: 40, ISIN: shareB, TtlSellTradgVol: 30 }
  const rows = [
    rowOf(trader, '8.00'),
    rowOf(trader, '8.16', netted),
    rowOf(seller, '2.00'),
    rowOf(seller, '2.31', sold),
  ]
  expect((await sendLevies(oneDay, rows, 'ICCL')).body.message).toBe(
    `The exchanges clear at NCL on ${dateText(oneDay)}, not at ICCL. Import the files of NCL.`,
  )
  expect((await sendLevies(oneDay, rows, 'NCL')).body).toMatchObject({ differences: [], unadjusted: 0 })
  const own = { Src: 'ICCL', SctiesSttlmTxId: atBse(oneDay).settlement, RptgDt: oneDay, DalySellTradgVol: 40 }
  const sent = await desk.sendFile(clearingText('obligation', [own]), obligationName(oneDay, 'ICCL'))
  expect(sent.body.message).toMatch(/The exchanges clear at NCL on/)
  await payOut(ofNcl(oneDay))
  expect(await charged(oneDay)).toEqual([`${seller.ucc} ${shareB}`])
  expect((await money()).map(({ unsettled }) => unsettled)).toEqual([0n, 0n])
  expect(await balanceWithClearing(db, ofNcl(oneDay))).toBe(0n)
  await desk.balanced()
})

test('shares sold at BSE and not delivered are short by what was not bought at NSE, and are closed out at the one clearing corporation', async () => {
  await desk.record(shortDay, [desk.deal(trader, 'B', 10, '800.00')])
  await desk.record(shortDay, [desk.deal(trader, 'S', 25, '805.00', { at: '11:00:00', ...atBse(shortDay) })], 'BSE')
  await desk.book(shortDay, {})
  const short = { [`${trader.ucc} ${shareA}`]: 6 }
  await payOut(ofNcl(shortDay), short)
  const open = await db.row<{ id: string; text: string }>(
    `select id, concat_ws(' ', settlement_id, isin, side, trim_scale(quantity), amount) as text from shortage where ended_at is null`,
  )
  expect(open?.text).toBe(`${ofNcl(shortDay)} ${shareA} S 6 483000`)
  expect((await desk.figures(trader)).unsettled).toBeGreaterThan(0n)
  await desk.closing(shortDay, '805.00')
  const terms = { kind: 'closeout', number: settlementNumberOf(bseDay), day: bseDay, price: 900 }
  expect((await desk.done(`shortages/${open?.id}/close`, terms)).waitsForSecond).toBe(true)
  expect((await desk.approve('shortage.close')).status).toBe(200)
  const auction = `NSE-A-${settlementNumberOf(bseDay)}`
  await desk.oblige(auction)
  await db.transaction((tx) => payLine(tx, auction))
  await desk.release()
  expect((await desk.figures(trader)).unsettled).toBe(0n)
  expect(await balanceWithClearing(db, auction)).toBe(0n)
  await desk.balanced()
})

test('a day with trades of BSE only waits for the number of the settlement at NCL, which an obligation with these trades names', async () => {
  const sale = desk.deal(seller, 'S', 20, '78.40', { isin: shareB, ...atBse(bseDay) })
  await desk.record(bseDay, [sale], 'BSE')
  await desk.book(bseDay, { without: 'NSE' })
  const faults = await db.rows('select message from contract_fault where day = $1', [bseDay])
  const reason = `BSE clears at NCL on ${dateText(bseDay)}, whose settlement of type M is not known: no trade of NSE names it.`
  expect(faults).toEqual([{ message: expect.stringContaining(reason) }])
  const send = (DalySellTradgVol: number) => {
    const cells: Cells = { SctiesSttlmTxId: settlementNumberOf(bseDay), ISIN: shareB, RptgDt: bseDay, DalySellTradgVol }
    return desk.sendFile(
      clearingText('obligation', [{ ...cells, DalySellTradgVal: '1568.00' }]),
      obligationName(bseDay),
    )
  }
  expect((await send(21)).body.message).toMatch(
    /are not those of the recorded trades for INE9AB201013, and no trade of NSE names/,
  )
  expect((await send(20)).body).not.toHaveProperty('waitsForSecond')
  await desk.book(bseDay, { without: 'NSE' })
  expect(await db.rows('select message from contract_fault where day = $1', [bseDay])).toEqual([])
  await desk.deliver(ofNcl(bseDay))
  await db.transaction((tx) => payLine(tx, ofNcl(bseDay)))
  await desk.release()
  expect((await desk.figures(seller)).unsettled).toBe(0n)
  await desk.balanced()
})

test('where trades are recorded already, the second operator sees whose held money changes; nobody decides about their own', async () => {
  await recordBoth(lastDay)
  const insider = await establishedOperator(server, 'dealer', 'Ivan')
  await db.run('update operator set email = (select email from client where id = $2) where id = $1', [
    insider.id,
    trader.id,
  ])
  const refused = { status: 409, body: commonErrors.ownAccount }
  const apart = { from: lastDay, NSE: 'NCL', BSE: 'ICCL' }
  expect(await desk.post('clearing-corporations', apart, insider)).toMatchObject(refused)
  expect((await choose(lastDay, 'NCL', 'ICCL')).body).toMatchObject({ waitsForSecond: true })
  expect(await desk.approve('clearing.corporation', insider)).toMatchObject(refused)
  const id = await pendingProposal(server, 'clearing.corporation')
  const { body } = await server.call('GET', `/desk/proposals/${id}`, { token: desk.second.token })
  expect(body.effects).toEqual([{ account: { text: 'Held for recorded trades of 1 client' }, amount: 32_500 }])
  const cells = body.evidence.at(-1).rows[0].map(({ text }: { text: string }) => text)
  expect(cells.slice(1)).toEqual(['Held for recorded trades', '₹0.00', '₹32,500.00', '₹32,500.00'])
  expect((await desk.approve('clearing.corporation')).status).toBe(200)
  expect(await heldForTrades(db, trader.id)).toBe(3_250_000n)
})
