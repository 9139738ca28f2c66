import { commonErrors } from '@sauda/contract/platform/error'
import { approvalErrors } from '@sauda/contract/core/approval'
import { formatRupees } from '@sauda/contract/platform/money'
import type { ClearingSettlement } from '@sauda/contract/trading/clearing'
import { expect, test } from 'vitest'
import { pendingProposal } from '../../../test/approvals.ts'
import { type Cells, clearingText, deliveryName, obligationName, payLine } from '../../../test/clearing.ts'
import { deliveryFile, obligationFile } from '../../../test/settlement-files.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { nextSettlementDay } from '../market/trading-day.ts'

const server = await testServer(
  { RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' },
  { without: ['release of settlements'] },
)
const { db, call } = server
const desk = await tradingDesk(server)
const today = dayInIndia(new Date())
const days = daysBefore(today, 14)

const idOf = (day: string) => `NSE-M-${settlementNumberOf(day)}`
const cash = async (client: TradingClient) => (await desk.figures(client)).cash
const shown = async (id: string) => {
  const { body } = await call('GET', '/desk/clearing-settlements', { token: desk.dealer.token })
  return body.settlements.find(({ _id }: ClearingSettlement) => _id === id) as ClearingSettlement
}
/** Two clients who sold and bought as much, so that the settlement is 0. */
async function soldDay(quantity = 300, price = '1000.00') {
  const day = days.shift() ?? ''
  const [seller, buyer] = [await desk.client(), await desk.client(quantity * Number(price) + 1000)]
  await desk.bookDay(day, [desk.deal(seller, 'S', quantity, price), desk.deal(buyer, 'B', quantity, price)])
  return { day, id: idOf(day), seller, buyer, short: { [`${seller.ucc} ${shareA}`]: quantity } }
}
const sendDeliveries = async (id: string, short: Readonly<Record<string, number>> = {}, by = desk.dealer) => {
  const { text, name } = await deliveryFile(server, id, short)
  return desk.sendFile(text, name, by)
}
const obligation = (of: string, number: string, cells: Cells) =>
  desk.sendFile(
    clearingText('obligation', [{ SctiesSttlmTxId: number, RptgDt: of, ISIN: shareA, ...cells }]),
    obligationName(of),
  )
const review = async (subject = 'clearing-file.count') =>
  (await call('GET', `/desk/proposals/${await pendingProposal(server, subject)}`, { token: desk.second.token })).body
const textsOf = (rows: readonly (readonly { readonly text: string }[])[]) =>
  rows.map((cells) => cells.map(({ text }) => text))
const decide = async (verb: 'approve' | 'reject', by = desk.second) =>
  call('POST', `/desk/proposals/${await pendingProposal(server, 'clearing-file.count')}/${verb}`, { token: by.token })
const master = (rows: readonly (readonly [number: string, day: string])[], by = desk.dealer, payIn?: string) =>
  desk.sendFile(
    clearingText(
      'master',
      rows.map(([number, day]) => ({
        SctiesSttlmTxId: number,
        FndsPayInDtAndTm: `${payIn ?? day}T10:30:00`,
        FndsPayOutDtAndTm: `${day}T15:30:00`,
      })),
    ),
    `SettlementMaster_NCL_CM_0_0_0_${rows[0]?.[1].slice(0, 7).replace('-', '')}00_0_0000.csv`,
    by,
  )

test('a master that pays out on the trade day or in 2099 waits; the review names each day and the client money that moves', async () => {
  const { day, id, seller } = await soldDay()
  const number = settlementNumberOf(day)
  const payOut = nextSettlementDay(day)
  for (const moved of [day, '2099-01-05']) {
    const sent = await master([[number, moved]])
    expect([sent.status, sent.body.waitsForSecond, sent.body.secondReasons]).toEqual([
      200,
      true,
      [`${id} is paid out on ${dateText(moved)} in the file, but on ${dateText(payOut)} by the trading calendar`],
    ])
    expect((await shown(id)).settlesOn).toBe(payOut)
    const { unsettled } = await desk.figures(seller)
    const money = formatRupees(unsettled)
    const [, changes] = (await review()).evidence
    expect(
      textsOf(changes.rows)
        .filter(([client]) => client?.includes(seller.name))
        .map((cells) => cells.slice(1, 4))
        .toSorted(),
    ).toEqual(
      [
        [`Paid out on ${dateText(payOut)}, ${id}`, money, '₹0.00'],
        [`Paid out on ${dateText(moved)}, ${id}`, '₹0.00', money],
      ].toSorted(),
    )
    expect((await decide('approve', desk.dealer)).status).toBe(409)
    expect((await decide('reject')).status).toBe(200)
  }
  expect((await shown(id)).settlesOn).toBe(payOut)
  const agreeing = await master([[number, payOut]])
  expect([agreeing.status, agreeing.body.waitsForSecond]).toEqual([200, undefined])
})

test('a day that a second operator accepts moves the pay-out and is told; a newer master that agrees moves it back', async () => {
  const { day, id, seller } = await soldDay()
  const [number, payOut] = [settlementNumberOf(day), nextSettlementDay(day)]
  const later = nextSettlementDay(payOut)
  await master([[number, later]])
  expect((await decide('approve')).status).toBe(200)
  expect((await shown(id)).settlesOn).toBe(later)
  const audit = await db.rows<{ after: object }>(
    "select after from audit where action = 'clearing.day' and subject_id = $1",
    [seller.id],
  )
  expect(audit).toMatchObject([{ after: { settlementId: id, settlesOn: later } }])
  const mails = await db.rows('select subject from mail where recipient = $1', [seller.email])
  expect(mails).toContainEqual({ subject: `Your sale proceeds are paid out on ${dateText(later)}` })
  expect((await master([[number, payOut]])).body.waitsForSecond).toBeUndefined()
  expect((await shown(id)).settlesOn).toBe(payOut)
})

test('a master that comes before the trades moves nothing against the calendar, and decides once it is imported again', async () => {
  const day = days.shift() ?? ''
  const [number, payOut] = [settlementNumberOf(day), nextSettlementDay(day)]
  const wrong = nextSettlementDay(payOut)
  expect((await master([[number, wrong]])).body.waitsForSecond).toBeUndefined()
  const seller = await desk.client()
  await desk.bookDay(day, [desk.deal(seller, 'S', 10, '100.00')])
  expect(await shown(idOf(day))).toMatchObject({ settlesOn: payOut, masterDay: wrong })
  expect((await master([[number, wrong]])).body.waitsForSecond).toBe(true)
  expect((await decide('reject')).status).toBe(200)
  const apart = await master([[number, payOut]], desk.dealer, wrong)
  expect(apart.body.secondReasons).toEqual([
    `${idOf(day)} is paid in on ${dateText(wrong)} in the file, but on ${dateText(payOut)} by the trading calendar`,
  ])
  expect((await decide('reject')).status).toBe(200)
})

test('an obligation file of an earlier day gives no settlement to come a trade day; its true files count, and nothing undelivered is released', async () => {
  const [earlier = '', day = ''] = [days.shift(), days.shift()]
  const early = await obligation(earlier, settlementNumberOf(day), { DalyBuyTradgVol: 0, DalySellTradgVol: 0 })
  expect([early.status, early.body.message]).toEqual([
    422,
    expect.stringMatching(/ has no recorded trades to compare the file with\. Import the trade file/),
  ])
  const [seller, buyer] = [await desk.client(), await desk.client(310_000)]
  await desk.bookDay(day, [desk.deal(seller, 'S', 300, '1000.00'), desk.deal(buyer, 'B', 300, '1000.00')])
  expect((await shown(idOf(day))).tradedOn).toBe(day)
  const late = await obligation(earlier, settlementNumberOf(day), { DalyBuyTradgVol: 0, DalySellTradgVol: 0 })
  expect(late.body.message).toMatch(/is the settlement of .*, but the file is of/)
  await desk.oblige(idOf(day))
  await desk.deliver(idOf(day), { [`${seller.ucc} ${shareA}`]: 300 })
  await desk.release()
  expect(await cash(seller)).toBe(0n)
})

test('an obligation file does not move the pay-out', async () => {
  const { day } = await soldDay(1)
  const { text, name } = await obligationFile(server, idOf(day))
  const [header = '', ...lines] = text.split('\n')
  const at = header.split(',').indexOf('FndsPayOutDt')
  const moved = lines.map((line) =>
    line
      .split(',')
      .map((cell, place) => (place === at ? day : cell))
      .join(','),
  )
  const { status, body } = await desk.sendFile([header, ...moved].join('\n'), name)
  expect([status, body.message]).toEqual([
    422,
    expect.stringMatching(/ by the trading calendar\. Import the settlement master first/),
  ])
})

test('volume 0 against 300 sold and 300 bought waits, and releases nothing before another operator accepts the volumes', async () => {
  const { day, id, seller } = await soldDay()
  await desk.deliver(id)
  const before = await cash(seller)
  const sent = await obligation(day, settlementNumberOf(day), { DalyBuyTradgVol: 0, DalySellTradgVol: 0 })
  expect([sent.body.waitsForSecond, sent.body.secondReasons]).toEqual([
    true,
    [`The volumes or values of ${id} are not those of the recorded trades for ${shareA}`],
  ])
  await desk.release()
  expect(await shown(id)).toMatchObject({ state: expect.stringMatching(/^Waiting for the decision on Obligation_NCL/) })
  expect(
    await desk.sendFile((await obligationFile(server, id)).text, (await obligationFile(server, id)).name),
  ).toMatchObject({ status: 200 })
  expect((await decide('approve')).status).toBe(200)
  await desk.release()
  expect([await cash(seller), (await shown(id)).state]).toEqual([before, 'Volumes or values of 1 security differ'])
  const { gaps, mayAccept } = await shown(id)
  expect([mayAccept, gaps?.texts]).toEqual([
    false,
    [
      `${shareA}: 0 bought (₹0.00) and 0 sold (₹0.00) in the file, 300 bought (₹3,00,000.00) and 300 sold (₹3,00,000.00) in the trade files`,
    ],
  ])
  const accept = (by = desk.second, version = gaps?.version) =>
    desk.post(
      `clearing-settlements/${id}/accept`,
      { difference: 0, gaps: version, reason: 'Netted by the custodian' },
      by,
    )
  expect((await accept(desk.dealer)).status).toBe(409)
  expect((await accept(desk.second, 'another')).status).toBe(409)
  expect((await accept()).status).toBe(200)
  await desk.release()
  expect(await cash(seller)).toBeGreaterThan(before)
})

test('a delivery file ends no shortage by one hand: its review shows the client money that it would release', async () => {
  const { id, seller, short } = await soldDay(100)
  await desk.deliver(id, short)
  await desk.oblige(id)
  await desk.release()
  expect(await cash(seller)).toBe(0n)
  const sent = await sendDeliveries(id)
  const [row] = await db.rows<{ number: string }>("select 'SD' || number as number from client where id = $1", [
    seller.id,
  ])
  expect(sent.body).toMatchObject({
    waitsForSecond: true,
    secondReasons: [`The file does not name the shortage of 100 ${shareA} of ${row?.number} in ${id} any more`],
  })
  await desk.release()
  expect(await cash(seller)).toBe(0n)
  const { unsettled } = await desk.figures(seller)
  const { evidence, effects } = await review()
  expect(textsOf(evidence[1].rows).map((cells) => cells.slice(1))).toEqual([
    [`Shortage in ${id}`, '₹1,00,000.00', '₹0.00', '−₹1,00,000.00'],
    [`Released at the pay-out of ${id}`, '₹0.00', formatRupees(unsettled), formatRupees(unsettled)],
  ])
  expect(effects.length).toBe(2)
  expect((await decide('approve', desk.dealer)).status).toBe(409)
  expect((await decide('approve')).status).toBe(200)
  await desk.release()
  expect(await cash(seller)).toBe(unsettled)
  const audit = await db.rows<{ action: string }>(
    "select action from audit where subject_id = $1 and action like 'shortage.%' order by id",
    [seller.id],
  )
  expect(audit.map(({ action }) => action)).toEqual(['shortage.add', 'shortage.end'])
  const mails = await db.rows<{ subject: string }>(
    "select subject from mail where recipient = $1 and subject like 'Delivery of%'",
    [seller.email],
  )
  expect(mails).toHaveLength(2)
})

test('a part of a delivery file waits, and its review shows the client money that it would release', async () => {
  const { day, id, seller, buyer } = await soldDay(10)
  await desk.oblige(id)
  const stranger = {
    ClntId: 'NOBODY',
    ISIN: shareA,
    SttlmTp: 'M',
    SctiesSttlmTxId: settlementNumberOf(day),
    QtyORShrtQty: 0,
  }
  const sent = await desk.sendFile(clearingText('delivery', [stranger]), deliveryName(day))
  const [row] = await db.rows<{ number: string }>("select 'SD' || number as number from client where id = $1", [
    buyer.id,
  ])
  expect(sent.body).toMatchObject({
    waitsForSecond: true,
    secondReasons: [`The file does not name the 10 ${shareA} that ${row?.number} receives in ${id}`],
  })
  const { unsettled } = await desk.figures(seller)
  const { evidence } = await review()
  expect(textsOf(evidence[1].rows).map((cells) => cells.slice(1))).toEqual([
    [`Released at the pay-out of ${id}`, '₹0.00', formatRupees(unsettled), formatRupees(unsettled)],
  ])
  await desk.release()
  expect(await cash(seller)).toBe(0n)
  expect((await decide('reject')).status).toBe(200)
  await desk.deliver(id)
  await desk.release()
  expect(await cash(seller)).toBe(unsettled)
})

test('a delivery file that would release money of the operator’s own client account is sent by others', async () => {
  const { id, seller } = await soldDay(10)
  await desk.oblige(id)
  const { email = '' } =
    (await db.row<{ email: string }>('select email from operator where id = $1', [desk.second.id])) ?? {}
  const own = (address: string) => db.run('update operator set email = $2 where id = $1', [desk.second.id, address])
  await own(seller.email)
  expect((await sendDeliveries(id, {}, desk.second)).body.message).toBe(commonErrors.ownAccount.message)
  await own(email)
  expect((await sendDeliveries(id, {}, desk.second)).status).toBe(200)
})

test('neither opens nor ends the shortage of the operator’s own client account', async () => {
  const { id, seller, short } = await soldDay(10)
  const { email } = (await db.row<{ email: string }>('select email from operator where id = $1', [desk.second.id])) ?? {
    email: '',
  }
  const own = (address: string) => db.run('update operator set email = $2 where id = $1', [desk.second.id, address])
  await own(seller.email)
  expect((await sendDeliveries(id, short, desk.second)).body.message).toBe(commonErrors.ownAccount.message)
  await desk.deliver(id, short)
  expect((await sendDeliveries(id, {}, desk.second)).body.message).toBe(commonErrors.ownAccount.message)
  expect((await sendDeliveries(id)).body.waitsForSecond).toBe(true)
  expect((await review()).obstacle).toBe(commonErrors.ownAccount.message)
  expect((await decide('approve')).status).not.toBe(200)
  await own(email)
  expect((await decide('approve')).status).toBe(200)
})

test('nothing is released without a final delivery file where a client delivers, and intraday trades need none', async () => {
  const { id, seller } = await soldDay(10)
  await desk.oblige(id)
  await desk.release()
  expect([await cash(seller), await shown(id)]).toMatchObject([
    0n,
    {
      state: 'Waiting for the delivery file',
      mayAccept: false,
    },
  ])
  const accepted = { difference: 0, gaps: 'none', reason: 'No file came' }
  expect((await desk.post(`clearing-settlements/${id}/accept`, accepted, desk.second)).status).toBe(409)
  await desk.release()
  expect(await cash(seller)).toBe(0n)
  await desk.deliver(id)
  await desk.release()
  expect(await shown(id)).toMatchObject({ state: 'Complete' })
  const day = days.shift() ?? ''
  const trader = await desk.client(5000)
  await desk.bookDay(day, [desk.deal(trader, 'B', 10, '100.00'), desk.deal(trader, 'S', 10, '110.00')])
  await desk.oblige(idOf(day))
  await db.transaction((tx) => payLine(tx, idOf(day)))
  await desk.release()
  expect(await shown(idOf(day))).toMatchObject({ state: 'Complete', released: 1 })
})

test('the close-outs of a file that waits are requested once, when it is approved', async () => {
  const { day, id, seller, short } = await soldDay(10)
  await db.run(
    "insert into exchange_code (exchange, column_name, code, meaning) values ('NSE', 'TxInd', 'CLO', 'closeout') on conflict do nothing",
  )
  await desk.deliver(id, { ...short })
  const row = { ISIN: shareA, SctiesSttlmTxId: settlementNumberOf(day) }
  const cells: Cells[] = [
    { ...row, ClntId: 'NOBODY', QtyORShrtQty: 1 },
    { ...row, ClntId: seller.ucc, QtyORShrtQty: 4 },
    {
      ClntId: seller.ucc,
      ISIN: shareA,
      SttlmTp: 'A',
      SctiesSttlmTxId: '2026901',
      TxInd: 'CLO',
      QtyORShrtQty: 4,
      SqrOffORValtnPric: 120,
    },
  ]
  const closeOuts = async () =>
    (await db.rows("select from proposal where kind = 'shortage.close' and status = 'pending'")).length
  const sent = await desk.sendFile(clearingText('delivery', cells), deliveryName(day, 7))
  expect([sent.body.waitsForSecond, await closeOuts()]).toEqual([true, 0])
  expect((await review()).effects).toHaveLength(1)
  expect(await closeOuts()).toBe(0)
  expect(await desk.sendFile(clearingText('delivery', cells), deliveryName(day, 7))).toMatchObject({
    status: 409,
    body: { message: approvalErrors.fileWaiting.message },
  })
  expect((await decide('approve')).status).toBe(200)
  expect(await closeOuts()).toBe(1)
})
