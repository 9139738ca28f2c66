import { lineBookingErrors } from '@sauda/contract/money/line-booking'
import { walletErrors } from '@sauda/contract/money/wallet'
import { commonErrors } from '@sauda/contract/platform/error'
import { clearingErrors, type ClearingSettlement } from '@sauda/contract/trading/clearing'
import { expect, test } from 'vitest'
import {
  type Cells,
  clearingText,
  newSettlement,
  obligationName,
  tradedOn,
  bookTrades,
  recordTrades,
} from '../../../test/clearing.ts'
import { type MoneyClient, moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newIsin, priceFileForm } from '../../../test/price-file.ts'
import { atBank, newUtr, relyOnStatements } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { decidePending } from '../../../test/approvals.ts'
import { obligationFile } from '../../../test/settlement-files.ts'
import { balanceWithClearing, type Charges, type Trades } from '../../core/ledger/clearing.ts'
import { figuresOf } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/id.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'
import { nextSettlementDay } from '../market/trading-day.ts'
import { settlementDay } from './pay-out-day.ts'
import { releaseDue } from './release.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' }, { without: ['release of settlements'] })
const { db, call } = server
const deepa = await establishedOperator(server, 'dealer', 'Deepa')
const dev = await establishedOperator(server, 'dealer', 'Dev')
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const bank = atBank(server, kiran.token)
const today = dayInIndia(new Date())
const { context } = server.app
const release = () => releaseDue(context)

const paise = (rupees: number) => BigInt(Math.round(rupees * 100))
const ofExample1 = { brokerage: 2000n, gst: 368n, stt: 1500n, stampDuty: 225n, exchangeCharges: 46n, sebiFee: 2n }
const ofSale = { brokerage: 2000n, gst: 368n, stt: 1500n, stampDuty: 0n, exchangeCharges: 47n, sebiFee: 2n }

const book = async (client: MoneyClient, trades: Partial<Trades>, charges?: Charges) => {
  await recordTrades(server, trades)
  return bookTrades(server, client, trades, charges)
}
const bought = (settlementId: string, rupees: number) => ({
  purchases: [{ id: newId(), settlementId, cost: paise(rupees) }],
})
const sold = (settlementId: string, cost: number, proceeds: number) => ({
  sales: [{ settlementId, cost: paise(cost), proceeds: paise(proceeds) }],
})
const figures = async ({ id }: MoneyClient) => {
  const { cash, invested, unsettled, dues } = await figuresOf(db, id)
  return [cash, invested, unsettled, dues].map((each) => Number(each) / 100)
}

/** Dev approves a file that waits. */
const send = async (text: string, name: string, by = deepa) => {
  const sent = await call('POST', '/desk/clearing-files', { token: by.token, body: priceFileForm(text, name) })
  if (sent.body.waitsForSecond) expect((await approve('clearing-file.count', dev)).status).toBe(200)
  return sent
}
type Of = { readonly id: string }
/** An obligation file with this net in rupees, which agrees with the recorded trades if they have that net; `state`: F or P. */
const oblige = async ({ id }: Of, net: number, { state = 'F' } = {}) => {
  const recorded = await db.row<{ net: number }>(
    `select coalesce(sum(case side when 'S' then quantity * price else -quantity * price end), 0)::float8 as net
       from exchange_trade where 'NSE-M-' || settlement_number = $1 and custodian = ''`,
    [id],
  )
  const { text, name } = await obligationFile(server, id, Math.round((net - (recorded?.net ?? 0)) * 100) / 100)
  return send(text, name.replace('_F_', `_${state}_`))
}
const shown = async (id: string, by = deepa) => {
  const { body } = await call('GET', '/desk/clearing-settlements', { token: by.token })
  return body.settlements.find(({ _id }: ClearingSettlement) => _id === id) as ClearingSettlement
}
const stateOf = async (id: string) => (await shown(id)).state

