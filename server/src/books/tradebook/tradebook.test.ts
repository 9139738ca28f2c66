import type { Reply } from '@sauda/contract/platform/call'
import { tradebookErrors, type TradebookReading, type tradebookCalls } from '@sauda/contract/books/tradebook'
import { csvErrors } from '@sauda/contract/platform/csv'
import { gzipSync, strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { MoneyClient } from '../../../test/money.ts'
import { priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareA, tradingDesk } from '../../../test/trading.ts'
import { excelFile } from '../../../test/workbook.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const desk = await tradingDesk(server)
const today = dayInIndia(new Date())
const isin = 'INE009A01021'
const other = 'INE467B01029'

const header =
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time'
type Row = { symbol?: string; isin?: string; segment?: string; id?: string | number; price?: string; at?: string }
let number = 0
/** A row as Zerodha's Console writes it. */
const row = (day: string, side: 'buy' | 'sell', quantity: number | string, price: number, more: Row = {}): string => {
  const { symbol = 'INFY', segment = 'EQ', id = ++number, at = '10:15:00' } = more
  return `${symbol},${more.isin ?? isin},${day},NSE,${segment},EQ,${side},false,${quantity},${more.price ?? `${price}.000000`},${id},11${id},${day}T${at}`
}
const text = (...rows: string[]): string => [header, ...rows, ''].join('\n')

const send = (
  client: MoneyClient,
  content: string | Uint8Array,
  { name = 'tradebook.csv', path = '', query = '' } = {},
) => server.call('POST', `/user/tradebooks${path}${query}`, { token: client.token, body: priceFileForm(content, name) })
const preview = async (client: MoneyClient, content: string | Uint8Array, query = ''): Promise<TradebookReading> => {
  const { status, body } = await send(client, content, { path: '/preview', query })
  expect({ status, message: body.message }).toEqual({ status: 200 })
  return body
}
const imported = async (client: MoneyClient, content: string | Uint8Array): Promise<TradebookReading> => {
  const { status, body } = await send(client, content)
  expect({ status, message: body.message }).toEqual({ status: 200 })
  return body
}
const get = async (client: MoneyClient, path = '') =>
  (await server.call('GET', `/user/tradebooks${path}`, { token: client.token })).body
const year = (client: MoneyClient, name: string): Promise<Reply<typeof tradebookCalls.year>> =>
  get(client, `/year?year=${name}`)

describe('a tradebook of another broker', () => {
  test('adds what was bought and sold elsewhere to the tax page by category, and to no figure of the report', async () => {
    const client = await desk.client()
    const book = text(
      row('2023-04-10', 'buy', 10, 1000),
      row('2024-03-01', 'buy', 10, 1200),
      row('2024-06-10', 'sell', 15, 1500),
      row('2024-07-01', 'buy', 4, 100, { isin: other, symbol: 'TCS', at: '11:00:00' }),
      row('2024-07-01', 'sell', 4, 90, { isin: other, symbol: 'TCS', at: '09:30:00' }),
      row('2024-08-01', 'sell', 7, 1600, { isin: other, symbol: 'TCS' }),
      row('2024-08-01', 'sell', 3, 5, { isin: '', symbol: 'NIFTY24AUG24000CE', segment: 'FO' }),
    )
    const reading = await preview(client, book)
    expect(reading).toMatchObject({
      rows: 7,
      trades: 6,
      buys: 3,
      sales: 3,
      stocks: 2,
      from: '2023-04-10',
      to: '2024-08-01',
    })
    expect(reading.leftOut).toEqual([
      { reason: 'of another segment than shares, such as derivatives or mutual funds', rows: 1 },
    ])
    expect(reading.unused).toEqual(['auction', 'order_id'])
    expect((await get(client)).tradebooks).toEqual([])

    expect(await imported(client, book)).toEqual(reading)
    expect((await get(client)).tradebooks).toEqual([
      expect.objectContaining({ name: 'tradebook.csv', trades: 6, from: '2023-04-10', to: '2024-08-01' }),
    ])
    const shown = await year(client, '2024-25')
    expect(shown.years).toEqual(['2024-25'])
    expect(shown.lines).toEqual([
      // Sold before it was bought on the same day: matched as intraday.
      { kind: 'elsewhere', category: 'intraday', exits: 1, buyValue: 400, saleValue: 360, profitLoss: -40 },
      { kind: 'elsewhere', category: 'shortTerm', exits: 1, buyValue: 6000, saleValue: 7500, profitLoss: 1500 },
      { kind: 'elsewhere', category: 'longTerm', exits: 1, buyValue: 10_000, saleValue: 15_000, profitLoss: 5000 },
    ])
    // A sale without a purchase before it is in no figure.
    expect(shown).toMatchObject({
      unmatched: [{ stockName: 'TCS', soldOn: '2024-08-01', quantity: 7, saleValue: 11_200 }],
      unmatchedCount: 1,
    })
    const { exits, total } = await get(client, '/exits?year=2024-25&kind=elsewhere&category=shortTerm')
    expect({ exits, total }).toMatchObject({
      total: 1,
      exits: [
        {
          stockName: 'INFY',
          isin,
          boughtOn: '2024-03-01',
          soldOn: '2024-06-10',
          quantity: 5,
          profitLoss: 1500,
          daysHeld: 101,
        },
      ],
    })
    const { body: report } = await server.call('GET', `/user/tax/${client.id}?year=2024-25`, { token: client.token })
    expect(report).toMatchObject({ profitLoss: 0, sales: 0, unmatched: [] })
    expect(await server.db.rows('select from lot where client_id = $1', [client.id])).toEqual([])
  })

  test('gives their cost to shares that were bought elsewhere and sold here', async () => {
    const client = await desk.client()
    const [soldOn = ''] = daysBefore(today, 2)
    await desk.bookDay(soldOn, [desk.deal(client, 'S', 8, '500')])
    const bought = addDays(soldOn, -400)
    await imported(
      client,
      text(
        row(bought, 'buy', 5, 100, { isin: shareA, symbol: 'DEMOTECH' }),
        row(addDays(soldOn, -20), 'buy', 2, 300, { isin: shareA, symbol: 'DEMOTECH' }),
        // Not delivered before the sale.
        row(soldOn, 'buy', 50, 1, { isin: shareA, symbol: 'DEMOTECH' }),
      ),
    )
    const { lines, year: name, unmatchedCount } = await get(client, '/year')
    expect(lines).toEqual([
      { kind: 'transferred', category: 'shortTerm', exits: 1, buyValue: 600, saleValue: 1000, profitLoss: 400 },
      { kind: 'transferred', category: 'longTerm', exits: 1, buyValue: 500, saleValue: 2500, profitLoss: 2000 },
    ])
    expect(unmatchedCount).toBe(0)
    const { exits } = await get(client, '/exits?kind=transferred')
    expect(exits).toMatchObject([
      { stockName: 'DEMOTECH', quantity: 2, tradeId: expect.any(String) },
      { stockName: 'DEMOTECH', quantity: 5, boughtOn: bought, soldOn },
    ])
    // In the report their cost stays unknown, and the file shows both apart.
    const { body: report } = await server.call('GET', `/user/tax/${client.id}`, { token: client.token })
    expect(report).toMatchObject({ profitLoss: 0, unmatched: [{ stockName: 'DEMOTECH', quantity: 8 }] })
    const { body: file } = await server.call('GET', `/user/tax/${client.id}/file?year=${name}&format=csv`, {
      token: client.token,
    })
    const csv = Buffer.from(file).toString()
    expect(csv).toContain('By the client’s own statement: tradebooks of other brokers')
    expect(csv).toMatch(
      new RegExp(`DEMOTECH,${shareA},Equity long term,${bought},${soldOn},5,500,2500,2000,400,Client’s statement,`),
    )
    const { body: book } = await server.call('GET', `/user/tax/${client.id}/file?year=${name}&format=xlsx`, {
      token: client.token,
    })
    expect(Buffer.from(book).toString('latin1', 0, 2)).toBe('PK')
  })

  test('adds no trade twice, also from overlapping files with and without trade numbers', async () => {
    const client = await desk.client()
    const first = text(row('2024-05-02', 'buy', 5, 10, { id: 'A1' }), row('2024-05-03', 'buy', 5, 11, { id: 'A2' }))
    await imported(client, first)
    expect(await send(client, first)).toMatchObject({ status: 409, body: { message: tradebookErrors.known.message } })
    const next = await imported(
      client,
      text(
        row('2024-05-03', 'buy', 5, 11, { id: 'A2' }),
        row('2024-05-03', 'buy', 5, 11, { id: 'A2' }),
        row('2024-05-04', 'buy', 6, 12, { id: 'A3' }),
        row('2024-05-02', 'buy', 7, 10, { id: 'A1' }),
        row('2024-05-04', 'buy', 9, 12, { id: 'A3' }),
      ),
    )
    expect(next).toMatchObject({
      trades: 1,
      faultCount: 2,
      leftOut: [
        { reason: 'that are in the file twice', rows: 1 },
        { reason: 'that you have imported already', rows: 1 },
      ],
    })
    expect(next.faults).toEqual([
      'Line 6: the trade A3 is in line 4 too, with another quantity or price.',
      'Line 5: the trade A1 was imported before with 5 at 10, and is 7 at 10 here.',
    ])
    expect(await send(client, text(row('2024-05-04', 'buy', 6, 12, { id: 'A3' })))).toMatchObject({
      status: 409,
      body: { message: tradebookErrors.noTrades.message },
    })
    // Without trade numbers two equal rows are two trades, and a file that overlaps adds none of them again.
    const plain = 'Date,Symbol,ISIN,Buy/Sell,Qty,Rate\n'
    const equal = `02/06/2024,INFY,${isin},B,5,10\n`
    expect(await imported(client, plain + equal + equal)).toMatchObject({ trades: 2 })
    expect(await preview(client, plain + equal + equal + equal)).toMatchObject({ trades: 1, from: '2024-06-02' })
  })

  test('is read as CSV, workbook, gzip and zip, in other encodings, and with the columns that the client names', async () => {
    const client = await desk.client()
    const book = text(row('2024-05-02', 'buy', '1,200', 10).replace('1,200', '"1,200"'))
    for (const content of [
      `\uFEFF${book}`,
      Buffer.from(`\uFEFF${book}`, 'utf16le'),
      gzipSync(strToU8(book)),
      zipSync({ 'tradebook.csv': strToU8(book) }),
      book.replaceAll('\n', '\r\n').replaceAll(',', ';').replace('1;200', '1,200'),
    ])
      expect(await preview(client, content)).toMatchObject({ trades: 1, buys: 1, from: '2024-05-02', faultCount: 0 })
    // As Zerodha's workbook: text above, an empty first column, dates and texts.
    const cells = [
      ['', 'Client ID', 'AB1234'],
      ['', 'Tradebook for Equity from 2024-04-01 to 2025-03-31'],
      [],
      [
        '',
        'Symbol',
        'ISIN',
        'Trade Date',
        'Exchange',
        'Segment',
        'Series',
        'Trade Type',
        'Auction',
        'Quantity',
        'Price',
        'Trade ID',
        'Order ID',
        'Order Execution Time',
      ],
      [
        '',
        'INFY',
        isin,
        '2024-05-02',
        'NSE',
        'EQ',
        'EQ',
        'buy',
        false as never,
        12,
        17.7,
        '4001',
        '11',
        '2024-05-02T10:00:00',
      ],
      [
        '',
        'INFY',
        isin,
        new Date('2024-05-03T00:00:00Z'),
        'NSE',
        'EQ',
        'EQ',
        'sell',
        false as never,
        2,
        18.05,
        4002,
        12,
        '2024-05-03T10:00:00',
      ],
    ]
    for (const type of ['xlsx', 'biff8'] as const)
      expect(await preview(client, await excelFile(cells, type))).toMatchObject({
        trades: 2,
        from: '2024-05-02',
        to: '2024-05-03',
        faultCount: 0,
      })

    const own = 'Kaufdatum,Name,Richtung,Menge,Kurs\n02-May-2024,INFY,Buy,3,10.5\n02-May-2024,NOSUCH,Buy,3,10.5\n'
    const query = '?day=Kaufdatum&symbol=Name&side=Richtung&quantity=Menge&price=Kurs'
    expect(await send(client, own, { path: '/preview' })).toMatchObject({
      status: 422,
      body: { message: tradebookErrors.columns.message },
    })
    // The symbol of a share here is enough.
    expect(await preview(client, own, query)).toMatchObject({
      trades: 1,
      faults: ['Line 3: it has no ISIN, and we have no share with the symbol NOSUCH.'],
    })
  })

  test('names each row that cannot be used with its line and the reason', async () => {
    const client = await desk.client()
    const reading = await preview(
      client,
      text(
        row('2024-02-30', 'buy', 1, 10),
        row(addDays(today, 2), 'buy', 1, 10),
        row('2024-05-02', 'buy', 0, 10),
        row('2024-05-02', 'buy', '=1+1', 10),
        row('2024-05-02', 'buy', 1, 10, { price: '-5' }),
        row('2024-05-02', 'buy', 1, 10, { isin: 'INE009A01022' }),
        row('2024-05-02', 'buy', 1, 10, { isin: '', symbol: '=cmd|A' }),
        row('2024-05-02', 'buy', 9_999_999_999, 99_999),
        row('2024-05-02', 'hold' as never, 1, 10),
        row('2024-05-02', 'buy', 1, 10, { symbol: '=HYPERLINK(A1)' }),
      ),
    )
    expect(reading).toMatchObject({ rows: 10, trades: 1, faultCount: 9 })
    expect(reading.faults).toEqual([
      'Line 2: the date is “2024-02-30”; expected a date such as 2024-03-25 or 25/03/2024.',
      `Line 3: the date is “${addDays(today, 2)}”, which is in the future or before 1990.`,
      'Line 4: the quantity is “0”; expected a number above zero.',
      'Line 5: the quantity is “=1+1”; expected a number above zero.',
      'Line 6: the price is “-5”; expected an amount above zero.',
      'Line 7: the ISIN is “INE009A01022”, which is not one.',
      'Line 8: it has no ISIN, and the symbol is “=CMD|A”.',
      'Line 9: quantity × price is above ₹50 crore, which is more than one trade can be here.',
      'Line 10: the side is “HOLD”; expected buy or sell.',
    ])
  })

  test('is rejected as a whole where nothing in it can be trusted', async () => {
    const client = await desk.client()
    const message = async (content: string | Uint8Array) => {
      const { status, body } = await send(client, content, { path: '/preview' })
      expect([422, 413]).toContain(status)
      return body.message
    }
    const good = row('2024-05-02', 'buy', 1, 10)
    expect(await message(text(row('03/05/2024', 'buy', 1, 10), row('03/25/2024', 'buy', 1, 10)))).toBe(
      tradebookErrors.monthFirst(3, '03/25/2024').message,
    )
    expect(await message(text())).toBe(tradebookErrors.noRows.message)
    expect(await message('a,b\n1,2\n')).toBe(tradebookErrors.columns.message)
    expect(await message(await excelFile([['a'], ['b']], 'xlsx'))).toBe(tradebookErrors.columns.message)
    expect(await message(Buffer.from(`${text(good)}\0\0`, 'latin1'))).toBe(csvErrors.notText.message)
    expect(await message('%PDF-1.7')).toBe(csvErrors.pdf.message)
    expect(await message(zipSync({ 'a.csv': strToU8(text(good)), 'b.csv': strToU8(text(good)) }))).toBe(
      tradebookErrors.noContent.message,
    )
    expect(await message(Buffer.alloc(50 * 1024 * 1024, 'x'))).toBe(csvErrors.tooManyBytes.message)
    // Zeros, which compress to next to nothing, in a workbook and in an archive.
    const bomb = new Uint8Array(101 * 1024 * 1024)
    const sheets = { '[Content_Types].xml': strToU8('<Types/>'), 'xl/worksheets/sheet1.xml': bomb }
    expect(await message(zipSync(sheets, { level: 1 }))).toBe(csvErrors.tooMuch.message)
    expect(await message(zipSync({ 'a.csv': bomb }, { level: 1 }))).toContain('far larger')
    expect(await message(text(...Array.from({ length: 50_001 }, () => good)))).toBe(csvErrors.tooManyLines.message)
  })

  test('is removed with its trades, is seen by nobody else, and is part of export and audit trail', async () => {
    const [client, stranger] = [await desk.client(), await desk.client()]
    await imported(client, text(row('2024-05-02', 'buy', 1, 10), row('2024-06-02', 'sell', 1, 30)))
    const [{ _id: id }] = (await get(client)).tradebooks
    expect((await get(stranger)).tradebooks).toEqual([])
    const remove = (by: MoneyClient) => server.call('DELETE', `/user/tradebooks/${id}`, { token: by.token })
    expect((await remove(stranger)).status).toBe(404)
    expect(await remove(client)).toMatchObject({ status: 200, body: { tradebooks: [] } })
    expect((await remove(client)).status).toBe(404)
    expect(await year(client, '2024-25')).toMatchObject({ years: [], lines: [], unmatched: [] })
    expect(await server.db.rows('select from tradebook_trade where client_id = $1', [client.id])).toEqual([])
    const rows = await server.db.rows(
      "select action, actor_kind, after ->> 'trades' as trades from audit where subject_id = $1 and action like 'tradebook.%' order by id",
      [client.id],
    )
    expect(rows).toEqual([
      { action: 'tradebook.import', actor_kind: 'client', trades: '2' },
      { action: 'tradebook.remove', actor_kind: 'client', trades: '2' },
    ])
  })
})
