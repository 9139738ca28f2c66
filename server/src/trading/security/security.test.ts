import type { Reply } from '@sauda/contract/platform/call'
import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { closingPriceErrors } from '@sauda/contract/trading/closing-price'
import { type securityCalls, securityErrors } from '@sauda/contract/trading/security'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decidePending } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { listingText, newIsin, priceFileForm, priceFileName, priceFileText } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const deepa = await establishedOperator(server, 'dealer', 'Deepa')
const dev = await establishedOperator(server, 'dealer', 'Dev')
const asha = await server.newClient()
const today = dayInIndia(new Date())
const [tech, bank, split, after] = [1, 2, 3, 4].map(newIsin) as [string, string, string, string]

const send = (content: string | Uint8Array, name = 'EQUITY_L.csv', path = '', to = 'securities/files') =>
  call('POST', `/desk/${to}${path}`, { token: deepa.token, body: priceFileForm(content, name) })
/** By another dealer. */
const approve = (kind: string) => decidePending(server, dev, { subject: kind })
const decide = (body: object, by = dev) =>
  call('POST', '/desk/securities/successors/decide', {
    token: by.token,
    body: { accept: true, reason: 'Notice of the exchange', ...body },
  })
const list = async (): Promise<Reply<typeof securityCalls.list>> =>
  (await call('GET', '/desk/securities/files', { token: deepa.token })).body
const symbols = async (isin: string) =>
  (
    await db.rows<{ text: string }>(
      `select to_char(from_day, 'YYYY-MM-DD') || ' ' || symbol as text from security where isin = $1 order by exchange, from_day`,
      [isin],
    )
  ).map(({ text }) => text)
const securityHeader = 'FinInstrmId,TckrSymb,SctySrs,FinInstrmNm,ISIN,NewBrdLotQty,BidIntrvl,SctyStsNrmlMkt'
const securityName = (day: string, exchange = 'NSE') =>
  `${exchange}_CM_security_${day.split('-').toReversed().join('')}.csv.gz`
const rows = [
  { isin: tech, symbol: 'DEMOTECH' },
  { isin: bank, symbol: 'DEMOBANK' },
  { isin: split, symbol: 'DEMOSPLIT', series: 'BE' },
]

await db.run(
  `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
   select gen_random_uuid(), s, s, '{}', 'NSE', 'share', 1, 0.05, false, true, i from unnest($1::text[], $2::text[]) as n (s, i)`,
  [
    ['DEMOTECH', 'DEMOSPLIT'],
    [tech, split],
  ],
)

describe('lists of securities', () => {
  test('a preview says what would change; the import changes just that; the same file again is rejected', async () => {
    const expected = { status: 200, body: { kind: 'listing', exchange: 'NSE', rows: 3, added: 3, changed: 0 } }
    expect(await send(listingText(rows), undefined, '/preview')).toMatchObject(expected)
    expect(await db.rows('select from security')).toEqual([])
    expect(await send(listingText(rows))).toMatchObject(expected)
    expect(await symbols(tech)).toEqual(['1900-01-01 DEMOTECH'])
    expect(await send(listingText(rows))).toMatchObject({ status: 409, body: closingPriceErrors.known })
  })

  test('takes token, tick, lot and status from the security file; NSE and BSE rows of an ISIN are one security', async () => {
    const day = addDays(today, -1)
    const text = (lines: string[]) => gzipSync([securityHeader, ...lines, ''].join('\n'))
    const nse = text([
      `9101,DEMOTECH,EQ,DEMOTECH LIMITED,${tech},1,10,2`,
      `9101,DEMOTECH,T0,DEMOTECH LIMITED,${tech},1,10,2`,
      `9102,DEMOBANK,EQ,DEMOBANK LIMITED,${bank},1,5,3`,
    ])
    expect(await send(nse, securityName(day))).toMatchObject({ status: 200, body: { rows: 3, day, changed: 2 } })
    const bse = text([`999102,DEMOBANK,A,DEMOBANK LIMITED,${bank},1,5,2`])
    expect(await send(bse, securityName(day, 'BSE'))).toMatchObject({ status: 200, body: { added: 1 } })
    expect(
      await db.rows(
        `select distinct on (exchange, isin) exchange, token, series, tick::float, suspended from security
          where isin in ($1, $2) order by exchange, isin, from_day desc`,
        [tech, bank],
      ),
    ).toEqual([
      { exchange: 'BSE', token: '999102', series: 'A', tick: 0.05, suspended: false },
      { exchange: 'NSE', token: '9101', series: 'EQ', tick: 0.1, suspended: false },
      { exchange: 'NSE', token: '9102', series: 'EQ', tick: 0.05, suspended: true },
    ])
  })

  test('a renamed share keeps its symbol in the product; the new one is another name and the name of the list is shown', async () => {
    const renamed = [{ isin: tech, symbol: 'NEWTECH', name: 'New Technologies Limited' }, ...rows.slice(1)]
    expect(await send(listingText(renamed))).toMatchObject({
      body: { changed: 1, renamed: [{ isin: tech, from: 'DEMOTECH', to: 'NEWTECH' }] },
    })
    expect((await approve('security-file.count')).status).toBe(200)
    expect(await symbols(tech)).toContain(`${today} NEWTECH`)
    expect(await db.row('select symbol, name, aliases from instrument where isin = $1', [tech])).toEqual({
      symbol: 'DEMOTECH',
      name: 'New Technologies Limited',
      aliases: ['NEWTECH'],
    })
  })

  test('the file of symbol changes dates the symbols of the past, whatever their order', async () => {
    const changes =
      'Demo Bank,OLDBANK,MIDBANK,01-JAN-2010\nDemo Bank,MIDBANK,DEMOBANK,01-FEB-2015\nOther,A,B,01-MAR-2011\n'
    expect(await send(changes, 'symbolchange.csv')).toMatchObject({
      status: 200,
      body: { kind: 'symbols', changed: 2 },
    })
    expect((await approve('security-file.count')).status).toBe(200)
    expect((await symbols(bank)).filter((text) => !text.startsWith(today))).toEqual(
      expect.arrayContaining(['1900-01-01 OLDBANK', '2010-01-01 MIDBANK', '2015-02-01 DEMOBANK']),
    )
  })
})