const approve = (subject: string, by = omar) => decidePending(server, by, { subject })
/** A bank entry, above zero received, booked by two operators. */
const lineOf = async (rupees: number, booking: object, text = 'NCL SETTLEMENT') => {
  const reference = newUtr()
  await bank.bring({ text, reference, ...(rupees > 0 ? { credit: rupees } : { debit: -rupees }) })
  const { _id } = await bank.find(reference)
  const sent = await bank.send(`/lines/${_id}/book`, { reason: 'Settlement', ...booking })
  if (sent.body.waitsForSecond) expect((await approve(_id)).status).toBe(200)
  return { id: _id, sent }
}
const payLine = (ids: readonly string[], rupees: number) => lineOf(rupees, { kind: 'settlement', settlementIds: ids })
const releases = async (id: string) =>
  (await db.rows<{ n: number }>('select count(*)::int as n from settlement_release where settlement_id = $1', [id]))[0]
    ?.n
const withdraw = ({ id, token }: MoneyClient, amount: number) =>
  call('POST', '/user/wallet/withdraw', { token, body: { id, amount } })

test('buy day and sell day: each figure of the worked example through file, bank entry and release', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const buyDay = await newSettlement(server)
  await book(client, bought(buyDay.id, 15_001), ofExample1)
  expect(await figures(client)).toEqual([4957.59, 15_001, 0, 0])
  expect(await shown(buyDay.id)).toMatchObject({ computed: -15_001, state: 'Waiting for the obligation file' })
  expect((await oblige(buyDay, -15_001, { state: 'P' })).status).toBe(200)
  expect(await shown(buyDay.id)).toMatchObject({ isProvisional: true, state: 'Waiting for the final obligation file' })
  expect((await oblige(buyDay, -15_001)).status).toBe(200)
  expect(await shown(buyDay.id)).toMatchObject({ file: -15_001, difference: 0, state: 'Waiting for the pay-in line' })
  expect((await payLine([buyDay.id], -15_001)).sent.body).toMatchObject({ waitsForSecond: true })
  expect(await shown(buyDay.id)).toMatchObject({ linked: -15_001, state: 'Complete' })
  expect(await balanceWithClearing(db, buyDay.id)).toBe(0n)

  const sellDay = await newSettlement(server)
  await book(client, sold(sellDay.id, 15_001, 15_400), ofSale)
  expect(await figures(client)).toEqual([4957.59, 0, 15_360.83, 0])
  expect(await withdraw(client, 20_000)).toMatchObject({
    status: 422,
    body: { message: walletErrors.insufficient.message },
  })
  await oblige(sellDay, 15_400)
  await release()
  expect(await stateOf(sellDay.id)).toBe('Waiting for the pay-out line')
  expect(await figures(client)).toEqual([4957.59, 0, 15_360.83, 0])
  await payLine([sellDay.id], 15_400)
  expect(await stateOf(sellDay.id)).toBe('Released 0 of 1 clients')
  await release()
  expect(await figures(client)).toEqual([20_318.42, 0, 0, 0])
  expect(await shown(sellDay.id)).toMatchObject({ released: 1, clients: 1, state: 'Complete' })
  expect(await balanceWithClearing(db, sellDay.id)).toBe(0n)
  expect((await withdraw(client, 20_000)).status).toBe(200)
  expect((await lineOf(-30, { kind: 'levy', levy: 'stt' })).sent.status).toBe(200)
  const stt = await db.row<{ owed: bigint }>(
    "select sum(case 'stt' when credit then amount when debit then -amount end)::bigint as owed from entry",
    [],
  )
  expect(stt?.owed).toBe(0n)
})

test('same-day switch: one bank entry of the difference, and what is left of the sale is released', async () => {
  const client = await moneyClient(server, { rupees: 15_001 })
  const earlier = await newSettlement(server)
  await book(client, bought(earlier.id, 15_001))
  const switched = await newSettlement(server)
  await book(client, { ...sold(switched.id, 15_001, 15_400), ...bought(switched.id, 10_000) })
  expect(await figures(client)).toEqual([0, 10_000, 5400, 0])
  await oblige(switched, 5400)
  await payLine([switched.id], 5400)
  await release()
  expect(await figures(client)).toEqual([5400, 10_000, 0, 0])
  expect(await balanceWithClearing(db, switched.id)).toBe(0n)
})

