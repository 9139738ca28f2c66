import type { Reply } from '@sauda/contract/platform/call'
import { closingPriceErrors, type closingPriceCalls } from '@sauda/contract/trading/closing-price'
import { exchangeCsvErrors, untouchedFile } from '@sauda/contract/platform/csv'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { decidePending } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newIsin, priceFileForm, priceFileName, priceFileText, type PriceRow } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import { isTradingDay } from '../market/trading-day.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const deepa = await establishedOperator(server, 'dealer', 'Deepa')
const dev = await establishedOperator(server, 'dealer', 'Dev')
const asha = await server.newClient()

const today = dayInIndia(new Date())
/** The last trading days before today, oldest first. */
const [third = '', second = '', first = '', last = ''] = daysBefore(today, 4)

const [techIsin, bank, power, split] = [1, 2, 3, 4].map(newIsin) as [string, string, string, string]
const rows = (closes: Record<string, string>): PriceRow[] =>
  Object.entries({ DEMOTECH: techIsin, DEMOBANK: bank, DEMOPOWER: power }).map(([symbol, isin]) => ({
    symbol,
    isin,
    close: closes[symbol] ?? '100.00',
  }))

/** With the closes of the day before, as the exchange states them. */
const secondDay = (tech: string): PriceRow[] =>
  rows({ DEMOTECH: tech, DEMOBANK: '424.00' }).map((row) => ({
    ...row,
    previous: { DEMOTECH: '1500.10', DEMOBANK: '423.50' }[row.symbol] ?? '100.00',
  }))

type Files = Reply<typeof closingPriceCalls.list>
const send = (content: string | Uint8Array, name: string, by = deepa, path = '') =>
  call('POST', `/desk/closing-prices${path}`, { token: by.token, body: priceFileForm(content, name) })
const sendRows = (day: string, of: readonly PriceRow[], by = deepa) =>
  send(priceFileText({ day }, of), priceFileName(day), by)
/** Approved by another dealer where it waits. */
const count = async (day: string, of: readonly PriceRow[]) => {
  const sent = await sendRows(day, of)
  return sent.body.waitsForSecond ? decidePending(server, dev, { subject: 'price-file.count' }) : sent
}
const decide = (body: object, by = dev) =>
  call('POST', '/desk/closing-prices/decide', {
    token: by.token,
    body: { exchange: 'NSE', reason: 'Checked with the notice of the exchange', ...body },
  })
const list = async (): Promise<Files> => (await call('GET', '/desk/closing-prices', { token: deepa.token })).body
const quote = async (symbol: string) =>
  (await call('GET', `/user/quotes?symbols=${symbol}`, { token: asha.token })).body.quotes[0]
const closesOf = (symbol: string) => call('GET', `/user/closes?symbol=${symbol}`, { token: asha.token })
const closeAt = (day: string) => new Date(`${day}T15:30:00+05:30`).toISOString()

const addInstrument = (symbol: string, isin: string, exchange = 'NSE') =>
  db.run(
    `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
     values (gen_random_uuid(), $1, $1, '{}', $3, 'share', 1, 0.05, false, true, $2)`,
    [symbol, isin, exchange],
  )
await addInstrument('DEMOTECH', techIsin)
await addInstrument('DEMOBANK', '')
await addInstrument('DEMOPOWER', power, 'BSE')

