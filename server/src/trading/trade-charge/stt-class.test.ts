import type { Reply } from '@sauda/contract/platform/call'
import { commonErrors } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import { type sttClassCalls, sttClassErrors } from '@sauda/contract/trading/stt-class'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newIsin, priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const desk = await tradingDesk(server)
// Before the second administrator, who would have to approve their plans.
const clients = [
  await desk.client(7_00_000),
  await desk.client(7_00_000),
  await desk.client(20_00_000),
  await desk.client(30_00_000),
  await desk.client(7_00_000),
]
const nextClient = () => clients.shift() as TradingClient
const aarav = await establishedOperator(server, 'admin', 'Aarav')
/** The oldest first. */
const days = daysBefore(dayInIndia(new Date()), 40)
const nextDay = () => days.shift() ?? ''

let count = 0
/** A security of NSE that trades in this series, whose ISIN begins with INF as those of all funds do. */
async function newFund(series = 'EQ'): Promise<string> {
  const isin = newIsin(700 + ++count).replace(/^INE/, 'INF')
  const found = [...Array(10).keys()].map((digit) => `${isin.slice(0, 11)}${digit}`).find((each) => isIsin(each)) ?? ''
  await db.run(
    `insert into security (isin, exchange, from_day, symbol, series, name) values ($1, 'NSE', '1900-01-01', $2, $3, $2)`,
    [found, `FUND${count}`, series],
  )
  return found
}

const fileOf = (day: string, indicated = true) =>
  `C_STT${indicated ? '_IND' : ''}_${day.split('-').toReversed().join('')}.csv`
const sendList = (
  day: string,
  rows: readonly string[],
  { header = 'SYMBOL,SERIES,ISIN,STT INDICATOR', name = fileOf(day) } = {},
) => desk.post('stt-lists', priceFileForm([header, ...rows, ''].join('\n'), name))
const approve = (subject: 'stt-list.count' | 'stt-class.set', by = desk.second) =>
  decidePending(server, by, { subject })
const set = (isin: string, stt: string, from: string) => desk.post('stt-classes', { isin, stt, from }, desk.admin)
const list = async (): Promise<Reply<typeof sttClassCalls.list>> =>
  (await call('GET', '/desk/stt-classes', { token: desk.dealer.token })).body

/** A hundred units bought at 6,000.00 and sold at 6,010.00 on one day: ₹6,01,000 of sales not delivered. */
const roundTrip = (client: TradingClient, isin: string, more: object = {}) => [
  desk.deal(client, 'B', 100, '6000.00', { isin, symbol: 'FUND', ...more }),
  desk.deal(client, 'S', 100, '6010.00', { isin, symbol: 'FUND', ...more }),
]
const sttOf = async ({ id }: TradingClient, day: string) =>
  (
    await db.row<{ stt: bigint }>(
      'select stt from contract where client_id = $1 and day = $2 and reversed_at is null',
      [id, day],
    )
  )?.stt

test('the letters of an ISIN decide nothing: without an entry a unit is charged by its series', async () => {
  const [day, isin, client] = [nextDay(), await newFund(), nextClient()]
  await desk.bookDay(day, [desk.deal(client, 'B', 100, '6000.00', { isin, symbol: 'FUND' })])
  expect(await sttOf(client, day)).toBe(60_000n)
})