test('a second operator is warned of a bank entry against the obligation; returned pay-ins are such entries', async () => {
  const day = await newSettlement(server)
  await recordTrades(server, bought(day.id, 15_001))
  await oblige(day, -15_001)
  const requested = async (rupees: number, settlementIds = [day.id]) => {
    const reference = newUtr()
    await bank.bring({ text: 'NCL', reference, ...(rupees > 0 ? { credit: rupees } : { debit: -rupees }) })
    const { _id } = await bank.find(reference)
    await bank.send(`/lines/${_id}/book`, { reason: 'Settlement', kind: 'settlement', settlementIds })
    const { requested: proposal } = await bank.find(reference)
    const { body } = await call('GET', `/desk/proposals/${proposal?.proposalId}`, { token: omar.token })
    return { id: _id, facts: body.evidence[1].facts }
  }
  const expects = (text: string) => ({ label: 'Still expects', value: { text } })
  const warns = (text: string) => ({
    label: 'Direction',
    value: { text: `${day.id} still expects ${text}`, warns: true },
  })
  const against = await requested(15_001)
  expect(against.facts).toEqual([
    expects('−₹15,001.00'),
    warns('a pay-in of ₹15,001.00, but this bank entry is a credit.'),
  ])
  await decidePending(server, omar, { subject: against.id, verb: 'reject' })
  const paid = await requested(-15_001)
  expect(paid.facts).toEqual([expects('−₹15,001.00')])
  expect((await approve(paid.id)).status).toBe(200)
  const returned = await requested(15_001)
  expect(returned.facts).toEqual([expects('₹0.00'), warns('nothing, but this bank entry is a credit.')])
  expect((await approve(returned.id)).status).toBe(200)
  expect(await shown(day.id)).toMatchObject({ file: -15_001, linked: 0 })
})

test('one operator releases sale proceeds only with a proven bank entry of the whole obligation; a second one sees them gross', async () => {
  const [seller, buyer] = [await moneyClient(server), await moneyClient(server, { rupees: 294_000 })]
  const [buyDay, day] = [await newSettlement(server), await newSettlement(server)]
  await book(seller, bought(buyDay.id, 299_000))
  await book(seller, sold(day.id, 299_000, 299_000))
  await book(buyer, bought(day.id, 294_000))
  await oblige(day, 5000)
  const entry = async (rupees: number) => {
    const reference = newUtr()
    await bank.bring({ text: 'NCL SETTLEMENT', reference, credit: rupees })
    return bank.find(reference)
  }
  const request = (line: { _id: string }, by = kiran) =>
    atBank(server, by.token).send(`/lines/${line._id}/book`, {
      kind: 'settlement',
      settlementIds: [day.id],
      reason: 'Pay-out',
    })
  const line = await entry(5000)
  const { body } = await request(line)
  expect(body.secondReasons).toEqual([
    expect.stringContaining('which does not continue from the last confirmed entry'),
    expect.stringContaining('You imported statement.csv'),
    'It would release ₹2,99,000.00 from sales of 1 client',
  ])
  const { requested } = await bank.line(line._id)
  const review = (await call('GET', `/desk/proposals/${requested?.proposalId}`, { token: omar.token })).body
  expect(review.evidence.at(-1)).toMatchObject({
    title: 'Releases ₹2,99,000.00 of 1 client',
    rows: [[{ text: expect.stringContaining(seller.name) }, { text: '₹2,99,000.00' }]],
  })
  await release()
  expect((await figures(seller))[2]).toBe(299_000)
  // What waits is used by no other entry, also not by one that is proven.
  const other = await entry(5000)
  await relyOnStatements(server)
  expect((await request(other, omar)).body.message).toMatch(
    /^Kiran requested “Pay-out of .+ waits for a second operator\. .*Omar.* may decide it;/,
  )
  const reject = await call('POST', `/desk/proposals/${requested?.proposalId}/reject`, { token: omar.token })
  expect(reject.status).toBe(200)
  const part = await entry(4000)
  await relyOnStatements(server)
  expect((await request(part, omar)).body.secondReasons).toEqual([
    `The bank entry is not the whole final obligation of ${day.id}`,
    'It would release ₹2,99,000.00 from sales of 1 client',
  ])
  const waiting = await bank.line(part._id)
  await call('POST', `/desk/proposals/${waiting.requested?.proposalId}/reject`, { token: kiran.token })
  expect((await request(line, omar)).body).not.toHaveProperty('waitsForSecond')
  await release()
  expect((await figures(seller))[2]).toBe(0)
})

