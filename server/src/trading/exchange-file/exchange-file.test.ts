import { emptyFile } from '../../../test/sent-file.ts'
import { exchangeFileErrors, type TradeFileReading } from '@sauda/contract/trading/exchange-file'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradeColumns, tradeFileForm, tradeFileName, type TradeRow, tradeFileText } from '../../../test/trade-file.ts'
import { pendingProposal, decidePending } from '../../../test/approvals.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { insertLotsOf } from '../trade/lot.sql.ts'
import { recordFiles } from './exchange-file.book.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const deepa = await establishedOperator(server, 'dealer', 'Deepa')
const dev = await establishedOperator(server, 'dealer', 'Dev')
const [earlier = '', last = ''] = daysBefore(dayInIndia(new Date()), 2)
const tech = 'INE9AA101016'
const bank = 'INE9AB201013'
const power = 'INE9AC301010'
const split = 'INE9AE501013'

/** The sample of the specification, without the row whose status is unknown. */
const sample = (day: string): string[] =>
  `
D,D,CM,NSE,NSE,90001,90001,STK,9101,INE9AA101016,DEMOTECH,EQ,,,,,DEMOTECH,C,AB1001,,,,M,2026220,B,4,1,1500.10,300001,OR,DT09:15:02,DT09:15:02,1100000000000101,DT09:15:02,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9101,INE9AA101016,DEMOTECH,EQ,,,,,DEMOTECH,C,AB1001,,,,M,2026220,B,6,1,1500.10,300002,OR,DT09:15:02,DT09:15:02,1100000000000101,DT09:15:02,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9102,INE9AB201013,DEMOBANK,EQ,,,,,DEMOBANK,C,AB1001,,,,M,2026220,S,50,1,423.5,300100,OR,DT10:02:11,DT10:02:11,1100000000000150,DT10:02:10,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9102,INE9AB201013,DEMOBANK,EQ,,,,,DEMOBANK,C,CD2002,,,,M,2026220,B,50,1,423.50,300100,OR,DT10:02:11,DT10:02:11,1100000000000151,DT10:02:11,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9101,INE9AA101016,DEMOTECH,EQ,,,,,DEMOTECH,C,00123,,,,M,2026220,B,7,1,1499.00,300200,OR,DT11:00:00,DT11:00:00,1100000000000200,DT10:59:58,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9101,INE9AA101016,DEMOTECH,EQ,,,,,DEMOTECH,C,00123,,,,M,2026220,B,7,1,1499.00,300200,CN,DT11:00:00,DT11:20:00,1100000000000200,DT10:59:58,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9103,INE9AC301010,DEMOPOWER,EQ,,,,,DEMOPOWER,P,OWN,,,,M,2026220,S,1000,1,99.95,300300,OR,DT12:30:00,DT12:30:00,1100000000000300,DT12:30:00,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9103,INE9AC301010,DEMOPOWER,EQ,,,,,DEMOPOWER,C,EF3003,,CUST01,CUST01,M,2026220,B,5000,1,99.95,300301,OR,DT12:30:00,DT12:30:00,1100000000000301,DT12:29:00,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9103,INE9AC301010,DEMOPOWER,EQ,,,,,DEMOPOWER,C,ERROR1,,,,M,2026220,B,10,1,100.00,300400,OR,DT13:00:00,DT13:00:00,1100000000000400,DT13:00:00,12001,1,,,,T1,N,,,,,
D,D,CM,NSE,NSE,90001,90001,STK,9105,INE9AE501013,DEMOSPLIT,BE,,,,,DEMOSPLIT,C,ZZ9999,,,,Z,2026220,S,5,1,10.20,300500,OR,DT14:00:00,DT14:00:00,1100000000000500,DT13:59:59,12001,1,,,,T1,N,,,,,
`
    .trim()
    .split('\n')
    .map((row) => row.replaceAll('DT', `${day}T`).replace(/^D,D/, `${day},${day}`))
