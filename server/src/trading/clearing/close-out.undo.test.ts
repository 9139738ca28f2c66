import { clearingErrors } from '@sauda/contract/trading/clearing'
import { expect, test } from 'vitest'
import { type Cells, clearingText, deliveryName } from '../../../test/clearing.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk } from '../../../test/trading.ts'
import { tamper } from '../../../test/tamper.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' })
const { db } = server
const desk = await tradingDesk(server)
const [boughtOn = '', day = '', auctionDay = '', later = '', next = ''] = daysBefore(dayInIndia(new Date()), 6)
const number = settlementNumberOf(day)
type Client = Awaited<ReturnType<typeof desk.client>>
const [seller, buyer] = [await desk.client(10_000), await desk.client(5000)]
await desk.bookDay(boughtOn, [desk.deal(seller, 'B', 25, '90.00')])
await desk.bookDay(day, [desk.deal(seller, 'S', 10, '100.00'), desk.deal(buyer, 'B', 4, '100.00')])

let version = 0
const send = (on: string, rows: readonly Cells[]) => {
  const cells = rows.map((row): Cells => ({
    ISIN: shareA,
    SctiesSttlmTxId: number,
    SttlmTp: '',
    Rmks: version,
    ...row,
  }))
  return desk.sendFile(clearingText('delivery', cells), deliveryName(on, ++version))
}
/** Figures, trades that count and open lots. */
const stateOf = async ({ id }: Client) => [
  await db.row('select cash, invested, unsettled, dues, loan from client_ledger where client_id = $1', [id]),
  await db.rows(
    `select action, trim_scale(quantity)::text as quantity, price, amount, cost, charges, contract_id, traded_on from trade
      where client_id = $1 and reversal_id is null order by traded_on, action, amount`,
    [id],
  ),
  await db.rows(
    'select acquired_on, trim_scale(open_quantity)::text as quantity, open_cost from lot where client_id = $1 and open_quantity > 0 order by 1',
    [id],
  ),
]
const shortageOf = async ({ id }: Client) =>
  (await db.row<{ id: string; isOpen: boolean }>(
    'select id, ended_at is null as "isOpen" from shortage where client_id = $1',
    [id],
  )) ?? {
    id: '',
    isOpen: false,
  }
const pending = () => db.rows("select from proposal where kind = 'shortage.close' and status = 'pending'")
const reverse = async (client: Client) =>
  desk.post(`shortages/${(await shortageOf(client)).id}/reopen`, { reason: 'The auction was annulled' })
const balanced = async () => expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])
const closing = [
  {
    ClntId: seller.ucc,
    SttlmTp: 'A',
    SctiesSttlmTxId: '2026900',
    TxInd: 'CLO',
    TxTp: 'I',
    QtyORShrtQty: 4,
    SqrOffORValtnPric: '126',
  },
  {
    ClntId: buyer.ucc,
    SttlmTp: 'A',
    SctiesSttlmTxId: '2026900',
    TxInd: 'CLO',
    TxTp: 'O',
    QtyORShrtQty: 4,
    SqrOffORValtnPric: '120.5',
  },
]

test('close-outs of a delivery file wait for a second operator at the price of the file, each once', async () => {
  expect((await send(auctionDay, closing)).body.message).toMatch(
    /^Line 2: UD\d+ has no open shortage of 4 INE9AA101016/,
  )
  await send(day, [
    { ClntId: seller.ucc, QtyORShrtQty: 4 },
    { ClntId: buyer.ucc, QtyORShrtQty: 0 },
  ])
  const before = [await stateOf(seller), await stateOf(buyer)]
  const { body } = await send(auctionDay, closing)
  expect(body).toEqual({
    kind: 'delivery',
    exchange: 'NSE',
    settlements: [],
    closeOuts: [
      expect.stringMatching(/^Close-out of 4 DEMOTECH sold and not delivered on .* at ₹126, in NSE-A-2026900$/),
      expect.stringMatching(/^Close-out of 4 DEMOTECH bought and not received on .* at ₹120.5, in NSE-A-2026900$/),
    ],
  })
  expect((await send(auctionDay, closing)).body).not.toHaveProperty('closeOuts')
  expect(await pending()).toHaveLength(2)
  expect([await stateOf(seller), await stateOf(buyer)]).toEqual(before)
  for (const client of [seller, buyer]) {
    const { id } = await shortageOf(client)
    expect((await desk.approve(id, desk.dealer)).status).not.toBe(200)
    expect((await desk.approve(id)).status).toBe(200)
  }
  expect((await send(auctionDay, closing)).body).not.toHaveProperty('closeOuts')
  expect(await pending()).toEqual([])
  await balanced()

  // Two operators reverse both; every figure, trade and lot is as before.
  for (const client of [buyer, seller]) {
    const { id } = await shortageOf(client)
    expect((await reverse(client)).body).toMatchObject({ waitsForSecond: true })
    expect((await desk.approve(id, desk.dealer)).status).not.toBe(200)
    expect((await desk.approve(id)).status).toBe(200)
    expect((await shortageOf(client)).isOpen).toBe(true)
    expect((await reverse(client)).body).toEqual(clearingErrors.notClosed)
  }
  expect([await stateOf(seller), await stateOf(buyer)]).toEqual(before)
  await balanced()
  const audited = await db.rows<{ id: string }>("select subject_id as id from audit where action = 'shortage.reopen'")
  expect(audited.map(({ id }) => id).toSorted()).toEqual([buyer.id, seller.id].toSorted())
})