test('nobody books or approves an unproven bank entry that releases money of their own client account', async () => {
  const seller = await moneyClient(server)
  const insider = await establishedOperator(server, 'cashier', 'Ivan')
  const day = await newSettlement(server)
  await book(seller, { intraday: [{ settlementId: day.id, result: paise(700) }] })
  await oblige(day, 700)
  const reference = newUtr()
  await bank.bring({ text: 'NCL SETTLEMENT', reference, credit: 700 })
  const path = `/desk/reconciliation/lines/${(await bank.find(reference))._id}/book`
  const body = { kind: 'settlement', settlementIds: [day.id], reason: 'Pay-out' }
  const emailOf = 'update operator set email = (select email from client where id = $2) where id = $1'
  await db.run(emailOf, [insider.id, seller.id])
  const refused = { status: 409, body: commonErrors.ownAccount }
  expect(await call('POST', path, { token: insider.token, body })).toMatchObject(refused)
  expect((await call('POST', path, { token: kiran.token, body })).body).toMatchObject({ waitsForSecond: true })
  expect(await decidePending(server, insider, { subject: day.id })).toMatchObject(refused)
  expect((await decidePending(server, omar, { subject: day.id })).status).toBe(200)
  await release()
  expect((await figures(seller))[0]).toBe(700)
})

test('shortfall: released proceeds first pay what is due', async () => {
  const client = await moneyClient(server, { rupees: 4000 })
  const [buyDay, sellDay] = [await newSettlement(server), await newSettlement(server)]
  await book(client, bought(buyDay.id, 15_001), ofExample1)
  expect(await figures(client)).toEqual([0, 15_001, 0, 11_042.41])
  await book(client, sold(sellDay.id, 15_001, 15_001))
  await oblige(sellDay, 15_001)
  await payLine([sellDay.id], 15_001)
  await release()
  expect(await figures(client)).toEqual([3958.59, 0, 0, 0])
})

test('releasing several times at once releases once; a failure holds up no other client, and the release continues', async () => {
  const clients = [await moneyClient(server), await moneyClient(server), await moneyClient(server)]
  const day = await newSettlement(server)
  for (const client of clients) await book(client, { intraday: [{ settlementId: day.id, result: paise(100) }] })
  await oblige(day, 300)
  await payLine([day.id], 300)
  let left = 1
  const inform: typeof context.inform = async (...given) => {
    if (left-- === 0) throw new Error('interrupted')
    await context.inform(...given)
  }
  await expect(releaseDue({ ...context, inform })).rejects.toThrow('interrupted')
  expect(await stateOf(day.id)).toBe('Released 2 of 3 clients')
  await Promise.all([release(), release(), release(), release()])
  expect(await releases(day.id)).toBe(3)
  for (const client of clients) expect(await figures(client)).toEqual([100, 0, 0, 0])
  const mails = await db.rows("select from mail where subject like '₹100.00 from sales is available%'")
  expect(mails).toHaveLength(3)
  const audited = await db.rows(
    "select from audit where action = 'clearing.release' and after ->> 'settlementId' = $1",
    [day.id],
  )
  expect(audited).toHaveLength(3)
})

