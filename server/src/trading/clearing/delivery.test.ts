import { clearingErrors } from '@sauda/contract/trading/clearing'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { type Cells, clearingText, deliveryName } from '../../../test/clearing.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' })
const { call, db } = server
const desk = await tradingDesk(server)
const [day = ''] = daysBefore(dayInIndia(new Date()), 4)
const number = settlementNumberOf(day)
const settlementId = `NSE-M-${number}`
const [seller, other, buyer] = [await desk.client(), await desk.client(), await desk.client(5000)]
await desk.bookDay(day, [
  desk.deal(seller, 'S', 10, '100.00'),
  desk.deal(other, 'S', 5, '100.00'),
  desk.deal(buyer, 'B', 15, '100.00'),
])

let version = 0
const rowOf = (cells: Cells): Cells => ({ ISIN: shareA, SctiesSttlmTxId: number, SttlmTp: '', ...cells })
/** What the file ends is approved. */
const send = async (rows: readonly Cells[]) => {
  const sent = await desk.sendFile(clearingText('delivery', rows.map(rowOf)), deliveryName(day, ++version))
  if (sent.body.waitsForSecond) expect((await desk.approve('clearing-file.count')).status).toBe(200)
  return sent
}
const shortages = async () => {
  const { body } = await call('GET', `/desk/clearing-settlements/${settlementId}`, { token: desk.dealer.token })
  return (body.shortages as { clientId: string; amount: number; reason: string; ended?: { by: string } }[])
    .map(({ clientId, amount, ended }) => [clientId, amount, ended?.by])
    .toSorted()
}
const open = async () => (await shortages()).filter(([, , by]) => by === undefined)
const oblige = () => desk.oblige(settlementId)
const cash = async ({ id }: { id: string }) =>
  (await db.row<{ cash: bigint }>('select cash from client_ledger where client_id = $1', [id]))?.cash

test('a delivery file opens the shortage of a seller, a later one without it ends it', async () => {
  const short = [
    { ClntId: seller.ucc, QtyORShrtQty: 4 },
    { ClntId: buyer.ucc, QtyORShrtQty: 15 },
  ]
  const first = await send(short)
  expect(first.body).toEqual({
    kind: 'delivery',
    exchange: 'NSE',
    settlements: [{ _id: settlementId, shortages: 1 }],
  })
  expect(await open()).toEqual([[seller.id, 400, undefined]])
  const again = await send([...short, { ClntId: other.ucc, QtyORShrtQty: 0 }])
  expect(again.body.settlements).toEqual([{ _id: settlementId, shortages: 1 }])
  expect(await shortages()).toEqual([[seller.id, 400, undefined]])
  expect((await send([{ ClntId: buyer.ucc, QtyORShrtQty: 15 }])).body.settlements).toEqual([
    { _id: settlementId, shortages: 0 },
  ])
  expect(await shortages()).toEqual([[seller.id, 400, 'Dev']])
})

test('the review of the end of a shortage says that a delivery file has ended it meanwhile', async () => {
  await send([{ ClntId: seller.ucc, QtyORShrtQty: 4 }])
  const row = await db.row<{ id: string }>('select id from shortage where client_id = $1 and ended_at is null', [
    seller.id,
  ])
  expect((await desk.post(`shortages/${row?.id}/end`, { reason: 'Delivered' })).body.waitsForSecond).toBe(true)
  const id = await pendingProposal(server, 'shortage.end')
  const review = async () => (await call('GET', `/desk/proposals/${id}`, { token: desk.second.token })).body
  expect(await review()).not.toHaveProperty('obstacle')
  await send([{ ClntId: buyer.ucc, QtyORShrtQty: 15 }])
  expect((await review()).obstacle).toBe(clearingErrors.ended.message)
  expect((await desk.approve('shortage.end')).body).toEqual(clearingErrors.ended)
  expect((await decidePending(server, desk.second, { subject: 'shortage.end', verb: 'reject' })).status).toBe(200)
})

