import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { type LevyCells, levyFileName, levyFileText } from '../../../test/levy-file.ts'
import { priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareA, shareB, tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { adjustLevies } from '../contract/contract.levies.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const desk = await tradingDesk(server)
const days = daysBefore(dayInIndia(new Date()), 12)

const total = ({ ucc }: TradingClient, amount: string, turnover = '15001.00') => ({
  RptHdr: 30,
  ClntId: ucc,
  TtlBuyTrfVal: turnover,
  TtlTaxs: amount,
})
const row = ({ ucc }: TradingClient, isin: string, amount: string, more: LevyCells = {}) => ({
  RptHdr: 40,
  ClntId: ucc,
  ISIN: isin,
  TtlBuyTradgVol: 10,
  TtlBuyTrfVal: '15001.00',
  TtlTaxs: amount,
  ...more,
})
const send = (day: string, rows: readonly LevyCells[], by = desk.dealer) =>
  desk.post('levy-files', priceFileForm(levyFileText('stt', day, rows), levyFileName('stt', day)), by)
const stt = async ({ id }: TradingClient, day: string) => {
  await adjustLevies(server.app.context)
  return (
    await db.row<{ stt: bigint }>(
      'select stt from contract where client_id = $1 and day = $2 and reversed_at is null',
      [id, day],
    )
  )?.stt
}

/** Two clients who bought ten shares each at 1,500.10, so that each owes 15.00 of STT. */
async function tradedDay() {
  const day = days.shift() ?? ''
  const [jaya, gita] = [await desk.client(20_000), await desk.client(20_000)]
  await desk.bookDay(day, [desk.deal(jaya, 'B', 10, '1500.10'), desk.deal(gita, 'B', 10, '1500.10')])
  const both = async () => [await stt(jaya, day), await stt(gita, day)]
  expect(await both()).toEqual([1500n, 1500n])
  return { day, jaya, gita, both }
}
const trueRows = (...clients: readonly TradingClient[]) =>
  clients.flatMap((client) => [total(client, '15.00'), row(client, shareA, '15.00')])
const invented = (client: TradingClient) => [
  total(client, '40000.00', '40000001.00'),
  row(client, shareA, '15.00'),
  row(client, shareB, '39985.00', { TtlBuyTrfVal: '39985000.00' }),
]

test('a file that agrees within a rupee counts at once, and the client is told of the rounding', async () => {
  const { day, jaya, gita, both } = await tradedDay()
  const { status, body } = await send(day, [total(jaya, '16.00'), row(jaya, shareA, '15.60'), ...trueRows(gita)])
  expect([status, body.waitsForSecond, body.differences.length, body.unadjusted]).toEqual([200, undefined, 1, 1])
  expect(await both()).toEqual([1600n, 1500n])
  const audit = await db.rows<{ action: string; after: { stt: number } }>(
    "select action, after from audit where subject_id = $1 and action = 'contract.adjust'",
    [jaya.id],
  )
  expect(audit.map(({ after }) => after.stt)).toEqual([16])
  const mails = await db.rows<{ subject: string }>('select subject from mail where recipient = $1', [jaya.email])
  expect(mails).toContainEqual({ subject: `STT of your trades of ${dateText(day)} corrected` })
  await desk.balanced()
})

test('an invented row waits: no money moves before a second dealer has seen each client’s change, and decides', async () => {
  const { day, jaya, gita, both } = await tradedDay()
  const { status, body } = await send(day, invented(jaya))
  expect([status, body.waitsForSecond]).toEqual([200, true])
  expect(body.secondReasons).toEqual([
    `The file has other totals than we computed for ${jaya.ucc}, by more than ₹1.00 a side`,
    `The file does not name ${gita.ucc}, who traded that day`,
    `The file charges ${jaya.ucc} for securities that the recorded trades of that day do not have`,
  ])
  expect(await both()).toEqual([1500n, 1500n])
  expect(await send(day, invented(jaya))).toMatchObject({
    status: 409,
    body: { message: 'This file was already sent and is awaiting a second operator. Nothing was changed.' },
  })
  expect((await desk.approve('levy-file.count', desk.dealer)).status).toBe(409)
  const { id } = (await db.row<{ id: string }>(
    "select id from proposal where kind = 'levy-file.count' and status = 'pending'",
  )) ?? { id: '' }
  const review = (await call('GET', `/desk/proposals/${id}`, { token: desk.second.token })).body
  expect(review.effects).toEqual([{ account: { text: 'STT of 2 clients' }, amount: 39_970 }])
  const [, changes] = review.evidence
  expect(changes.rows.map((cells: { text: string }[]) => cells.map(({ text }) => text))).toEqual([
    [expect.stringContaining(jaya.name), 'STT', '₹15.00', '₹40,000.00', '₹39,985.00'],
    [expect.stringContaining(gita.name), 'STT', '₹15.00', '₹0.00', '−₹15.00'],
  ])
  await call('POST', `/desk/proposals/${id}/reject`, { token: desk.second.token })
  expect(await both()).toEqual([1500n, 1500n])
})

test('the true file gives back what a wrong file took, and the broker pays nothing', async () => {
  const { day, jaya, gita, both } = await tradedDay()
  await send(day, invented(jaya))
  expect((await desk.approve('levy-file.count')).status).toBe(200)
  expect(await both()).toEqual([4_000_000n, 0n])
  const { body } = await send(day, trueRows(jaya, gita))
  expect([body.waitsForSecond, body.differences, body.unadjusted]).toEqual([undefined, [], 2])
  expect(await both()).toEqual([1500n, 1500n])
  const { files } = (await call('GET', '/desk/levy-files', { token: desk.dealer.token })).body
  expect(files.slice(0, 2).map(({ approvedBy }: { approvedBy?: string }) => approvedBy)).toEqual([undefined, 'Dev'])
  await desk.balanced()
})

test('an approval is rejected where what the file changes is not what the operator saw', async () => {
  const { day, jaya, gita, both } = await tradedDay()
  await send(day, invented(jaya))
  const { id } = (await db.row<{ id: string }>(
    "select id from proposal where kind = 'levy-file.count' and status = 'pending'",
  )) ?? { id: '' }
  const { version } = (await call('GET', `/desk/proposals/${id}`, { token: desk.second.token })).body
  await send(day, [total(jaya, '16.00'), row(jaya, shareA, '16.00'), ...trueRows(gita)])
  expect(await both()).toEqual([1600n, 1500n])
  const approve = (body: object) => call('POST', `/desk/proposals/${id}/approve`, { token: desk.second.token, body })
  expect((await approve({ version })).status).toBe(409)
  expect(await both()).toEqual([1600n, 1500n])
  await call('POST', `/desk/proposals/${id}/reject`, { token: desk.second.token })
})

test('more than the highest rate of the turnover, and a sum beyond every day, are rejected with the line', async () => {
  const { day, jaya, both } = await tradedDay()
  const above = await send(day, [total(jaya, '115.00'), row(jaya, shareA, '115.00')])
  expect([above.status, above.body.message]).toEqual([
    422,
    'Line 2: STT of ₹115.00 is more than 0.1 % of a turnover of ₹15,001.00, the highest rate of the day.',
  ])
  const huge = await send(day, [row(jaya, shareA, '999999999999999.00')])
  expect([huge.status, huge.body.message]).toEqual([
    422,
    'The amounts of the file add up to more than any day can have. Download the file again.',
  ])
  expect(await both()).toEqual([1500n, 1500n])
})

test('a file of a day without recorded trades is rejected with what to do first', async () => {
  const day = days.shift() ?? ''
  const { status, body } = await send(day, trueRows(await desk.client()))
  expect(status).toBe(422)
  expect(body.message).toMatch(
    /^No trades of .* that cleared at NCL are recorded to compare the file with\. Import the trade file of that day first/,
  )
})

test('before the day is booked a file is compared with the recorded trades, and the day is booked with what it states', async () => {
  const day = days.shift() ?? ''
  const jaya = await desk.client(20_000)
  await desk.record(day, [desk.deal(jaya, 'B', 10, '1500.10')])
  expect((await send(day, invented(jaya))).body.waitsForSecond).toBe(true)
  const { body } = await send(day, [total(jaya, '16.00'), row(jaya, shareA, '16.00')])
  expect([body.waitsForSecond, body.differences.length]).toEqual([undefined, 1])
  await desk.book(day)
  expect(await stt(jaya, day)).toBe(1600n)
  await db.run(
    "update proposal set status = 'rejected', decided_by = $1, decided_at = now() where status = 'pending'",
    [desk.second.id],
  )
  await desk.balanced()
})

test('neither sends nor approves a file that changes the operator’s own client account', async () => {
  const { day, jaya, gita, both } = await tradedDay()
  const own = async (email: string) => db.run('update operator set email = $2 where id = $1', [desk.dealer.id, email])
  const { email } = (await db.row<{ email: string }>('select email from operator where id = $1', [desk.dealer.id])) ?? {
    email: '',
  }
  await own(jaya.email)
  const rows = [total(jaya, '5.00'), row(jaya, shareA, '5.00'), ...trueRows(gita)]
  expect((await send(day, rows)).body.message).toBe(commonErrors.ownAccount.message)
  expect((await send(day, rows, desk.second)).body.waitsForSecond).toBe(true)
  expect((await desk.approve('levy-file.count', desk.dealer)).status).toBe(409)
  await own(email)
  expect((await desk.approve('levy-file.count', desk.dealer)).status).toBe(200)
  expect(await both()).toEqual([500n, 1500n])
})

test('of thirty requests at once with one file that waits, one becomes a proposal', async () => {
  const { day, jaya, both } = await tradedDay()
  const sent = await Promise.all(Array.from({ length: 30 }, () => send(day, invented(jaya))))
  expect(sent.filter(({ status }) => status === 200).length).toBe(1)
  expect(sent.filter(({ status }) => status === 409 || status === 429 || status === 503).length).toBe(29)
  expect(await both()).toEqual([1500n, 1500n])
})