test('an obligation that differs releases nothing until another operator accepts exactly this difference', async () => {
  const client = await moneyClient(server)
  const day = await newSettlement(server)
  await book(client, { intraday: [{ settlementId: day.id, result: paise(500) }] })
  await oblige(day, 450)
  await payLine([day.id], 450)
  await release()
  expect(await shown(day.id)).toMatchObject({ difference: -50, state: 'Unexplained difference of −₹50.00' })
  expect([(await shown(day.id)).mayAccept, (await shown(day.id, dev)).mayAccept]).toEqual([false, true])
  const accept = (by: typeof deepa, difference: number) =>
    call('POST', `/desk/clearing-settlements/${day.id}/accept`, {
      token: by.token,
      body: { difference, gaps, reason: 'Own trades' },
    })
  const gaps = (await shown(day.id)).gaps?.version
  expect((await accept(deepa, -50)).body).toEqual(clearingErrors.ownFile)
  expect((await accept(dev, -40)).body).toEqual(clearingErrors.changed)
  expect((await accept(dev, -50)).status).toBe(200)
  expect((await accept(dev, -50)).body).toEqual(clearingErrors.accepted)
  await release()
  expect(await figures(client)).toEqual([500, 0, 0, 0])
})

test('zero needs no bank entry; a reversed bank entry stops the release; the day of pay-out is awaited', async () => {
  const [seller, buyer] = [await moneyClient(server), await moneyClient(server, { rupees: 700 })]
  const zero = await newSettlement(server)
  await book(seller, { intraday: [{ settlementId: zero.id, result: paise(700) }] })
  await book(buyer, bought(zero.id, 700))
  await oblige(zero, 0)
  await release()
  expect(await figures(seller)).toEqual([700, 0, 0, 0])

  const later = await newSettlement(server, addDays(today, 1))
  await book(seller, { intraday: [{ settlementId: later.id, result: paise(50) }] })
  await oblige(later, 50)
  const { id } = await payLine([later.id], 50)
  await release()
  expect(await stateOf(later.id)).toMatch(/^Waiting for the pay-out on /)
  expect((await bank.send(`/lines/${id}/reverse`, { reason: 'Another settlement' })).status).toBe(200)
  expect(await shown(later.id)).toMatchObject({ linked: 0, state: 'Waiting for the pay-out line' })
  expect(await figures(seller)).toEqual([700, 0, 50, 0])
})

test('two settlements of one day are paid with one bank entry, whose amount is what both still expect', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  const [one, two] = [await newSettlement(server), await newSettlement(server)]
  await book(client, { intraday: [{ settlementId: one.id, result: paise(1000) }] })
  await book(client, { intraday: [{ settlementId: two.id, result: -paise(200) }] })
  await oblige(one, 1000)
  await oblige(two, -200)
  const { sent } = await payLine([one.id, two.id], 900)
  expect(sent).toMatchObject({ status: 422, body: lineBookingErrors.settlementsDiffer })
  expect((await payLine([one.id, two.id], 800)).sent.status).toBe(200)
  await release()
  expect([await balanceWithClearing(db, one.id), await balanceWithClearing(db, two.id)]).toEqual([0n, 0n])
  expect((await lineOf(5, { kind: 'settlement' })).sent.body).toEqual(lineBookingErrors.chooseSettlement)
  expect((await lineOf(-5, { kind: 'levy' })).sent.body).toEqual(lineBookingErrors.chooseLevy)
})