test('a buyer who received less is short too, which holds nothing; codes and directions of the file count', async () => {
  await send([
    { ClntId: buyer.ucc, QtyORShrtQty: 11 },
    { ClntId: 'OWN', QtyORShrtQty: 3 },
  ])
  expect(await open()).toEqual([[buyer.id, 400, undefined]])
  await send([
    { ClntId: buyer.ucc.toLowerCase(), QtyORShrtQty: 15, TxTp: 'O' },
    { ClntId: seller.ucc, QtyORShrtQty: 6, TxTp: 'I' },
    { ClntId: other.ucc, QtyORShrtQty: 2, TxTp: 'I', TxInd: 'SHT' },
  ])
  expect(await open()).toEqual([[other.id, 200, undefined]])
  await send([{ ClntId: buyer.ucc, QtyORShrtQty: 15, TxTp: 'O' }])
  expect(await open()).toEqual([])
})

test('what is short is held until two operators end it, and the same row does not open it again', async () => {
  const rows = [
    { ClntId: seller.ucc, QtyORShrtQty: 10 },
    { ClntId: buyer.ucc, QtyORShrtQty: 5 },
  ]
  await send(rows)
  await oblige()
  await desk.release()
  expect(await cash(seller)).toBe(0n)
  expect(await cash(other)).toBeGreaterThan(0n)
  const list = await call('GET', '/desk/clearing-settlements', { token: desk.dealer.token })
  expect(list.body.settlements).toMatchObject([{ state: 'Released 1 of 2 clients, 1 held back for a shortage' }])
  const row = await db.row<{ id: string }>('select id from shortage where client_id = $1 and ended_at is null', [
    seller.id,
  ])
  const asked = await desk.post(`shortages/${row?.id}/end`, { reason: 'Delivered in the auction' })
  expect(asked.body).toMatchObject({ waitsForSecond: true })
  expect((await desk.approve(row?.id ?? '')).status).toBe(200)
  await send([...rows, { ClntId: other.ucc, QtyORShrtQty: 0 }])
  expect(await open()).toEqual([[buyer.id, 1000, undefined]])
  await desk.release()
  expect(await cash(seller)).toBeGreaterThan(0n)
})

test.each([
  ['an unknown code', { TxInd: 'QQ' }, /^Line 2: the code QQ in TxInd is unknown/],
  ['a wrong direction', { TxTp: 'X' }, /^Line 2: TxTp is X; expected I or O/],
  ['a security that the client did not trade', { ISIN: 'INE9AB201013' }, /has no trade of INE9AB201013 in settlement/],
  [
    'more than was sold',
    { QtyORShrtQty: 11 },
    /^Line 2: the file reports 11 of INE9AA101016 as not delivered, but UD\d+ delivers only 10/,
  ],
  ['a settlement without trades', { SctiesSttlmTxId: '2020001' }, /Import its trade file first/],
  ['a rounded quantity', { QtyORShrtQty: '1E+05' }, /QtyORShrtQty is not a plain number/],
])('rejects %s and changes nothing', async (_, cells: Cells, message) => {
  const before = await shortages()
  const { status, body } = await send([{ ClntId: seller.ucc, QtyORShrtQty: 1, ...cells }])
  expect({ status, message: body.message }).toEqual({ status: 422, message: expect.stringMatching(message) })
  expect(await shortages()).toEqual(before)
})

test('a client code in the file is that of the trades, whoever has it since', async () => {
  const rename = ({ id }: { id: string }, ucc: string) => db.run('update client set ucc = $2 where id = $1', [id, ucc])
  await rename(seller, 'NEW1')
  await rename(other, seller.ucc)
  const rows = [
    { ClntId: seller.ucc, QtyORShrtQty: 3 },
    { ClntId: buyer.ucc, QtyORShrtQty: 15 },
  ]
  expect((await send(rows)).status).toBe(200)
  expect(await open()).toContainEqual([seller.id, 300, undefined])
  await rename(other, other.ucc)
  await rename(seller, seller.ucc)
})

test('a file that names the type of a settlement leaves one of another type with the same number alone', async () => {
  const [, before = ''] = daysBefore(day, 3)
  await db.run(
    `insert into clearing_settlement (id, exchange, type, number, traded_on, settles_on, exchanges)
     values ($1, 'NSE', 'W', $2, $3, $4, '{NSE}')`,
    [`NSE-W-${number}`, number, before, day],
  )
  const row = { ClntId: buyer.ucc, QtyORShrtQty: 15 }
  const concerned = async (type: string) =>
    ((await send([{ ...row, SttlmTp: type }])).body.settlements as { _id: string }[]).map(({ _id }) => _id)
  expect(await concerned('M')).toEqual([settlementId])
  expect(await concerned('')).toEqual([settlementId, `NSE-W-${number}`])
})