const unknownStatus = (day: string) =>
  `${day},${day},CM,NSE,NSE,90001,90001,STK,9102,INE9AB201013,DEMOBANK,EQ,,,,,DEMOBANK,C,AB1001,,,,M,2026220,B,20,1,424.00,300600,12,${day}T15:31:07,${day}T15:31:07,1100000000000600,${day}T15:24:59,12001,1,,,,T1,N,,,,,`
const bseRow = (day: string) =>
  `${day},${day},CM,BSE,BSE,9001,9001,STK,999102,INE9AB201013,DEMOBANK,A,,,,,DEMOBANK,C,ab1001,,,,M,2627161,B,30,1,423.9500,300001,OR,${day}T15:29:59,${day}T15:29:59,1795000000000000077,${day}T15:29:58,12001,1,,,,T1,N,,,,,`
const fileOf = (rows: readonly string[]) => [tradeColumns, ...rows, ''].join('\n')

const send = (content: string | Uint8Array, name: string, path = '', by = deepa) =>
  call('POST', `/desk/exchange-files${path}`, { token: by.token, body: tradeFileForm(content, name) })
const approve = async () => {
  const subject = 'exchange-file.book'
  const seen = await call('GET', `/desk/proposals/${await pendingProposal(server, subject)}`, { token: dev.token })
  expect(seen.body.obstacle).toBeUndefined()
  return decidePending(server, dev, { subject })
}
const recorded = () =>
  eventually(
    async () =>
      (await db.rows("select from exchange_file where status in ('waiting', 'approved', 'booking')")).length === 0,
  )
const record = async (content: string | Uint8Array, name: string, path = '') => {
  const sent = await send(content, name, path)
  expect(sent).toMatchObject({ status: 200, body: { waitsForSecond: true } })
  expect((await approve()).status).toBe(200)
  await recorded()
  return sent.body as TradeFileReading
}
const trades = (day: string, where = 'true') =>
  db.rows<{ text: string }>(
    `select exchange || ' ' || trade_number || ' ' || side || ' ' || coalesce(ucc, '-') as text
       from exchange_trade t left join client c on c.id = t.client_id where day = $1 and ${where} order by exchange desc, trade_number, side`,
    [day],
  )
const textsOf = (rows: readonly { text: string }[]) => rows.map(({ text }) => text)

async function client(ucc: string, state = 'VERIFIED') {
  const made = await server.newClient()
  await db.run('update client set ucc = $2, kyc_status = $3 where id = $1', [made.id, ucc, state])
  return made
}
const asha = await client('AB1001')
await client('CD2002')
await client('00123')
await client('GH4004', 'UNVERIFIED')
await db.run("insert into exchange_code values ('NSE', 'Brkr', '90001', 'own'), ('BSE', 'Brkr', '9001', 'own')")
await db.run(
  `insert into security (isin, exchange, from_day, symbol, series, name)
   select i, 'NSE', '1900-01-01', s, 'EQ', s || ' Limited' from unnest($1::text[], $2::text[]) as n (i, s)`,
  [
    [tech, bank, power, split, 'INE9AE501021'],
    ['DEMOTECH', 'DEMOBANK', 'DEMOPOWER', 'OLDSPLIT', 'DEMOSPLIT'],
  ],
)
await db.run(
  `with ${emptyFile}, file as (insert into security_file (id, kind, exchange, day, name, sha256, rows, imported_by)
     values (gen_random_uuid(), 'listing', 'NSE', '2020-01-01', 'x', sha256(''), 1, $3) returning id)
   insert into isin_successor (isin, successor, from_day, symbol, file_id, accepted, decided_by, decided_at)
   select $1, $2, '2020-01-01', 'DEMOSPLIT', id, true, $3, now() from file`,
  [split, 'INE9AE501021', deepa.id],
)
/** A position that a dealer typed. */
const typed = async (
  clientId: string,
  stock: string,
  on: string,
  more: { quantity?: number; number?: string } = {},
) => {
  await db.run(
    `with made as (
     insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by, traded_at, exchange, exchange_trade_number)
     values (gen_random_uuid(), $1, 'BUY', $2, $3::int, 400, 40000 * $3::int, 40000 * $3::int, 0, $4, $5, $6, $7) returning *)
     ${insertLotsOf('made')}`,
    [
      clientId,
      stock,
      more.quantity ?? 100,
      deepa.id,
      `${on}T10:00:00+05:30`,
      more.number ? 'NSE' : null,
      more.number ?? null,
    ],
  )
}