describe('a new ISIN', () => {
  const close = async () =>
    (await call('GET', '/user/quotes?symbols=DEMOSPLIT', { token: asha.token })).body.quotes[0].price
  const queue = async (by = dev) =>
    (await call('GET', '/desk/queue', { token: by.token })).body.items.map(({ type }: { type?: string }) => type)
  const [day = ''] = daysBefore(today, 1)

  test('waits for another operator in the work queue, and is not used before; then the close of the successor counts', async () => {
    const price = (isin: string, of: string, value: string) =>
      send(
        priceFileText({ day: of }, [{ isin, symbol: 'DEMOSPLIT', series: 'BE', close: value }]),
        priceFileName(of),
        '',
        'closing-prices',
      )
    const [earlier = ''] = daysBefore(today, 2)
    expect((await price(split, earlier, '500')).status).toBe(200)
    expect((await approve('price-file.count')).status).toBe(200)
    const changed = [
      { isin: tech, symbol: 'NEWTECH' },
      ...rows.slice(1, 2),
      { isin: after, symbol: 'DEMOSPLIT', series: 'BE' },
    ]
    expect(await send(listingText(changed))).toMatchObject({
      body: { successors: [{ isin: split, successor: after, symbol: 'DEMOSPLIT', from: today }] },
    })
    expect(await price(after, day, '100')).toMatchObject({ status: 200 })
    expect(await queue()).toEqual(expect.arrayContaining(['security', 'closing-price']))
    expect(await close()).toBe('500')
    expect(await decide({ isin: split }, deepa)).toMatchObject({ status: 409, body: securityErrors.ownFile })
    expect((await list()).waiting).toHaveLength(1)
    expect(await decide({ isin: split })).toMatchObject({ status: 200, body: { message: 'New ISIN accepted' } })
    expect(await decide({ isin: split })).toMatchObject({ status: 409, body: securityErrors.decided })
    expect(await queue()).not.toContain('security')
    const held = { exchange: 'NSE', day, isin: after, accept: true, reason: 'Split 5:1' }
    await call('POST', '/desk/closing-prices/decide', { token: dev.token, body: held })
    expect(await queue()).toEqual([])
    expect(await close()).toBe('100')
  })

  test('an old ISIN is resolved by the day; the past stays as it was', async () => {
    const on = async (at: string) =>
      (await db.row<{ isin: string }>('select isin_on($1, $2) as isin', [split, at]))?.isin
    expect([await on(day), await on(today)]).toEqual([split, after])
  })
})

test('of two securities that get one symbol, one instrument has it as another name', async () => {
  const sent = listingText(rows.map((row) => ({ ...row, symbol: 'DEMOBOTH', name: 'Demo Both' })))
  expect(await send(sent, undefined, '/preview')).toMatchObject({ status: 200, body: { changed: 3 } })
})