describe('the files of the evening', () => {
  test('a preview shows what would be imported, and changes nothing', async () => {
    const text = priceFileText({ day: third }, rows({ DEMOTECH: '1500.10' }))
    const { status, body } = await send(text, priceFileName(third), deepa, '/preview')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { exchange: 'NSE', day: third, rows: 3, prices: 3, held: [], missing: [] },
    })
    expect((await list()).files).toEqual([])
  })

  test('an imported close values an instrument by its ISIN, or by its symbol where it has none', async () => {
    expect((await quote('DEMOTECH')).state).toBe('none')
    expect((await count(third, rows({ DEMOTECH: '1500.10', DEMOBANK: '423.5' }))).status).toBe(200)
    expect(await quote('DEMOTECH')).toEqual({ symbol: 'DEMOTECH', price: '1500.1', at: closeAt(third), state: 'close' })
    expect(await quote('DEMOBANK')).toMatchObject({ price: '423.5', state: 'close' })
  })

  test('zip and gzip are read; one ISIN in several series has the close of the ordinary one', async () => {
    const more = [
      { isin: techIsin, symbol: 'DEMOTECH', series: 'T0', close: '1400.00' },
      ...secondDay('1510.00'),
      { isin: techIsin, symbol: 'DEMOTECH', series: 'BL', close: '1390.00' },
    ]
    const name = priceFileName(second)
    const zipped = zipSync({ [name]: Buffer.from(priceFileText({ day: second }, more)) })
    expect(await send(zipped, `${name}.zip`)).toMatchObject({ status: 200, body: { rows: 5, prices: 3, held: [] } })
    expect(await quote('DEMOTECH')).toMatchObject({ price: '1510', previousClose: '1500.1', at: closeAt(second) })
    const again = await send(gzipSync(priceFileText({ day: second }, more)), `${name}.gz`, deepa, '/preview')
    expect(again).toMatchObject({ status: 200, body: { prices: 3 } })
  })

  test('a client reads the closes of a symbol, oldest first', async () => {
    expect((await closesOf('DEMOTECH')).body).toEqual({
      symbol: 'DEMOTECH',
      sample: false,
      closes: [
        { day: third, close: '1500.1' },
        { day: second, close: '1510' },
      ],
    })
    expect((await closesOf('DEMOBANK')).body.closes).toHaveLength(2)
    expect((await closesOf('TCS')).body).toMatchObject({ sample: true, closes: { length: 120 } })
    expect((await closesOf('NOTHING')).body).toEqual({ symbol: 'NOTHING', sample: false, closes: [] })
    expect(await closesOf('')).toMatchObject({ status: 400, body: { message: 'Please enter the symbol' } })
  })

  test('the price of the other exchange values a security whose own exchange has none', async () => {
    expect(await quote('DEMOPOWER')).toMatchObject({ price: '100', state: 'close' })
  })

  test('the same file again is rejected; another file of the day replaces its prices, also one imported before', async () => {
    const corrected = secondDay('1505.00')
    expect((await count(second, corrected)).status).toBe(200)
    expect(await quote('DEMOTECH')).toMatchObject({ price: '1505', at: closeAt(second) })
    expect(await sendRows(second, corrected)).toMatchObject({ status: 409, body: closingPriceErrors.known })
    expect((await count(second, secondDay('1506.00'))).status).toBe(200)
    expect((await count(second, corrected)).status).toBe(200)
    expect(await quote('DEMOTECH')).toMatchObject({ price: '1505', at: closeAt(second) })
  })

  test('thirty copies sent at once are one import', async () => {
    const text = priceFileText({ day: second }, [
      ...secondDay('1505.00'),
      { isin: newIsin(9), symbol: 'DEMONEW', close: '10.00' },
    ])
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(text, priceFileName(second))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => ![200, 409, 429, 503].includes(status))).toEqual([])
    expect((await decidePending(server, dev, { subject: 'price-file.count' })).status).toBe(200)
  })
})