describe('the sample of the specification', () => {
  test('an unknown status stops the file and names the line; nothing is imported', async () => {
    const { status, body } = await send(fileOf([...sample(last), unknownStatus(last)]), tradeFileName(last), '/preview')
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message:
        'Line 12: the code “12” in column 30, RptdTxSts, is not known. Nothing was imported. An administrator adds it under Codes once its meaning is clear.',
    })
  })

  test('a preview has the control totals, counts proprietary trades, and names every exception; it changes nothing', async () => {
    const { body } = await send(fileOf(sample(last)), tradeFileName(last), '/preview')
    expect(body).toMatchObject({
      exchange: 'NSE',
      day: last,
      isFinal: true,
      rows: 10,
      cancelled: 1,
      totals: { trades: 8, buyQuantity: '5070', buyValue: '536926.00', sellQuantity: '1055', sellValue: '121176.00' },
      clients: 2,
      toBook: 4,
      own: 1,
      exceptions: { institutional: 1, error: 1, ucc: 1, superseded: 1, delivery: 1 },
    })
    expect((body as TradeFileReading).examples.map(({ line, exceptions }) => [line, exceptions])).toEqual([
      [9, ['institutional']],
      [10, ['error']],
      [11, ['ucc', 'superseded', 'delivery']],
    ])
    expect(await db.rows('select from exchange_trade')).toEqual([])
  })

  test('a second operator approves; thirty requests at once are one; each trade is recorded once', async () => {
    const content = gzipSync(fileOf(sample(last)))
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(content, `${tradeFileName(last)}.gz`)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => ![200, 409, 429, 503].includes(status))).toEqual([])
    expect((await approve()).status).toBe(200)
    await recorded()
    expect(textsOf(await trades(last))).toEqual([
      'NSE 300001 B AB1001',
      'NSE 300002 B AB1001',
      'NSE 300100 B CD2002',
      'NSE 300100 S AB1001',
      'NSE 300300 S -',
      'NSE 300301 B -',
      'NSE 300400 B -',
      'NSE 300500 S -',
    ])
    expect(await db.row("select traded_at from exchange_trade where trade_number = '300001'")).toEqual({
      traded_at: new Date(`${last}T09:15:02+05:30`),
    })
    expect(
      await db.row(
        "select order_ref, stock, exceptions from exchange_trade where trade_number = '300100' and side = 'S'",
      ),
    ).toEqual({
      order_ref: '1100000000000150',
      stock: 'DEMOBANK',
      exceptions: [],
    })
  })

  test('the same trades again change nothing, in another order and plain too', async () => {
    const again = await send(fileOf(sample(last).toReversed()), tradeFileName(last))
    expect(again).toMatchObject({ status: 409, body: exchangeFileErrors.known })
  })

  test('a trade of BSE with the same number is another one', async () => {
    await record(fileOf([bseRow(last)]), tradeFileName(last, { exchange: 'BSE' }))
    expect(textsOf(await trades(last, "trade_number = '300001'"))).toEqual([
      'NSE 300001 B AB1001',
      'BSE 300001 B AB1001',
    ])
  })
})

