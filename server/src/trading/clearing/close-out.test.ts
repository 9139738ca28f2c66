import type { TaxReport } from '@sauda/contract/books/tax'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { clearingErrors } from '@sauda/contract/trading/clearing'
import { expect, test } from 'vitest'
import { type Cells, clearingText, deliveryName, payLine } from '../../../test/clearing.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk } from '../../../test/trading.ts'
import { pendingProposal } from '../../../test/approvals.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { balanceWithClearing } from '../../core/ledger/clearing.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' })
const { call, db } = server
const desk = await tradingDesk(server)
const days = daysBefore(dayInIndia(new Date()), 8)
const [boughtOn = '', day = '', second = '', auctionDay = ''] = days
const number = settlementNumberOf(day)
type Client = Awaited<ReturnType<typeof desk.client>>

const figures = async (client: Client) => {
  const { cash, invested, unsettled, dues } = await desk.figures(client)
  return [cash, invested, unsettled, dues].map((paise) => Number(paise) / 100)
}
const trades = async ({ id }: Client) =>
  (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', action, trim_scale(quantity), trim_scale(price), amount, cost, case when reversal_id is not null then 'reversed' end) as text
         from trade where client_id = $1 order by id`,
      [id],
    )
  ).map(({ text }) => text)
const lots = async ({ id }: Client) =>
  (
    await db.rows<{ text: string }>(
      `select concat_ws(' ', source, trim_scale(quantity), cost, trim_scale(open_quantity), open_cost) as text from lot where client_id = $1 order by acquired_on, id`,
      [id],
    )
  ).map(({ text }) => text)
const balanced = async () => expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])
const securities = async () =>
  (
    await db.row<{ sum: bigint }>(
      `select coalesce(sum(case when credit in ('invested', 'securities') then amount else 0 end)
                - sum(case when debit in ('invested', 'securities') then amount else 0 end), 0)::bigint as sum from entry`,
      [],
    )
  )?.sum

const deliver = async (of: string, rows: readonly Cells[]) => {
  const SctiesSttlmTxId = settlementNumberOf(of)
  const text = clearingText(
    'delivery',
    rows.map((row) => ({ ISIN: shareA, SctiesSttlmTxId, SttlmTp: '', ...row })),
  )
  expect((await desk.sendFile(text, deliveryName(of))).status).toBe(200)
}
const shortageOf = async ({ id }: Client) =>
  (await db.row<{ id: string }>('select id from shortage where client_id = $1 and ended_at is null', [id]))?.id ?? ''
const rupees = (amount = 0) => formatRupees(paiseOf(amount))
const closeOut = { kind: 'closeout', number: '2026900', day: auctionDay, price: 112 }
const ask = (shortageId: string, body: object = closeOut) => desk.post(`shortages/${shortageId}/close`, body)
/** Both operators. */
const close = async (client: Client, body: object = closeOut) => {
  const shortageId = await shortageOf(client)
  const asked = await ask(shortageId, body)
  expect(asked.body).toMatchObject({ waitsForSecond: true })
  const proposal = await pendingProposal(server, 'shortage.close')
  const seen = await call('GET', `/desk/proposals/${proposal}`, { token: desk.second.token })
  expect((await desk.approve(shortageId)).status).toBe(200)
  return seen.body.evidence[0] as { title: string; facts: { label: string; value: { text: string } }[] }
}
const taxOf = async ({ id, token }: Client, soldOn: string) => {
  const { body } = await call('GET', `/user/tax/${id}?year=${taxYearName(taxYearOf(soldOn))}`, { token })
  const { categories, reconciliation } = body as TaxReport
  const { exits, profitLoss } = categories.find(({ category }) => category === 'intraday') ?? {}
  return { exits, profitLoss, otherLots: reconciliation.otherLots, tax: reconciliation.tax }
}

test('10 sold at 100 and closed out at 126: the seller loses 260, the buyer gets 1,260 instead of shares', async () => {
  const [seller, buyer] = [await desk.client(1000), await desk.client(2000)]
  await desk.bookDay(day, [desk.deal(seller, 'S', 10, '100.00'), desk.deal(buyer, 'B', 10, '100.00')])
  const [sold, bought] = [await figures(seller), await figures(buyer)]
  await deliver(day, [
    { ClntId: seller.ucc, QtyORShrtQty: 10 },
    { ClntId: buyer.ucc, QtyORShrtQty: 0 },
  ])
  const { body } = await ask(await shortageOf(seller))
  expect(body).toEqual(clearingErrors.noClose)
  await desk.closing(second, '105.00')

  const seen = await close(seller)
  expect(seen.title).toMatch(/^Close-out of 10 DEMOTECH sold and not delivered on .* at ₹126, in NSE-A-2026900$/)
  expect(seen.facts.map(({ label, value }) => `${label} ${value.text}`)).toEqual([
    `Unsettled sale proceeds to Balance ${rupees(sold[2])}`,
    `Balance to Clearing corporation ${rupees(1260)}`,
  ])
  // 1,000 of the sale and 260 more.
  const [cash = 0, , unsettled = 0] = sold
  expect(await figures(seller)).toEqual([Math.round((cash + unsettled - 1260) * 100) / 100, 0, 0, 0])
  expect(await lots(seller)).toEqual(['unknown 10 0 0 0', 'trade 10 126000 0 0'])
  expect(await trades(seller)).toEqual([
    'SELL 10 100 100000 0 reversed',
    'BUY 10 126 126000 126000',
    'SELL 10 100 100000 126000',
  ])
  await balanced()

  await close(buyer)
  expect(await figures(buyer)).toEqual([bought[0], 0, 1260, 0])
  expect(await lots(buyer)).toEqual(['trade 10 100000 0 0'])
  expect(await trades(buyer)).toEqual(['BUY 10 100 100000 100000', 'SELL 10 126 126000 100000'])
  // The tax report has the trades of each close-out together, none without a cost, and agrees with the portfolio.
  expect(await taxOf(seller, day)).toEqual({ exits: 1, profitLoss: -260, otherLots: 0, tax: -260 })
  expect(await taxOf(buyer, auctionDay)).toEqual({ exits: 1, profitLoss: 260, otherLots: 0, tax: 260 })
  await desk.oblige('NSE-A-2026900')
  await desk.release()
  expect(await figures(buyer)).toEqual([(bought[0] ?? 0) + 1260, 0, 0, 0])
  for (const id of [`NSE-M-${number}`, 'NSE-A-2026900']) expect(await balanceWithClearing(db, id)).toBe(0n)
  expect(await securities()).toBe(0n)
  expect((await ask((await db.row<{ id: string }>('select id from shortage'))?.id ?? '')).body).toEqual(
    clearingErrors.ended,
  )
  await balanced()
})

test('part of a sale of held shares, bought in the auction: the lots are open again and the loss is booked', async () => {
  const seller = await desk.client(10_000)
  await desk.bookDay(second, [desk.deal(seller, 'B', 25, '90.00')])
  const saleDay = auctionDay
  await desk.bookDay(saleDay, [desk.deal(seller, 'S', 10, '100.00')])
  expect(await lots(seller)).toEqual(['trade 25 225000 15 135000'])
  const before = await figures(seller)
  await deliver(saleDay, [{ ClntId: seller.ucc, QtyORShrtQty: 4 }])
  await close(seller, { ...closeOut, kind: 'auction', number: '2026901', price: 110 })
  expect(await lots(seller)).toEqual(['trade 25 225000 19 171000', 'trade 4 44000 0 0'])
  expect(await trades(seller)).toEqual([
    'BUY 25 90 225000 225000',
    'SELL 10 100 100000 90000 reversed',
    'BUY 4 110 44000 44000',
    'SELL 4 100 40000 44000',
    'SELL 6 100 60000 54000',
  ])
  const after = await figures(seller)
  // 440 paid: 360 for the 4 shares that are the client's again, 80 more than their cost.
  expect(Math.round(((after[0] ?? 0) + (after[2] ?? 0) - (before[0] ?? 0) - (before[2] ?? 0)) * 100)).toBe(-44_000)
  expect([before[1], after[1]]).toEqual([1350, 1710])
  await db.transaction((tx) => payLine(tx, 'NSE-A-2026901', -44_000n))
  expect(await balanceWithClearing(db, 'NSE-A-2026901')).toBe(0n)
  expect(await securities()).toBe(0n)
  await balanced()
})

test('a sale at NSE of shares bought at BSE that day is closed out, because each exchange settles its own trades', async () => {
  const seller = await desk.client(10_000)
  const [, , , , soldOn = '', closedOn = ''] = days
  await desk.record(soldOn, [desk.deal(seller, 'B', 25, '90.00')], 'BSE')
  await desk.record(soldOn, [desk.deal(seller, 'S', 10, '100.00', { at: '11:00:00' })])
  await desk.book(soldOn, {})
  expect(await lots(seller)).toEqual(['trade 25 225000 15 135000'])
  const before = await figures(seller)
  await deliver(soldOn, [{ ClntId: seller.ucc, QtyORShrtQty: 4 }])
  await close(seller, { ...closeOut, kind: 'auction', number: '2026902', day: closedOn, price: 110 })
  expect(await lots(seller)).toEqual(['trade 25 225000 19 171000', 'trade 4 44000 0 0'])
  const after = await figures(seller)
  expect(Math.round(((after[0] ?? 0) + (after[2] ?? 0) - (before[0] ?? 0) - (before[2] ?? 0)) * 100)).toBe(-44_000)
  expect([before[1], after[1]]).toEqual([1350, 1710])
  expect(await securities()).toBe(0n)
  await balanced()
})

test.each([
  ['a day before the trade', { day: boughtOn }, clearingErrors.closeDay],
  ['a settlement number of another form', { number: '26' }, clearingErrors.auctionNumber],
])('rejects %s', async (_, body, error) => {
  const client = await desk.client(5000)
  const row = await db.row<{ id: string }>(
    `insert into shortage (id, settlement_id, client_id, isin, side, quantity, amount, reason, recorded_by)
     values (gen_random_uuid(), $1, $2, $3, 'B', 1, 100, 'x', $4) returning id`,
    [`NSE-M-${number}`, client.id, shareA, desk.dealer.id],
  )
  expect((await ask(row?.id ?? '', { ...closeOut, ...body })).body).toEqual(error)
  expect((await ask(row?.id ?? '', { ...closeOut, kind: 'auction' })).body).toEqual(clearingErrors.soldOn)
})