describe('prices that wait for an operator', () => {
  const before = { DEMOTECH: '1505.00', DEMOBANK: '424.00', DEMOPOWER: '100.00' }

  test('another previous close, a large move and another ISIN of a symbol are each held with their reason', async () => {
    const { status, body } = await sendRows(first, [
      { isin: techIsin, symbol: 'DEMOTECH', close: '1506.00', previous: '1500.00' },
      { isin: bank, symbol: 'DEMOBANK', close: '570.00', previous: before.DEMOBANK },
      { isin: split, symbol: 'DEMOPOWER', close: '101.00', previous: '100.00' },
      { isin: newIsin(9), symbol: 'DEMONEW', close: '10.00' },
    ])
    expect(status).toBe(200)
    expect(Object.fromEntries((body as Files).held.map(({ symbol, reasons }) => [symbol, reasons]))).toEqual({
      DEMOTECH: [
        `The previous close in the file is ₹1,500.00, ours of ${dateText(second)} is ₹1,505.00. Check for a corporate action that is missing here.`,
      ],
      DEMOBANK: ['The price rose by more than 25 % from ₹424.00 to ₹570.00.'],
      DEMOPOWER: [`DEMOPOWER had the ISIN ${power} until now. Check for a split or consolidation.`],
    })
    // The older close stays in use.
    expect(await quote('DEMOTECH')).toMatchObject({ price: '1505', at: closeAt(second), notTradedSince: true })
  })

  test('an operator other than the importer accepts one price and leaves another out, each with a reason', async () => {
    const key = { day: first, isin: techIsin, accept: true }
    expect(await decide(key, deepa)).toMatchObject({ status: 409, body: closingPriceErrors.ownFile })
    expect((await decide({ ...key, reason: '' })).status).toBe(400)
    expect((await decide({ ...key, close: '1505' })).body).toEqual(closingPriceErrors.changed)
    expect((await decide({ ...key, close: '1506' })).body).toEqual({ message: 'Price accepted' })
    expect(await quote('DEMOTECH')).toMatchObject({ price: '1506', at: closeAt(first), previousClose: '1505' })
    expect((await decide(key)).body).toEqual(closingPriceErrors.decided)
    expect((await decide({ day: first, isin: bank, accept: false })).body).toEqual({ message: 'Price left out' })
    expect(await quote('DEMOBANK')).toMatchObject({ price: '424', at: closeAt(second) })
    expect((await list()).held.map(({ symbol }) => symbol)).toEqual(['DEMOPOWER'])
    const audited = await db.rows<{ after: { symbol: string; accepted: boolean } }>(
      "select after from audit where action = 'closing-price.decide' order by id",
    )
    expect(audited.map(({ after: { symbol, accepted } }) => [symbol, accepted])).toEqual([
      ['DEMOTECH', true],
      ['DEMOBANK', false],
    ])
  })

  test('a day without a file is named, and the file after it is not compared with the previous close', async () => {
    // From the evening on, today's file is missing too.
    const missing = (await list()).missing.filter(({ day }) => day < today)
    expect(missing).toEqual([{ exchange: 'NSE', day: last }])
  })
})