describe('a file that is published again', () => {
  const changed = () =>
    sample(last)
      .filter((row) => !row.includes('300002'))
      .map((row) => row.replace('CD2002', '00123'))

  test('one with fewer trades needs the count of the member portal; other totals are named', async () => {
    const few = await send(fileOf(changed()), tradeFileName(last))
    expect(few.body.message).toBe(
      `The file has 7 trades, but 8 are recorded for ${dateText(last)}. It may be cut off: download it again. If the number is right, enter it as the member portal shows it.`,
    )
    const wrong = await send(fileOf(changed()), tradeFileName(last), '?trades=8&buyValue=1.00')
    expect(wrong.body.message).toBe(
      'The control totals differ. Trades: 7 in the file, 8 entered. Value bought: 527925.40 in the file, 1.00 entered. The file may be cut off: download it again, or correct the totals.',
    )
  })

  test('changed trades are shown; a second operator replaces the day; the earlier file stays as evidence', async () => {
    const reading = await record(fileOf(changed()), tradeFileName(last), '?trades=7')
    const proposed = await db.row<{ list: string[] }>(
      "select payload -> 'differences' as list from proposal where kind = 'exchange-file.book' order by id desc limit 1",
    )
    expect(proposed?.list).toEqual([
      '0 added',
      '1 removed',
      '1 changed',
      'changed 300100, 00123, buy 50 DEMOBANK at 423.5',
      'removed 300002, AB1001, buy 6 DEMOTECH at 1500.1',
    ])
    expect(reading.before).toEqual({ trades: 8, added: 0, removed: 1, changed: 1 })
    expect(
      reading.differences.map(({ kind, tradeNumber, clientCode }) => `${kind} ${tradeNumber} ${clientCode}`),
    ).toEqual(['changed 300100 00123', 'removed 300002 AB1001'])
    expect(textsOf(await trades(last, 'client_id is not null'))).toEqual([
      'NSE 300001 B AB1001',
      'NSE 300100 B 00123',
      'NSE 300100 S AB1001',
      'BSE 300001 B AB1001',
    ])
    expect(await db.rows("select status from exchange_file where exchange = 'NSE' order by imported_at")).toEqual([
      { status: 'replaced' },
      { status: 'booked' },
    ])
  })
})