test('a shortage holds the release of its client only, and two operators end it', async () => {
  const [short, other] = [await moneyClient(server), await moneyClient(server)]
  const day = await newSettlement(server)
  for (const client of [short, other]) await book(client, { intraday: [{ settlementId: day.id, result: paise(60) }] })
  const row = await db.row<{ number: bigint }>('select number from client where id = $1', [short.id])
  const add = (saudaId: string) =>
    call('POST', `/desk/clearing-settlements/${day.id}/shortages`, {
      token: deepa.token,
      body: { saudaId, amount: 60, reason: '10 DEMOTECH not delivered' },
    })
  expect((await add('SD999999')).body).toEqual(clearingErrors.noClient)
  expect((await add(`SD${row?.number}`)).status).toBe(200)
  expect((await add(`SD${row?.number}`)).body).toEqual(clearingErrors.held)
  await oblige(day, 120)
  await payLine([day.id], 120)
  await release()
  expect([await figures(short), await figures(other)]).toEqual([
    [0, 0, 60, 0],
    [60, 0, 0, 0],
  ])
  expect(await stateOf(day.id)).toBe('Released 1 of 2 clients, 1 held back for a shortage')
  const detail = await call('GET', `/desk/clearing-settlements/${day.id}`, { token: deepa.token })
  const [{ _id }] = detail.body.shortages
  const end = () => call('POST', `/desk/shortages/${_id}/end`, { token: deepa.token, body: { reason: 'Delivered' } })
  expect((await end()).body).toMatchObject({ waitsForSecond: true })
  expect((await approve(day.id, dev)).status).toBe(200)
  expect((await end()).body).toEqual(clearingErrors.ended)
  await release()
  expect(await figures(short)).toEqual([60, 0, 0, 0])
})

test('the settlement master sets the day of pay-out, also of a known settlement while nothing is released', async () => {
  const [known, paid] = [await newSettlement(server), await newSettlement(server)]
  const client = await moneyClient(server)
  await book(client, { intraday: [{ settlementId: paid.id, result: paise(10) }] })
  await oblige(paid, 10)
  await payLine([paid.id], 10)
  await release()
  const later = nextSettlementDay(nextSettlementDay(tradedOn))
  const rows = [known.number, paid.number, '2026999'].map((number) => ({
    SctiesSttlmTxId: number,
    FndsPayOutDtAndTm: `${later}T15:30:00`,
  }))
  const name = `SettlementMaster_NCL_CM_0_0_0_${later.slice(0, 7).replace('-', '')}00_0_0000.csv`
  expect((await send(clearingText('master', rows), name)).body.waitsForSecond).toBe(true)
  expect([(await shown(known.id)).settlesOn, (await shown(paid.id)).settlesOn]).toEqual([later, today])
  const day = (number: string) => settlementDay(db, { exchange: 'NSE', type: 'M', day: tradedOn, number })
  // No trades of the last one are known with which its day could be compared.
  expect([await day(known.number), await day('2026999')]).toEqual([later, nextSettlementDay(tradedOn)])
  expect((await send(clearingText('master', rows), name)).body).toEqual(clearingErrors.known)
})

test('rows of clients are parts of the member’s row, and volumes are compared with the trade files', async () => {
  const day = await newSettlement(server)
  const cells = { SctiesSttlmTxId: day.number, RptgDt: tradedOn, DalySellTradgVol: 10, DalySellTradgVal: '900.00' }
  const text = clearingText('obligation', [cells, { ...cells, ClntId: 'AB1001' }])
  expect((await send(text, obligationName(tradedOn))).body.settlements).toEqual([{ _id: day.id, net: 900 }])
  const { body } = await call('GET', `/desk/clearing-settlements/${day.id}`, { token: deepa.token })
  const volume = {
    isin: newIsin(1),
    fileBought: '0',
    fileSold: '10',
    fileBoughtValue: '0.00',
    fileSoldValue: '900.00',
    bought: '0',
    sold: '0',
    boughtValue: '0.00',
    soldValue: '0.00',
  }
  expect(body).toEqual({ volumes: [volume], shortages: [] })
  expect((await call('GET', '/desk/clearing-settlements/NSE-M-1', { token: deepa.token })).status).toBe(404)
  const large = clearingText('obligation', [{ ...cells, DalySellTradgVal: '12500000000.05' }])
  expect((await send(large, obligationName(tradedOn))).body.settlements).toEqual([
    { _id: day.id, net: 12_500_000_000.05 },
  ])
})

