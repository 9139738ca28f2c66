import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { fund, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { narrationOf, titleOf } from './statement.text.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { registerFonts, runsOf } from '../../core/pdf/pdf.fonts.ts'
import { paginate, wrap } from '../../core/pdf/pdf.pages.ts'
import { type Row, rowsOf } from './statement.pdf.ts'
import type { Event } from './statement.ts'

const server = await testServer({
  RATE_LIMITS: 'off',
  APPROVALS: 'single',
  LEGAL_NAME: 'Sauda Securities Private Limited',
  SEBI_REGISTRATION: 'INZ000123456',
})
const dealer = await newOperator(server, 'admin')
const { buy, sell } = tradeSteps(server, dealer)

async function file({ id, token }: MoneyClient, kind: string, query = '') {
  const response = await server.app.http.inject({
    method: 'GET',
    url: `/api/user/statement/${id}/${kind}${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}
const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').slice(0, -1)

test('the CSV has the opening balance and each event with the figures after it, oldest first', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const trade = await buy(client, 'TCS', 2, 1500)
  await sell(trade, 1, 1700)
  const { status, headers, bytes } = await file(client, 'csv')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="statement-\d{4}-\d\d-\d\d\.csv"$/)
  expect(Number(headers['x-estimated-bytes'])).toBeGreaterThan(300)
  const [header, opening, ...lines] = linesOf(bytes)
  expect(header).toBe(
    '\uFEFFDate & Time (IST),Details,Reference,Narration,In (₹),Out (₹),Balance (₹),Invested (₹),Loan money (₹),Cashback (₹),On hold for withdrawal (₹)',
  )
  expect(opening).toBe(',Opening balance,,,,,0.00,,,,')
  expect(lines.map((line) => line.replace(/^[^,]+,/, '').replace(/(?:ADD|TRD)\d+/, 'REF'))).toEqual([
    'Funds added,REF,,10000.00,,10000.00,0.00,0.00,0.00,0.00',
    expect.stringMatching(/^Bought,REF,.*TCS.*,,3000\.00,7000\.00,3000\.00,0\.00,0\.00,0\.00$/),
    expect.stringMatching(/^Sold,REF,.*TCS.*,1700\.00,,8700\.00,1500\.00,0\.00,0\.00,0\.00$/),
  ])
})

test('a reason in the CSV cannot start a formula', async () => {
  const client = await moneyClient(server)
  await server.db.run(
    `select book_journal(gen_random_uuid(), 'adjustment.approved', $1, gen_random_uuid(), '=HYPERLINK("x")', '{adjustment}',
                         '{cash}', '{500}')`,
    [client.id],
  )
  expect(linesOf((await file(client, 'csv')).bytes).at(-1)).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a charge paid outside the wallet has its amount, which is in no sum', async () => {
  const client = await moneyClient(server)
  await server.db.run(
    `select book_journal(gen_random_uuid(), 'charge.approved', $1, gen_random_uuid(), null, '{bank,bank}', '{fees,gst}', '{34050,6129}')`,
    [client.id],
  )
  const line = linesOf((await file(client, 'csv')).bytes).at(-1)
  expect(line).toMatch(/Charge paid outside the wallet,,₹401\.79,,,0\.00,/)
})

test('a file has all events of its range, over several batches, and only those', async () => {
  const client = await moneyClient(server, { rupees: 1 })
  await server.db.run(
    `select book_journal(gen_random_uuid(), 'deposit.approved', $1, gen_random_uuid(), null, '{bank}', '{cash}', '{100}')
       from generate_series(2, 4100)`,
    [client.id],
  )
  const lines = linesOf((await file(client, 'csv')).bytes)
  expect(lines.slice(2).map((line) => line.split(',')[6])).toEqual(
    Array.from({ length: 4100 }, (_, n) => `${n + 1}.00`),
  )
  const past = await file(client, 'csv', '?from=2020-04-01&to=2021-03-31')
  expect(past.headers['content-disposition']).toContain('statement-2020-04-01-to-2021-03-31.csv')
  expect(linesOf(past.bytes)).toHaveLength(2)
})

test('the PDF has as many pages as needed, the fonts with ₹, and the client as its title', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  for (let n = 0; n < 60; n++) await fund(server, client.id, 100)
  const { status, headers, bytes } = await file(client, 'pdf')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  const text = bytes.toString('latin1')
  expect(text).toMatch(/^%PDF-1\.\d/)
  expect(text.trimEnd()).toMatch(/%%EOF$/)
  expect(text.match(/\/Type \/Page\n/g)).toHaveLength(2)
  expect(text).toMatch(/\/BaseFont \/[A-Z]+\+Inter-Regular/)
  expect(text).toMatch(/\/BaseFont \/[A-Z]+\+Inter-SemiBold/)
  expect(text).toContain(`(Statement of account: ${client.name})`)
})

test('a name in Devanagari is shaped in its own font, of which only the letters used are embedded', async () => {
  const fontsOf = (bytes: Buffer) =>
    [...bytes.toString('latin1').matchAll(/BaseFont \/[A-Z]+\+(\S+)/g)].map(([, name]) => name)
  const [latin, hindi] = [await moneyClient(server), await moneyClient(server)]
  await server.db.run("update client set name = 'श्री क्षितिज Rao' where id = $1", [hindi.id])
  const pdf = (await file(hindi, 'pdf')).bytes
  expect(fontsOf(pdf)).toContain('NotoSansDevanagari-SemiBold')
  const plain = (await file(latin, 'pdf')).bytes
  expect(fontsOf(plain)).not.toContain('NotoSansDevanagari-SemiBold')
  expect(pdf.length - plain.length).toBeLessThan(20_000)
})

test('names, narrations and reasons are readable in every script of India, and a missing glyph is never nothing', async () => {
  const client = await moneyClient(server)
  for (const [name, font] of [
    ['அருண் குமார்', 'Tamil'],
    ['অরুণ কুমার', 'Bengali'],
    ['ਅਰੁਣ ਕੁਮਾਰ', 'Gurmukhi'],
    ['અરુણ કુમાર', 'Gujarati'],
    ['ଅରୁଣ କୁମାର', 'Oriya'],
    ['అరుణ్ కుమార్', 'Telugu'],
    ['ಅರುಣ್ ಕುಮಾರ್', 'Kannada'],
    ['അരുൺ കുമാർ', 'Malayalam'],
    ['ارون کمار', 'Arabic'],
    ['ᱟᱨᱩᱱ', 'OlChiki'],
  ] as const) {
    await server.db.run('update client set name = $2 where id = $1', [client.id, name])
    expect((await file(client, 'pdf')).bytes.toString('latin1')).toContain(`+NotoSans${font}-SemiBold`)
  }
  const pdf = new PdfDocument({ autoFirstPage: false })
  registerFonts(pdf)
  const textOf = (text: string) => runsOf(pdf, text).map((run) => run.text)
  expect(textOf('श्री क्षितिज। Rao, पुणे')).toEqual(['श्री', ' ', 'क्षितिज।', ' Rao, ', 'पुणे'])
  expect(textOf('Nguyễn Ба 王\u{1F600}')).toEqual(['Nguyen [U+0411][U+0430] [U+738B][U+1F600]'])
  expect(textOf('ꯑꯔ')).toEqual(['[U+ABD1][U+ABD4]'])
  expect(textOf('ارون کمار 1')).toEqual(['کمار ارون', ' 1'])
})

test('a long name is smaller, so that it does not cover the period of the statement', async () => {
  const client = await moneyClient(server)
  const sizes = async (name: string) => {
    await server.db.run('update client set name = $2 where id = $1', [client.id, name])
    const parts = (await file(client, 'pdf')).bytes
      .toString('latin1')
      .matchAll(/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g)
    const texts = [...parts].map(([, part = '']) => inflateSync(Buffer.from(part, 'latin1')).toString('latin1'))
    return texts.flatMap((text) => [...text.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)))
  }
  expect(await sizes('Asha Nair')).toContain(11)
  const long = await sizes('W'.repeat(100))
  expect(long).not.toContain(11)
  expect(Math.min(...long)).toBeLessThan(4)
})

test('files are for their owner, and their ranges are checked', async () => {
  const [client, other] = [await moneyClient(server), await moneyClient(server)]
  for (const kind of ['csv', 'pdf']) {
    expect((await file({ ...client, id: other.id }, kind)).status).toBe(404)
    expect((await file(client, kind, '?from=2026-02-30')).status).toBe(400)
    expect((await file(client, kind, '?from=2026-03-02&to=2026-03-01')).status).toBe(400)
  }
})

const figures = (cash: bigint) => ({
  cash,
  invested: 0n,
  loan: 0n,
  cashback: 0n,
  withheld: 0n,
  unsettled: 0n,
  dues: 0n,
})
const event = (at: string, before: bigint, after: bigint, more: Partial<Event> = {}): Event => ({
  id: '1',
  at: new Date(at),
  event: 'adjustment.approved',
  cause_id: '1',
  reason: null,
  reference: null,
  traded_on: null,
  ...figures(after),
  before: figures(before),
  ...more,
})
const wide = (text: string): number => text.length

test('the rows of a PDF: opening balance, months with totals, closing balance; days are days in India', () => {
  const rows = rowsOf(
    1000n,
    [
      event('2026-03-31T18:00:00Z', 1000n, 251_000n),
      event('2026-03-31T19:00:00Z', 251_000n, 201_000n, { reference: 'WDR1' }),
      event('2026-04-02T06:30:00Z', 201_000n, 201_000n, { event: 'loan.accepted', loan: 5_000_000n }),
    ],
    wide,
  )
  const texts = ({ date, details, moneyIn, moneyOut, balance }: Row) => [date, ...details, moneyIn, moneyOut, balance]
  expect(rows.map(texts)).toEqual([
    ['', 'Opening balance', '', '', '10.00'],
    ['', 'March 2026', '2,500.00', '0.00', '2,510.00'],
    ['31 Mar 2026, 11:30 pm', 'Adjustment', '2,500.00', '', '2,510.00'],
    ['', 'April 2026', '0.00', '500.00', '2,010.00'],
    ['1 Apr 2026, 12:30 am', 'Adjustment', '', '500.00', '2,010.00'],
    ['2 Apr 2026, 12:00 pm', 'Loan accepted', 'Loan money +₹50,000.00', '', '', '2,010.00'],
    ['', 'Closing balance', '2,500.00', '500.00', '2,010.00'],
  ])
})

test('a row of the PDF for a charge paid outside the wallet has its amount in the details', () => {
  const [, , row] = rowsOf(
    0n,
    [event('2026-04-02T06:30:00Z', 0n, 0n, { event: 'charge.approved', outside: 40_179n })],
    wide,
  )
  expect(row).toMatchObject({ details: ['Charge paid outside the wallet · ₹401.79'], moneyIn: '', moneyOut: '' })
})

test('pages end above the footer, and a month’s heading stays with its first event', () => {
  const row = (kind: Row['kind'], height: number) => ({
    kind,
    height,
    ...(kind === 'month' && { leastBelow: 15 }),
  })
  const area = { firstTop: 100, top: 100, bottom: 780 }
  const space = area.bottom - area.top
  const filled = row('event', space - 20)
  expect(paginate([filled, row('month', 17), row('event', 15)], area).map((page) => page.length)).toEqual([1, 2])
  expect(paginate([filled, row('event', 15), row('event', 15)], area).map((page) => page.length)).toEqual([2, 1])
  expect(paginate([row('event', space + 50), row('event', 15)], area).map((page) => page.length)).toEqual([1, 1])
})

test('texts are wrapped between words, and a word that is too long is cut', () => {
  expect(wrap('Sold 10 TCS', 7, wide)).toEqual(['Sold 10', 'TCS'])
  expect(wrap('aaaaaaaaaa bb', 4, wide)).toEqual(['aaaa', 'aaaa', 'aa', 'bb'])
  expect(wrap('', 4, wide)).toEqual([''])
})

test('trades and charges are named by their trade day, which their narration does not repeat', () => {
  const booked = {
    event: 'contract.booked',
    reason: '25 Nov 2026: bought ₹12,913.50',
    traded_on: '2026-11-25',
  } as const
  expect([titleOf(booked), narrationOf(booked)]).toEqual(['Trades and charges of 25 Nov 2026', 'Bought ₹12,913.50'])
  const reversed = { ...booked, event: 'contract.reversed', reason: 'Booked again' } as const
  expect([titleOf(reversed), narrationOf(reversed)]).toEqual([
    'Trades and charges of 25 Nov 2026 reversed',
    'Booked again',
  ])
})