describe('recording', () => {
  const row = (number: string, more: Partial<TradeRow> = {}): TradeRow => ({
    number,
    client: 'CD2002',
    side: 'B',
    isin: power,
    symbol: 'DEMOPOWER',
    quantity: 10,
    price: '400',
    ...more,
  })

  test('continues after an interruption; an unverified client is an exception; dealers’ trades are listed until booked', async () => {
    const [day = ''] = daysBefore(earlier, 1)
    await db.run(
      "insert into instrument (symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin) values ('DEMOPOWER', 'DEMOPOWER', '{}', 'NSE', 'share', 1, 0.05, false, false, $1) on conflict do nothing",
      [power],
    )
    await typed(asha.id, 'DEMOPOWER', day, { quantity: 10, number: '7001' })
    await typed(asha.id, 'DEMOPOWER', day, { quantity: 11 })
    await typed(asha.id, 'DEMOPOWER', day, { quantity: 12 })
    const rows = [
      row('7001', { client: 'AB1001' }),
      row('7002', { client: 'AB1001', quantity: 11 }),
      row('7003', { client: 'GH4004' }),
      row('7004', { client: '00123' }),
      row('7005', { client: 'NEW1' }),
    ]
    expect((await send(tradeFileText(day, rows), tradeFileName(day))).status).toBe(200)
    const { id = '' } = (await db.row<{ id: string }>("select id from exchange_file where status = 'waiting'")) ?? {}
    let transactions = 0
    const broken = {
      ...server.app.context,
      db: {
        ...db,
        transaction: ((work, options) => {
          transactions += 1
          if (transactions > 2) throw new Error('killed')
          return db.transaction(work, options)
        }) as typeof db.transaction,
      },
    }
    await db.run("update exchange_file set status = 'approved', decided_by = $2, decided_at = now() where id = $1", [
      id,
      dev.id,
    ])
    await recordFiles(broken).catch(() => undefined)
    await recorded()
    await recordFiles(server.app.context)
    expect(textsOf(await trades(day))).toEqual([
      'NSE 7001 B AB1001',
      'NSE 7002 B AB1001',
      'NSE 7003 B GH4004',
      'NSE 7004 B 00123',
      'NSE 7005 B -',
    ])
    const seen = (await call('GET', `/desk/exchange-files/${id}`, { token: deepa.token })).body
    expect(
      seen.trades.map(({ tradeNumber, exceptions }: { tradeNumber: string; exceptions: string[] }) => [
        tradeNumber,
        exceptions,
      ]),
    ).toEqual([
      ['7003', ['state']],
      ['7005', ['ucc']],
    ])
    expect(seen.unconfirmed).toMatchObject([{ action: 'BUY', stock: 'DEMOPOWER', quantity: '12' }])
    expect(await db.rows('select trade_number from exchange_trade where trade_id is not null order by 1')).toEqual([
      { trade_number: '7001' },
      { trade_number: '7002' },
    ])
    await client('new1')
    expect((await call('POST', `/desk/exchange-files/${id}/again`, { token: deepa.token })).status).toBe(200)
    await recorded()
    expect(textsOf(await trades(day, "trade_number = '7005'"))).toEqual(['NSE 7005 B new1'])
  })

  test('by several servers at once is recorded once', async () => {
    const { id = '' } =
      (await db.row<{ id: string }>("select id from exchange_file where status = 'booked' limit 1")) ?? {}
    await db.run('delete from notice where subject_id = $1', [id])
    await db.run("update exchange_file set status = 'booking' where id = $1", [id])
    await Promise.all(Array.from({ length: 4 }, () => recordFiles(server.app.context)))
    await recorded()
    expect(await db.rows('select topic from notice where subject_id = $1', [id])).toEqual([{ topic: 'trade' }])
  })
})