describe('a faulty file is rejected with the reason, and nothing of it is stored', () => {
  const good = [...rows({}), { isin: newIsin(9), symbol: 'DEMONEW', close: '10.00' }]
  const cases: [what: string, content: () => string | Uint8Array, name: string, sentence: string][] = [
    [
      'a copy of the last session',
      () => priceFileText({ day: last, tradedOn: first }, good),
      priceFileName(last),
      `The file is named for ${dateText(last)} but has the prices of ${dateText(first)} (line 2). On weekends and holidays the exchange serves a copy of the last session: choose the file of ${dateText(last)} once it is provided.`,
    ],
    [
      'another segment',
      () => priceFileText({ day: last, segment: 'FO' }, good),
      priceFileName(last),
      'Line 2: it is of futures and options (FO), which are not imported. Choose the file of the cash market, with CM in its name.',
    ],
    [
      'another exchange than its name says',
      () => priceFileText({ day: last, exchange: 'BSE' }, good),
      priceFileName(last),
      'Line 2: it is of BSE, but the file is named for NSE. Choose the file under the name that the exchange gave it.',
    ],
    [
      'a security twice',
      () => priceFileText({ day: last }, [...good, good[0] as PriceRow]),
      priceFileName(last),
      'Line 6: DEMOTECH, series EQ, is in line 2 too.',
    ],
    [
      'a close above the high',
      () => priceFileText({ day: last }, [{ ...(good[0] as PriceRow), high: '99.00', low: '98.00' }]),
      priceFileName(last),
      'Line 2: the closing price of DEMOTECH, 100.00, is not between 98.00 and 99.00.',
    ],
    [
      'numbers with separators of a spreadsheet',
      () => priceFileText({ day: last }, [{ ...(good[0] as PriceRow), close: '"1,500.00"' }]),
      priceFileName(last),
      `Line 2: a price of DEMOTECH is not a plain number. ${untouchedFile}`,
    ],
    [
      'a file that was cut',
      () => priceFileText({ day: last }, good.slice(0, 3)),
      priceFileName(last),
      `The file has 3 rows, but that of ${dateText(first)} had 4. It may be cut off: download it again.`,
    ],
    [
      'a row that was cut',
      () =>
        priceFileText({ day: last }, good)
          .trimEnd()
          .replace(/(,[^,]*){18}$/, ''),
      priceFileName(last),
      expect.stringMatching(
        /^Line 5: it has \d+ cells where \d+ are expected. The file may be cut off: download it again.$/,
      ),
    ],
    [
      'a column twice',
      () => priceFileText({ day: last }, good).replace('LastPric', 'ClsPric'),
      priceFileName(last),
      'Line 1: the column ClsPric is there twice. Choose the file as it was downloaded.',
    ],
    [
      'a file with another name',
      () => priceFileText({ day: last }, good),
      'prices.csv',
      closingPriceErrors.name.message,
    ],
    ['another table', () => 'a,b,c\n1,2,3\n', priceFileName(last), closingPriceErrors.columns.message],
    ['no rows', () => priceFileText({ day: last }, []), priceFileName(last), closingPriceErrors.noRows.message],
    [
      'two files in one archive',
      () => zipSync({ 'a.csv': new Uint8Array(3), 'b.csv': new Uint8Array(3) }),
      `${priceFileName(last)}.zip`,
      closingPriceErrors.noContent.message,
    ],
    [
      'an archive that expands to 200 MB',
      () => gzipSync(Buffer.alloc(200 * 1024 * 1024)),
      `${priceFileName(last)}.gz`,
      exchangeCsvErrors.tooMuch.message,
    ],
    [
      'a broken archive',
      () => Buffer.from('504b0304deadbeef', 'hex'),
      `${priceFileName(last)}.zip`,
      closingPriceErrors.brokenArchive.message,
    ],
  ]

  test.each(cases)('%s', async (_, content, name, sentence) => {
    const answer = await send(content(), name)
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 422, message: sentence })
    expect(await db.rows('select from price_file where day = $1', [last])).toEqual([])
  })

  test('a day whose session has not ended, and a day without trading', async () => {
    const future = nextTradingDay(addDays(today, 1))
    expect((await sendRows(future, good)).body.message).toBe(
      `The closing prices of ${dateText(future)} are not known before 4 pm of that day.`,
    )
    const sunday =
      Array.from({ length: 8 }, (__, back) => addDays(today, -back)).find((day) => !isTradingDay(day)) ?? ''
    expect((await sendRows(sunday, good)).body.message).toBe(
      `${dateText(sunday)} is not a trading day. Correct the calendar if the exchanges were open.`,
    )
  })

  test('an operator without the right gets nothing', async () => {
    const cashier = await establishedOperator(server, 'cashier', 'Kiran')
    expect((await sendRows(last, good, cashier)).status).toBe(403)
    expect((await call('GET', '/desk/closing-prices', { token: asha.token })).status).toBe(401)
  })
})

function nextTradingDay(from: string): string {
  let day = from
  while (!isTradingDay(day)) day = addDays(day, 1)
  return day
}