test('a gold ETF that the exchange’s list exempts is charged no STT, once a second operator has seen what changes for each client', async () => {
  const [day, isin, client] = [nextDay(), await newFund(), nextClient()]
  await desk.record(day, roundTrip(client, isin))
  const { status, body } = await sendList(day, [`FUND${count},EQ,${isin},EXEMPT`])
  expect([status, body.waitsForSecond, body.secondReasons]).toEqual([
    200,
    true,
    [`STT of securities changes (As a share → Exempt): FUND${count}`],
  ])
  expect(body.unused).toEqual(['SERIES'])
  const review = (
    await call('GET', `/desk/proposals/${await pendingProposal(server, 'stt-list.count')}`, {
      token: desk.second.token,
    })
  ).body
  const cells = (at: number) => review.evidence[at].rows.map((row: { text: string }[]) => row.map(({ text }) => text))
  expect(cells(1)).toEqual([[isin, `FUND${count}`, 'As a share', 'Exempt', '0']])
  expect(cells(2)).toEqual([[expect.any(String), `STT of ${dateText(day)}`, '₹150.00', '₹0.00', '−₹150.00']])
  expect((await approve('stt-list.count', desk.dealer)).status).toBe(409)
  expect((await list()).waitingFiles.length).toBe(1)
  expect((await approve('stt-list.count')).status).toBe(200)
  const recorded = "select after from audit where action = 'stt-list.import' order by id desc limit 1"
  expect((await db.row<{ after: object }>(recorded))?.after).toMatchObject({
    fileName: expect.stringContaining('C_STT'),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await desk.book(day)
  expect(await sttOf(client, day)).toBe(0n)
  const { entries, lists } = await list()
  expect(entries[0]).toMatchObject({ isin, stt: 'exempt', from: day, list: fileOf(day) })
  expect(lists[0]?.approvedBy).toBe('Dev')
})

test('a class counts from its first trade day on, and a booked day keeps its charges', async () => {
  const [before, from] = [nextDay(), nextDay()]
  const [isin, client] = [await newFund(), nextClient()]
  await desk.bookDay(before, roundTrip(client, isin))
  const { body } = await set(isin, 'exempt', from)
  expect(body.waitsForSecond).toBe(true)
  expect((await approve('stt-class.set', desk.admin)).status).toBe(409)
  expect((await approve('stt-class.set', aarav)).status).toBe(200)
  await desk.bookDay(from, roundTrip(client, isin))
  expect([await sttOf(client, before), await sttOf(client, from)]).toEqual([15_000n, 0n])
  await set(isin, 'exempt', before)
  expect((await approve('stt-class.set', aarav)).status).toBe(200)
  expect(await sttOf(client, before)).toBe(15_000n)
  const audits = await db.rows<{ after: object }>(
    "select after from audit where action = 'stt-class.set' order by at desc limit 1",
  )
  expect(audits[0]?.after).toMatchObject({ isin, stt: 'Exempt', from: before })
  expect((await set(isin, 'exempt', from)).body).toMatchObject({ message: sttClassErrors.unchanged.message })
})

test('an equity fund pays STT on sales alone, and a series without STT needs no entry', async () => {
  const [day, from] = [nextDay(), nextDay()]
  const [fund, bond, client] = [await newFund(), await newFund('GB'), nextClient()]
  await db.run(
    "insert into exchange_code (exchange, column_name, code, meaning) values ('NSE', 'SctySrs', 'GB', 'normal')",
  )
  await set(fund, 'fund', day)
  expect((await approve('stt-class.set', aarav)).status).toBe(200)
  const buy = (isin: string, series: string) => desk.deal(client, 'B', 200, '6000.00', { isin, series, symbol: 'FUND' })
  await desk.bookDay(day, [buy(fund, 'EQ'), buy(bond, 'GB')])
  expect(await sttOf(client, day)).toBe(0n)
  await desk.bookDay(from, [desk.deal(client, 'S', 200, '6000.00', { isin: fund, symbol: 'FUND' })])
  // 0.001 % of ₹12,00,000.
  expect(await sttOf(client, from)).toBe(1200n)
})

test('the list of exempt securities has no indicators, may name symbols alone, and says which it does not know', async () => {
  const day = nextDay()
  const isin = await newFund()
  const { status, body } = await sendList(day, [`FUND${count},EQ`, 'NOSUCH,EQ'], {
    header: 'SYMBOL,SERIES',
    name: fileOf(day, false),
  })
  expect([status, body.kind, body.changed, body.unknown]).toEqual([200, 'exempt', 1, ['NOSUCH']])
  expect((await approve('stt-list.count')).status).toBe(200)
  expect((await list()).entries[0]).toMatchObject({ isin, stt: 'exempt' })
  const next = nextDay()
  const other = await newFund()
  const second = await sendList(next, [`${other}`, `${await newFund()}`], { header: 'ISIN', name: fileOf(next, false) })
  expect(second.body.absent).toEqual([isin])
})

test('an unknown indicator, a broken ISIN, contradicting rows and a list of an earlier day are rejected with the reason', async () => {
  const day = nextDay()
  const isin = await newFund()
  const messageOf = async (...given: Parameters<typeof sendList>) => {
    const { status, body } = await sendList(...given)
    return [status, body.message]
  }
  expect(await messageOf(day, [`FUND,EQ,${isin},7`])).toEqual([
    422,
    'Line 2: the indicator “7” is not known. Nothing was imported. An administrator adds it under Codes, as STT in lists of securities, once its meaning is clear.',
  ])
  expect(await messageOf(day, [`FUND,EQ,${isin.slice(0, 11)}Z,N`])).toEqual([
    422,
    `Line 2: “${isin.slice(0, 11)}Z” is not an ISIN.`,
  ])
  expect(await messageOf(day, [`FUND,EQ,${isin},N`, `FUND,BE,${isin},SHARE`])).toEqual([
    422,
    `Line 3: ${isin} is “SHARE”, but “N” in line 2.`,
  ])
  expect((await messageOf(day, [`FUND,EQ,${isin},N`], { name: 'list.csv' }))[1]).toMatch(
    /^The name of the list must begin/,
  )
  expect((await messageOf(day, [`FUND,EQ`], { header: 'SYMBOL,SERIES' }))[1]).toMatch(
    /^This is not a list of securities with/,
  )
  const earlier = daysBefore(dayInIndia(new Date()), 60)[0] ?? ''
  expect((await messageOf(earlier, [`FUND,EQ,${isin},N`]))[1]).toMatch(/was already imported\.$/)
})

test('nobody sets the STT of a security for trades of their own account, and a list says that a booked day keeps its charges', async () => {
  const [day, isin, client] = [nextDay(), await newFund(), nextClient()]
  await desk.record(day, roundTrip(client, isin))
  const insider = await establishedOperator(server, 'admin', 'Indu')
  await db.run('update operator set email = (select email from client where id = $2) where id = $1', [
    insider.id,
    client.id,
  ])
  const refused = { status: 409, body: commonErrors.ownAccount }
  expect(await desk.post('stt-classes', { isin, stt: 'exempt', from: day }, insider)).toMatchObject(refused)
  expect((await set(isin, 'exempt', day)).body.waitsForSecond).toBe(true)
  expect(await approve('stt-class.set', insider)).toMatchObject(refused)
  await desk.book(day)
  // None of the booked trades changes any more.
  expect((await approve('stt-class.set', insider)).status).toBe(200)
  expect(await sttOf(client, day)).toBe(15_000n)
  expect((await sendList(day, [`FUND${count},EQ,${isin},SHARE`])).body.waitsForSecond).toBe(true)
  const path = `/desk/proposals/${await pendingProposal(server, 'stt-list.count')}`
  const { evidence } = (await call('GET', path, { token: desk.second.token })).body
  expect(evidence.at(-1)).toMatchObject({
    title: 'Trade days that are booked already',
    rows: [[{ text: `1 booked trade day keeps its charges: ${dateText(day)}.` }]],
  })
})

test('the list of ETFs names those of gold and debt that are charged: two administrators exempt them with one request', async () => {
  const [gold, debt, shares] = [await newFund(), await newFund(), await newFund()]
  await db.run(
    "insert into security_stt (isin, from_day, stt) select i, '1900-01-01', 'fund' from unnest($1::text[]) as n (i)",
    [[gold, debt, shares]],
  )
  const symbols = await db.rows<{ isin: string; symbol: string }>(
    'select isin, symbol from security where isin = any ($1)',
    [[gold, debt, shares]],
  )
  const symbolOf = (isin: string) => symbols.find((each) => each.isin === isin)?.symbol ?? ''
  const text = [
    'Symbol,Underlying,SecurityName,DateofListing,MarketLot,ISINNumber,FaceValue',
    `${symbolOf(gold)},Domestic Price of Gold,GOLD ONE,08-Jan-02,1,${gold},1`,
    `${symbolOf(debt)},Nifty8-13yrG-SecIndex,GILT ONE,08-Jan-02,1,${debt},1`,
    `${symbolOf(shares)},Nifty50,SHARES ONE,08-Jan-02,1,${shares},1`,
    '',
  ].join('\n')
  const read = await desk.post('securities/files', priceFileForm(text, 'eq_etfseclist.csv'))
  expect(read.body.sttToCheck).toEqual([symbolOf(gold), symbolOf(debt)])
  expect((await desk.approve('security-file.count')).status).toBe(200)
  const { taxed } = await list()
  expect(taxed).toEqual([
    { isin: gold, symbol: symbolOf(gold), underlying: 'Domestic Price of Gold', stt: 'fund' },
    { isin: debt, symbol: symbolOf(debt), underlying: 'Nifty8-13yrG-SecIndex', stt: 'fund' },
  ])
  const from = dayInIndia(new Date())
  const body = { isins: taxed.map(({ isin }) => isin), from }
  expect((await desk.post('stt-classes/exempt', body, desk.dealer)).body).toEqual(commonErrors.noRight)
  expect((await desk.post('stt-classes/exempt', body, desk.admin)).body).toMatchObject({ waitsForSecond: true })
  const review = await call('GET', `/desk/proposals/${await pendingProposal(server, 'stt-class.exempt')}`, {
    token: aarav.token,
  })
  expect(review.body.summary).toBe(`STT of 2 securities: Exempt, trade days from ${dateText(from)}`)
  expect(review.body.evidence.at(-1)).toMatchObject({ title: 'Securities on which STT changes', rows: [{}, {}] })
  expect((await decidePending(server, desk.admin, { subject: 'stt-class.exempt' })).status).toBe(409)
  expect((await decidePending(server, aarav, { subject: 'stt-class.exempt' })).status).toBe(200)
  expect((await list()).taxed).toEqual([])
  expect((await desk.post('stt-classes/exempt', body, desk.admin)).body).toEqual(sttClassErrors.unchanged)
})