describe('bad lists', () => {
  const cases: readonly (readonly [what: string, content: string, name: string, sentence: string])[] = [
    ['another table', 'a,b\n1,2\n', 'EQUITY_L.csv', securityErrors.columns.message],
    [
      'a security twice in one series',
      listingText([...rows, { isin: tech, symbol: 'DEMOTECH' }]),
      'EQUITY_L.csv',
      'Line 5: DEMOTECH, series EQ, is in line 2 too.',
    ],
    [
      'a column twice',
      listingText(rows).replace('PAID UP VALUE', 'SYMBOL'),
      'EQUITY_L.csv',
      'Line 1: the column SYMBOL is there twice. Choose the file as it was downloaded.',
    ],
    [
      'a file that was cut',
      listingText(rows.slice(0, 2)),
      'EQUITY_L.csv',
      `The file has 2 rows, but that of ${dateText(today)} had 3. It may be cut off: download it again.`,
    ],
    [
      'a file of tomorrow',
      `${securityHeader}\n9101,DEMOTECH,EQ,DEMOTECH LIMITED,${tech},1,10,2\n`,
      securityName(addDays(today, 1)),
      `The file is named for ${dateText(addDays(today, 1))}, a future day.`,
    ],
    [
      'an older file than the last one',
      `${securityHeader}\n9101,DEMOTECH,EQ,DEMOTECH LIMITED,${tech},1,10,2\n`,
      securityName(addDays(today, -9)),
      `The file is of ${dateText(addDays(today, -9))}, but the later one of ${dateText(addDays(today, -1))} was already imported.`,
    ],
    [
      'a tick written by a spreadsheet',
      `${securityHeader}\n9101,DEMOTECH,EQ,DEMOTECH LIMITED,${tech},1,1E+1,2\n`,
      securityName(today),
      'Line 2: the tick or lot of DEMOTECH is not a plain number. Download the file again.',
    ],
    [
      'a lot that no security has',
      `${securityHeader}\n9101,DEMOTECH,EQ,DEMOTECH LIMITED,${tech},12345678901,10,2\n`,
      securityName(today),
      'Line 2: the tick or lot of DEMOTECH is not a plain number. Download the file again.',
    ],
    [
      'a symbol that no security has',
      listingText([{ isin: tech, symbol: randomBytes(4500).toString('hex') }, ...rows.slice(1)]),
      'EQUITY_L.csv',
      'Line 2: a cell has more than 200 characters. Download the file again.',
    ],
    [
      'a symbol change without a date',
      'Demo Bank,OLD,NEW\n',
      'symbolchange.csv',
      'Line 1: expected company, old symbol, new symbol and a date, such as 20-NOV-2026, and nothing else.',
    ],
  ]
  test.each(cases)('%s', async (_, content, name, sentence) => {
    const { status, body } = await send(content, name)
    expect({ status, message: body.message }).toEqual({ status: 422, message: sentence })
  })
})

describe('what clients may not read in a list', () => {
  const evil = 'Pay desk.payments@okhdfc or call 98765 43210'
  const named = async (isin: string) =>
    (
      await db.row<{ name: string }>(
        'select name from security where isin = $1 order by from_day desc, exchange desc',
        [isin],
      )
    )?.name

  test('a name with a UPI ID or a telephone number is reported and not taken: the former name stays, and a new security has its symbol', async () => {
    const [before, other] = [await named(bank), newIsin(5)]
    const sent = listingText([
      ...rows.filter(({ isin }) => isin !== bank),
      { isin: bank, symbol: 'DEMOBANK', series: 'BE', name: evil },
      { isin: other, symbol: 'DEMOEVIL', name: 'Call 98765 43210' },
    ])
    const { body } = await send(sent)
    expect(body.rejected).toEqual([
      { isin: bank, symbol: 'DEMOBANK', text: evil, reason: clientTextErrors.upi('The name').message },
      {
        isin: other,
        symbol: 'DEMOEVIL',
        text: 'Call 98765 43210',
        reason: clientTextErrors.account('The name').message,
      },
    ])
    expect([await named(bank), await named(other)]).toEqual([before, 'DEMOEVIL'])
    expect(await db.rows('select from security where name like $1', ['%98765%'])).toEqual([])
  })

  test('a row with such a symbol, and a change to such a symbol, are reported and left out', async () => {
    const symbol = 'CALL-98765-43210'
    const { body } = await send(listingText([...rows, { isin: newIsin(6), symbol }]))
    expect(body.rejected).toMatchObject([{ symbol, reason: clientTextErrors.account('The symbol').message }])
    const others = 'Other,C,D,01-MAR-2011\nOther,E,F,01-MAR-2011\n'
    const changes = await send(`${others}Demo,DEMOTECH,${symbol},01-JAN-2012\n`, 'symbolchange.csv')
    expect(changes.body).toMatchObject({ changed: 0, rejected: [{ symbol: 'DEMOTECH', text: symbol }] })
    expect(await db.rows('select from security where symbol = $1', [symbol])).toEqual([])
  })
})