test('a close-out outside an auction settlement is named and kept in the audit log, and requests nothing', async () => {
  const [before, ...others] = [await pending(), await stateOf(seller), await stateOf(buyer)]
  const rows = closing.map((row) => ({ ...row, SttlmTp: 'Z', SctiesSttlmTxId: number }))
  const notRequested = [seller, buyer].map(
    ({ ucc }, at) =>
      `Line ${at + 2}: the close-out of 4 ${shareA} of ${ucc} is in settlement Z ${number}, not in one of type A, so that nothing was requested. Check it with the clearing corporation and close out the shortage by hand.`,
  )
  expect((await send(auctionDay, rows)).body).toEqual({
    kind: 'delivery',
    exchange: 'NSE',
    settlements: [],
    notRequested,
  })
  expect([await pending(), await stateOf(seller), await stateOf(buyer)]).toEqual([before, ...others])
  const audited = await db.row<{ after: object }>(
    "select after from audit where action = 'clearing.import' order by id desc limit 1",
  )
  expect(audited?.after).toMatchObject({ notRequested })
})

test('a close-out that cannot be requested is named, and what the file says of other clients is recorded', async () => {
  const [soldOn, ended, other] = [await desk.client(5000), await desk.client(), await desk.client()]
  await desk.bookDay(later, [
    desk.deal(soldOn, 'B', 4, '100.00'),
    desk.deal(ended, 'S', 2, '100.00'),
    desk.deal(other, 'S', 10, '100.00'),
  ])
  await desk.bookDay(next, [desk.deal(soldOn, 'S', 4, '105.00')])
  const of = { SctiesSttlmTxId: settlementNumberOf(later) }
  const short = { ...of, ClntId: soldOn.ucc, QtyORShrtQty: 0 }
  await send(later, [short, { ...of, ClntId: ended.ucc, QtyORShrtQty: 2 }])
  const { id } = await shortageOf(ended)
  await desk.done(`shortages/${id}/end`, { reason: 'Delivered after all' })
  expect((await desk.approve(id)).status).toBe(200)

  const { body } = await send(next, [
    { ...closing[1], ClntId: soldOn.ucc },
    { ...closing[0], ClntId: ended.ucc, QtyORShrtQty: 2 },
    short,
    { ...of, ClntId: other.ucc, QtyORShrtQty: 10 },
  ])
  expect(body.notRequested).toEqual([
    `Line 3: the close-out of 2 ${shareA} of ${ended.ucc} was not requested. The shortage has ended already. Check it with the clearing corporation.`,
    `Line 2: the close-out of 4 ${shareA} of ${soldOn.ucc} was not requested. ${clearingErrors.soldOn.message}`,
  ])
  expect(body).not.toHaveProperty('closeOuts')
  expect((await shortageOf(other)).isOpen).toBe(true)
  await balanced()
})

test('a reversed close-out can be repeated; after a release or a trade of the security none is reversed', async () => {
  expect((await send(auctionDay, closing)).body.closeOuts).toHaveLength(2)
  for (const client of [seller, buyer]) expect((await desk.approve((await shortageOf(client)).id)).status).toBe(200)
  await balanced()
  await db.run(
    'insert into settlement_release (id, settlement_id, client_id, amount) values (gen_random_uuid(), $1, $2, 1)',
    ['NSE-A-2026900', buyer.id],
  )
  expect((await reverse(buyer)).body).toEqual(clearingErrors.released)
  await desk.bookDay(daysBefore(dayInIndia(new Date()), 1)[0] ?? '', [desk.deal(seller, 'S', 1, '100.00')])
  expect((await reverse(seller)).body).toEqual(clearingErrors.tradedSince)
  // Also where the transaction of the trade began before that of the close-out, and waited for it.
  await tamper(
    server,
    `update trade set created_at = created_at - interval '1 hour'
        where number = (select max(number) from trade where client_id = $1)`,
    [seller.id],
  )
  expect((await reverse(seller)).body).toEqual(clearingErrors.tradedSince)
})