const row = { SctiesSttlmTxId: '2026001', RptgDt: tradedOn, DalySellTradgVal: '5.00' }
const text = (cells: Cells = {}) => clearingText('obligation', [{ ...row, ...cells }])
const nameOf = obligationName(tradedOn)
test.each([
  ['another name', text(), 'obligation.csv', clearingErrors.name.message],
  ['yesterday’s rows', text({ RptgDt: '2026-01-05' }), nameOf, /named for .* but line 2 is of 5 Jan 2026/],
  [
    'a file cut off',
    text().slice(0, -20),
    nameOf,
    /Line 2: it has \d+ cells where 33 are expected. The file may be cut off/,
  ],
  [
    'another segment',
    text({ Sgmt: 'FO' }),
    nameOf,
    /Line 2: it is of futures and options \(FO\), which are not imported/,
  ],
  ['a missing column', text().replace('RptgDt', 'Other'), nameOf, clearingErrors.columns.message],
  ['a column twice', text().replace('Rsvd4', 'ISIN'), nameOf, /Line 1: the column ISIN is there twice/],
  ['no rows', clearingText('obligation', []), nameOf, clearingErrors.noRows.message],
  ['a rounded value', text({ DalySellTradgVal: '1E+05' }), nameOf, /Line 2: DalySellTradgVal is not a plain number/],
  ['a wrong settlement', text({ SctiesSttlmTxId: '26' }), nameOf, /Line 2: M 26 is not a settlement/],
  ['a wrong ISIN', text({ ISIN: 'INE000000001' }), nameOf, /Line 2: INE000000001 is not an ISIN/],
])('rejects %s with a sentence', async (_, content, name, message) => {
  const { status, body } = await send(content, name)
  expect(status).toBe(422)
  expect(body.message).toMatch(message)
})

test('the same file twice, the file of another day’s settlement, and one after a release change nothing', async () => {
  const client = await moneyClient(server)
  const day = await newSettlement(server)
  await book(client, { intraday: [{ settlementId: day.id, result: paise(10) }] })
  expect((await oblige(day, 10)).status).toBe(200)
  expect(await oblige(day, 10)).toMatchObject({ status: 409, body: clearingErrors.known })
  // After a wrong file the first counts again.
  for (const net of [11, 10]) expect((await oblige(day, net)).status).toBe(200)
  const old = '2026-01-05'
  const rows = [{ SctiesSttlmTxId: day.number, RptgDt: old, DalySellTradgVal: '99.00' }]
  const wrong = await send(clearingText('obligation', rows), obligationName(old))
  expect(wrong.body.message).toMatch(/is the settlement of .*, but the file is of 5 Jan 2026/)
  await payLine([day.id], 10)
  await release()
  expect((await oblige(day, 11)).body.message).toMatch(/has already been released/)
  // Another exchange has settlements of its own.
  expect((await send(text(), obligationName(tradedOn, 'ICCL'))).body.message).toMatch(
    /^BSE-M-2026001 has no recorded trades/,
  )
  expect(await shown(day.id)).toMatchObject({ file: 10, state: 'Complete' })
  // A newer file of the day with the released settlement as it was, and another one.
  const other = await newSettlement(server)
  await recordTrades(server, sold(other.id, 7, 7))
  const both: Cells[] = [
    { SctiesSttlmTxId: day.number, RptgDt: tradedOn, DalySellTradgVal: '10.00' },
    { SctiesSttlmTxId: other.number, RptgDt: tradedOn, DalySellTradgVol: 1, DalySellTradgVal: '7.00' },
  ]
  expect((await send(clearingText('obligation', both), obligationName(tradedOn))).status).toBe(200)
  expect(await shown(other.id)).toMatchObject({ file: 7 })
  expect(await shown(day.id)).toMatchObject({ file: 10, state: 'Complete' })
})
