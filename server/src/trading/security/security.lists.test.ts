import { isIsin } from '@sauda/contract/trading/isin'
import { expect, test } from 'vitest'
import { decidePending } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { listingText, priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const meera = await establishedOperator(server, 'dealer', 'Meera')
const rohan = await establishedOperator(server, 'dealer', 'Rohan')
const today = dayInIndia(new Date())

/** An ISIN of this issuer, kind of security and number: `INE`, `700A`, `01`, 1. */
const isinOf = (start: string, number = 1): string =>
  [...Array(10).keys()]
    .map((digit) => `${start}${String(number).padStart(11 - start.length, '0')}${digit}`)
    .find(isIsin) ?? ''
const send = async (text: string, name: string, path = 'securities/files') => {
  const { status, body } = await call('POST', `/desk/${path}`, { token: meera.token, body: priceFileForm(text, name) })
  return { status, body }
}
const known = async (isin: string) =>
  db.rows(
    `select exchange, symbol, series, name, token, lot, suspended, is_etf from security where isin = $1 order by from_day desc, exchange`,
    [isin],
  )
const waiting = async () =>
  (await call('GET', '/desk/securities/files', { token: meera.token })).body.waiting as Record<string, string>[]

test('the published list of BSE is read: line ends of Windows, a comma after the last column, blanks behind the group', async () => {
  const isin = isinOf('INE700A01')
  const { status, body } = await send(
    [
      'Security Code,Issuer Name,Security Id,Security Name,Status,Group,Face Value,ISIN No,Industry,Instrument,Sector Name,Industry New Name,Igroup Name,ISubgroup Name',
      `999701,Sabarmati Limited,SABARMATI,SABARMATI LTD.,Active,XT ,5.00,${isin},Textiles,Equity,Textiles,"Cotton, Yarn",Yarn,Yarn,`,
      '',
    ].join('\r\n'),
    'Equity.csv',
  )
  expect([status, body.exchange, body.added, body.skipped]).toEqual([200, 'BSE', 1, []])
  expect(await known(isin)).toMatchObject([
    { exchange: 'BSE', symbol: 'SABARMATI', series: 'XT', name: 'SABARMATI LTD.', token: '999701', suspended: false },
  ])
})

test('the lists of SME shares, ETFs, REITs and InvITs of NSE are read', async () => {
  const [sme, etf, reit, invit] = ['INE701A01', 'INF702A01', 'INE703A25', 'INE704A23'].map((start) =>
    isinOf(start),
  ) as [string, string, string, string]
  const header = 'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE'
  const lists = [
    [
      'SME_EQUITY_L.csv',
      'SYMBOL,NAME_OF_COMPANY,SERIES,DATE_OF_LISTING,PAID_UP_VALUE,ISIN_NUMBER,FACE_VALUE,',
      `TAPTI,Tapti Limited,ST,15-May-26,10,${sme},10,`,
    ],
    [
      'eq_etfseclist.csv',
      'Symbol,Underlying,SecurityName,DateofListing,MarketLot,ISINNumber,FaceValue',
      `GOLDNINE,Gold,SABARMATI MF GOLD,08-Jan-02,1,${etf},1`,
    ],
    ['REITS_L.csv', header, `OFFICES,Offices REIT,RR,08-Jan-20,300,1,${reit},300`],
    ['INVITS_L.csv', header, `ROADS,Roads InvIT,IV,08-Jan-20,100,1,${invit},100`],
  ] as const
  for (const [name, ...lines] of lists) {
    const { status, body } = await send([...lines, ''].join('\n'), name)
    expect([name, status, body.exchange, body.added]).toEqual([name, 200, 'NSE', 1])
  }
  expect((await Promise.all([sme, etf, reit, invit].map(known))).flat()).toMatchObject([
    { symbol: 'TAPTI', series: 'ST', is_etf: false },
    { symbol: 'GOLDNINE', series: 'EQ', is_etf: true, lot: 1 },
    { symbol: 'OFFICES', series: 'RR', is_etf: false },
    { symbol: 'ROADS', series: 'IV', is_etf: false },
  ])
  // The desk names ETFs that would be charged STT by their series.
  const { unset } = (await call('GET', '/desk/stt-classes', { token: meera.token })).body
  expect(unset).toEqual([{ isin: etf, symbol: 'GOLDNINE' }])
})

test.each([
  ['IDR_LIST.csv', 'Indian depository receipts'],
  ['mf_close-end.csv', 'units of mutual funds'],
  ['DEBT.csv', 'debt securities'],
  ['namechange.csv', 'changed company names'],
])('%s is rejected with what it is', async (name, what) => {
  const { status, body } = await send(listingText([{ isin: isinOf('INE709A01'), symbol: 'OTHER' }]), name)
  expect([status, body.message]).toEqual([422, expect.stringContaining(what)])
  expect(body.message).toContain('Nothing was imported')
})

test('rows that are not used are counted by reason, a deleted twin refuses nothing, and a series under Codes is read', async () => {
  await db.run(
    "insert into exchange_code (exchange, column_name, code, meaning) values ('NSE', 'SctySrs', 'GB', 'normal')",
  )
  const [share, bond, debt] = [isinOf('INE705A01'), isinOf('IN0020', 7), isinOf('INE705A07')]
  const name = `NSE_CM_security_${today.split('-').toReversed().join('')}.csv`
  const { status, body } = await send(
    [
      'FinInstrmId,TckrSymb,SctySrs,FinInstrmNm,ISIN,NewBrdLotQty,BidIntrvl,SctyStsNrmlMkt,DelFlg',
      `7051,KAMLA,EQ,KAMLA LIMITED,${share},1,5,2,N`,
      `7050,KAMLA,EQ,KAMLA LIMITED,${share},1,5,3,Y`,
      `7052,KAMLA,BL,KAMLA LIMITED,${share},1,5,2,N`,
      `7053,SGBJAN,GB,SOVEREIGN GOLD,${bond},1,1,2,N`,
      `7054,KAMLA,N1,KAMLA 9%,${debt},1,1,2,N`,
      `7055,NOISIN,EQ,NO ISIN LIMITED,,1,5,2,N`,
      '',
    ].join('\n'),
    name,
  )
  expect([status, body.added, body.rows]).toEqual([200, 2, 6])
  expect(body.skipped).toEqual([
    { reason: 'Deleted or delisted beside another row of the same security', rows: 1 },
    { reason: 'Series BL, which is not under Codes', rows: 1 },
    { reason: 'Series N1, which is not under Codes', rows: 1 },
    { reason: 'No valid ISIN', rows: 1 },
  ])
  expect([await known(share), await known(bond)]).toMatchObject([
    [{ token: '7051', suspended: false }],
    [{ symbol: 'SGBJAN', series: 'GB' }],
  ])
})

test('a share renamed and re-issued between two lists gets its successor proposed, from the change of the symbol or its first price', async () => {
  const [old, fresh] = [isinOf('INE706A01'), isinOf('INE706A01', 2)]
  const [other, merged] = [isinOf('INE707A01'), isinOf('INE708A01')]
  const [last, first] = [isinOf('INE710A01'), isinOf('INE710A01', 2)]
  const stays = { isin: isinOf('INE711A01'), symbol: 'STAYS' }
  const before = [
    { isin: old, symbol: 'NARMADA' },
    { isin: other, symbol: 'GODAVARI' },
    { isin: last, symbol: 'BETWA' },
    stays,
  ]
  expect((await send(listingText(before), 'EQUITY_L.csv')).status).toBe(200)
  const changes = 'Narmada,NARMADA,REWA,09-JUL-2025\nGodavari,GODAVARI,GAUTAMI,16-JUL-2025\n'
  expect((await send(changes, 'symbolchange.csv')).body).toMatchObject({ changed: 0 })
  const [day = ''] = daysBefore(today, 2)
  const price = priceFileText({ day }, [{ isin: first, symbol: 'VETRAVATI', close: '50.00' }])
  await send(price, priceFileName(day), 'closing-prices')
  expect((await decidePending(server, rohan, { subject: 'price-file.count' })).status).toBe(200)
  const after = [
    { isin: fresh, symbol: 'REWA' },
    { isin: merged, symbol: 'GAUTAMI' },
    { isin: first, symbol: 'VETRAVATI' },
    stays,
  ]
  const { body } = await send(listingText(after), 'EQUITY_L.csv')
  const expected = [
    { isin: old, successor: fresh, symbol: 'REWA', from: '2025-07-09' },
    { isin: other, successor: merged, symbol: 'GAUTAMI', from: '2025-07-16' },
    { isin: last, successor: first, symbol: 'VETRAVATI', from: day },
  ]
  expect(body.successors).toEqual(expect.arrayContaining(expected))
  const proposed = (await waiting()).filter(({ isin }) => before.some((each) => each.isin === isin))
  expect(proposed).toHaveLength(3)
})

test('a row without a series is not taken for a share', async () => {
  const unnamed = isinOf('INE719A01')
  const named = [1, 2, 3].map((number) => ({ isin: isinOf('INE718A01', number), symbol: `NAMED${number}` }))
  const text = listingText([...named, { isin: unnamed, symbol: 'UNNAMED', series: '' }])
  const { body } = await send(text, 'EQUITY_L.csv')
  expect([body.added, body.skipped]).toEqual([3, [{ reason: 'Series not named, which is not under Codes', rows: 1 }]])
  expect(await known(unnamed)).toEqual([])
})

test('the price of a bond counts where it is an instrument here, and a T+0 session has no close', async () => {
  const [bond, other, share] = [isinOf('IN0020', 7), isinOf('IN0020', 8), isinOf('INE705A01')]
  const prices = [
    { isin: bond, symbol: 'SGBJAN', series: 'GB', close: '6100.00' },
    { isin: other, symbol: 'SDL', series: 'SG', close: '101.00' },
    { isin: share, symbol: 'KAMLA', series: 'T0', close: '99.00' },
    { isin: share, symbol: 'KAMLA', close: '100.00' },
  ]
  const [day = ''] = daysBefore(today, 1)
  await db.run(
    `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
     values (gen_random_uuid(), 'SGBJAN', 'Gold bond', '{}', 'NSE', 'share', 1, 0.05, false, true, $1)`,
    [bond],
  )
  expect((await send(priceFileText({ day }, prices), priceFileName(day), 'closing-prices')).status).toBe(200)
  const closes = await db.rows(
    'select isin, series, trim_scale(close)::text as close from closing_price where day = $1 order by isin',
    [day],
  )
  expect(closes).toEqual([
    { isin: bond, series: 'GB', close: '6100' },
    { isin: share, series: 'EQ', close: '100' },
  ])
})
