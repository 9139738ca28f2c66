import type { Reply } from '@sauda/contract/platform/call'
import type { securityCalls } from '@sauda/contract/trading/security'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { listingText, newIsin, priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const deepa = await establishedOperator(server, 'dealer', 'Deepa')
const dev = await establishedOperator(server, 'dealer', 'Dev')
const asha = await server.newClient()
const [tech, bank, power, evil, fresh] = [1, 2, 3, 4, 5].map(newIsin) as [string, string, string, string, string]

const post = (path: string, text: string, name: string) =>
  call('POST', `/desk/${path}`, { token: deepa.token, body: priceFileForm(text, name) })
const send = (rows: Parameters<typeof listingText>[0], path = '') =>
  post(`securities/files${path}`, listingText(rows), 'EQUITY_L.csv')
const approve = (kind = 'security-file.count', by = dev) => decidePending(server, by, { subject: kind })
const list = async (): Promise<Reply<typeof securityCalls.list>> =>
  (await call('GET', '/desk/securities/files', { token: deepa.token })).body
const symbolsOf = async (isin: string) =>
  (await db.rows<{ symbol: string }>('select symbol from security where isin = $1 order by from_day desc', [isin])).map(
    ({ symbol }) => symbol,
  )
const nameOf = async (symbol: string) =>
  (await db.row<{ name: string }>('select name from instrument where symbol = $1', [symbol]))?.name
const price = async (symbol: string) =>
  (await call('GET', `/user/quotes?symbols=${symbol}`, { token: asha.token })).body.quotes[0].price

const rows = [
  { isin: tech, symbol: 'DEMOTECH' },
  { isin: bank, symbol: 'DEMOBANK' },
]
await db.run(
  `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
   select gen_random_uuid(), s, s, '{}', 'NSE', 'share', 1, 0.05, false, true, i from unnest($1::text[], $2::text[]) as n (s, i)`,
  [
    ['DEMOTECH', 'DEMOPOWER'],
    [tech, ''],
  ],
)
await send(rows)

test('new securities count at once, while a new symbol and name wait for another operator, who sees them before and after', async () => {
  const renamed = [
    { isin: tech, symbol: 'NEWTECH', name: 'New Technologies Limited' },
    ...rows.slice(1),
    { isin: fresh, symbol: 'FRESH' },
  ]
  const reasons = ['New symbols of known securities: DEMOTECH becomes NEWTECH']
  expect((await send(renamed, '/preview')).body.secondReasons).toEqual(reasons)
  const { body } = await send(renamed)
  expect([body.waitsForSecond, body.secondReasons]).toEqual([true, reasons])
  expect([await symbolsOf(tech), await nameOf('DEMOTECH'), await symbolsOf(fresh)]).toEqual([
    ['DEMOTECH'],
    'DEMOTECH',
    ['FRESH'],
  ])
  expect((await list()).waitingFiles).toMatchObject([{ requestedBy: 'Deepa' }])
  const review = (
    await call('GET', `/desk/proposals/${await pendingProposal(server, 'security-file.count')}`, { token: dev.token })
  ).body
  expect(review.evidence[1].rows.map((cells: { text: string }[]) => cells.map(({ text }) => text))).toEqual([
    [tech, 'DEMOTECH', 'NEWTECH', 'DEMOTECH', 'New Technologies Limited'],
  ])
  expect((await approve(undefined, deepa)).status).toBe(409)
  expect((await approve()).status).toBe(200)
  expect([(await symbolsOf(tech))[0], await nameOf('DEMOTECH')]).toEqual(['NEWTECH', 'New Technologies Limited'])
  const { files, waitingFiles } = await list()
  expect([files[0]?.approvedBy, waitingFiles]).toEqual(['Dev', []])
})

test('an unknown security with the symbol of a known one waits, and does not take its price', async () => {
  const [day = ''] = daysBefore(dayInIndia(new Date()), 1)
  const prices = [
    { isin: power, symbol: 'DEMOPOWER', close: '100.00' },
    { isin: evil, symbol: 'EVIL', close: '5000.00' },
  ]
  await post('closing-prices', priceFileText({ day }, prices), priceFileName(day))
  expect((await approve('price-file.count')).status).toBe(200)
  expect(await price('DEMOPOWER')).toBe('100')
  const known = [{ isin: tech, symbol: 'NEWTECH' }, ...rows.slice(1), { isin: fresh, symbol: 'FRESH' }]
  const { body } = await send([...known, { isin: evil, symbol: 'DEMOPOWER' }])
  expect(body.secondReasons).toEqual([
    `Unknown securities with the symbol of a known one: DEMOPOWER becomes ${evil} instead of ${power}`,
  ])
  expect([await price('DEMOPOWER'), await symbolsOf(evil)]).toEqual(['100', []])
  const twice = await send([...known, { isin: newIsin(6), symbol: 'DEMOBANK' }])
  expect(twice.body.secondReasons).toEqual([
    `Unknown securities with the symbol of a known one: DEMOBANK becomes ${newIsin(6)} instead of ${bank}`,
  ])
  expect(await symbolsOf(newIsin(6))).toEqual([])
})

test('a list that makes known securities ETFs waits for another operator, and its unknown ETFs count at once', async () => {
  const [listedAtBse, held, unknown] = [newIsin(7), newIsin(8), newIsin(9)]
  await db.run(
    `insert into security (isin, exchange, from_day, symbol, series, name, suspended, file_id)
     select $1, 'BSE', '1900-01-01', 'ATBSE', 'A', 'At BSE', false, id from security_file limit 1`,
    [listedAtBse],
  )
  await db.run(
    `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
     values (gen_random_uuid(), 'HELD', 'Held', '{}', 'NSE', 'share', 1, 0.05, false, true, $1)`,
    [held],
  )
  const symbols = { [fresh]: 'FRESH', [listedAtBse]: 'ATBSE', [held]: 'HELD', [unknown]: 'NEWETF' }
  const lines = Object.entries(symbols).map(
    ([isin, symbol]) => `${symbol},Nifty 50,${symbol} ETF,08-Jan-02,1,${isin},1`,
  )
  const text = ['Symbol,Underlying,SecurityName,DateofListing,MarketLot,ISINNumber,FaceValue', ...lines, ''].join('\n')
  const etfs = async () => {
    const isins = Object.keys(symbols)
    const rows = await db.rows<{ isin: string }>(
      'select distinct isin from security where is_etf and isin = any ($1) order by 1',
      [isins],
    )
    return rows.map(({ isin }) => isin)
  }
  const reasons = ['Known securities that become ETFs: ATBSE, FRESH, HELD']
  expect((await post('securities/files/preview', text, 'eq_etfseclist.csv')).body.secondReasons).toEqual(reasons)
  expect((await post('securities/files', text, 'eq_etfseclist.csv')).body).toMatchObject({
    waitsForSecond: true,
    secondReasons: reasons,
  })
  expect(await etfs()).toEqual([unknown])
  const id = await pendingProposal(server, 'security-file.count')
  const review = (await call('GET', `/desk/proposals/${id}`, { token: dev.token })).body
  const shown = review.evidence.find(({ title }: { title: string }) => title === 'Known securities that become ETFs')
  expect(shown.rows.map((cells: { text: string }[]) => cells.map(({ text }) => text))).toEqual([
    [listedAtBse, 'ATBSE'],
    [fresh, 'FRESH'],
    [held, 'HELD'],
  ])
  expect((await approve(undefined, deepa)).status).toBe(409)
  expect((await approve()).status).toBe(200)
  expect(await etfs()).toEqual([fresh, listedAtBse, held, unknown].toSorted())
  expect((await post('securities/files/preview', text, 'eq_etfseclist.csv')).body.secondReasons).toBe(undefined)
})

test('a file of changed symbols waits as a whole', async () => {
  const { body } = await post('securities/files', 'Demo Bank,DEMOBANK,BANKNEW,01-NOV-2026\n', 'symbolchange.csv')
  expect(body.secondReasons).toBe(undefined)
  const past = await post('securities/files', 'Demo Bank,OLDBANK,DEMOBANK,01-NOV-2015\n', 'symbolchange.csv')
  expect(past.body.secondReasons).toEqual(['New symbols of known securities: OLDBANK becomes DEMOBANK'])
  expect(await symbolsOf(bank)).toEqual(['DEMOBANK'])
})