describe('bad files', () => {
  const good = () => sample(last)
  const change = (at: number, from: string | RegExp, to: string) =>
    good().map((row, place) => (place === at ? row.replace(from, to) : row))
  const name = tradeFileName(last)
  const untouched = exchangeFileErrors.untouched
  const cases: readonly (readonly [
    what: string,
    content: () => string | Uint8Array,
    name: string,
    sentence: string,
  ])[] = [
    [
      'the file of another day',
      () => fileOf(sample(earlier)),
      name,
      `The file is named for ${dateText(last)} but has trades of ${dateText(earlier)} (line 2). It is the file of another day. Choose the file under the name that the exchange gave it.`,
    ],
    [
      'a provisional file',
      () => fileOf([...good(), good()[0]?.replace('300001', '300009') ?? '']),
      tradeFileName(last, { stage: 'P' }),
      exchangeFileErrors.provisional.message,
    ],
    [
      'a row that was cut',
      () => fileOf(good()).slice(0, -60),
      name,
      'Line 11: it has 32 cells where 46 are expected. The file may be cut off: download it again.',
    ],
    [
      'an archive that was cut',
      () => gzipSync(fileOf(good())).subarray(0, 300),
      `${name}.gz`,
      exchangeFileErrors.brokenArchive.message,
    ],
    [
      'the file of another exchange',
      () => fileOf(good()),
      tradeFileName(last, { exchange: 'BSE' }),
      'Line 2: it is of NSE, but the file is named for BSE. Choose the file under the name that the exchange gave it.',
    ],
    [
      'the file of another member',
      () => fileOf(change(1, '90001,90001', '90001,90002')),
      name,
      'Line 3: the trading member is 90002. It is not a member code of this broker under Codes: choose the file of this broker, or have an administrator add the code.',
    ],
    [
      'order numbers that a spreadsheet wrote with an exponent',
      () => fileOf(change(2, '1100000000000150', '1.1E+15')),
      name,
      `Line 4: OrdrRef was rounded by a spreadsheet: 1.1E+15. ${untouched}`,
    ],
    [
      'order numbers that a spreadsheet rounded',
      () =>
        fileOf(
          good().map((row) =>
            row
              .split(',')
              .map((cell, at) => (at === 32 ? cell.slice(0, 15).padEnd(cell.length, '0') : cell))
              .join(','),
          ),
        ),
      name,
      exchangeFileErrors.rounded.message,
    ],
    [
      'a price with separators',
      () => fileOf(change(0, '1500.10', '"1,500.10"')),
      name,
      `Line 2: the price “1,500.10” is not a plain number above zero. ${untouched}`,
    ],
    [
      'a date of a spreadsheet',
      () => fileOf(change(0, last, '20/11/26')),
      name,
      `Line 2: TradDt is “20/11/26”; the exchange writes dates such as 2026-11-23. ${untouched}`,
    ],
    [
      'columns in another order',
      () => fileOf(good()).replace('Sgmt,Src', 'Src,Sgmt'),
      name,
      `Line 1: column 3 is Src, expected Sgmt. ${untouched}`,
    ],
    [
      'Latin-1',
      () => Buffer.from(fileOf(change(3, ',DEMOBANK,C', ',DÉMOBANK,C')), 'latin1'),
      name,
      `Line 5: ${exchangeFileErrors.characters}`,
    ],
    ['another table', () => 'a,b\n1,2\n', name, exchangeFileErrors.columns.message],
    ['another name', () => fileOf(good()), 'trades.csv', exchangeFileErrors.name.message],
    ['a zip archive', () => Buffer.from('504b03040000', 'hex'), name, exchangeFileErrors.zip.message],
    [
      'an archive that expands to 200 MB of empty lines',
      () => gzipSync(Buffer.concat([Buffer.from(`${tradeColumns}\n`), Buffer.alloc(200 * 1024 * 1024, '\n')])),
      `${name}.gz`,
      exchangeFileErrors.long.message,
    ],
    [
      'an archive that expands to one line of 200 MB',
      () => gzipSync(Buffer.concat([Buffer.from(`${tradeColumns}\n`), Buffer.alloc(200 * 1024 * 1024, 'a')])),
      `${name}.gz`,
      'Line 2: it has more than 100,000 characters.',
    ],
    ['a header only', () => `${tradeColumns}\n`, name, exchangeFileErrors.noRows.message],
  ]
  test.each(cases)('%s', async (_, content, fileName, sentence) => {
    const before = await db.row<{ count: bigint }>('select count(*) from exchange_file')
    const { status, body } = await send(content(), fileName)
    expect({ status, message: body.message }).toEqual({ status: 422, message: sentence })
    expect(await db.row('select count(*) from exchange_file')).toEqual(before)
  })

  test('a UCC without its leading zero, an unknown UCC and an unknown ISIN are exceptions, booked to no client', async () => {
    const rows = [...change(4, '00123', '123').slice(0, 5), ...change(0, tech, 'INE9ZZ901014').slice(0, 1)].map(
      (row, at) => row.replace(/,3\d{5},OR/, `,4${at}000,OR`),
    )
    const { body } = await send(fileOf(rows), tradeFileName(last), '/preview?trades=6')
    expect((body as TradeFileReading).examples.map(({ clientCode, exceptions }) => [clientCode, exceptions])).toEqual([
      ['123', ['ucc']],
      ['AB1001', ['isin']],
    ])
  })

  test('an operator without the right gets nothing', async () => {
    const cashier = await establishedOperator(server, 'cashier', 'Kiran')
    expect((await send(fileOf(good()), name, '/preview', cashier)).status).toBe(403)
  })
})
