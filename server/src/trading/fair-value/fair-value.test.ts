import { fairValueErrors } from '@sauda/contract/trading/fair-value'
import { zipSync, strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { actionDesk } from '../../../test/corporate-action.ts'
import { decidePending } from '../../../test/approvals.ts'
import { fairValueName, fairValueText, newIsin, priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)

const send = (content: string | Uint8Array, { name = fairValueName, path = 'fair-values' } = {}) =>
  desk.post(path, priceFileForm(content, name))
const rowsOf = (count: number, high = '10') =>
  Array.from({ length: count }, (_, at) => ({ isin: newIsin(5_000 + at), high, symbol: `OLD${at}` }))
const list = async () => (await server.call('GET', '/desk/fair-values', { token: desk.maker.token })).body

const bseName = 'EQ_ISINCODE_310118.CSV'
const bseText = (...rows: string[]): string =>
  [
    'SC_CODE,SC_NAME,SC_GROUP,SC_TYPE,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,NO_TRADES,NO_OF_SHRS,NET_TURNOV,TDCLOINDI,ISIN_CODE,TRADING_DATE,FILLER2,FILLER3',
    ...rows,
    '',
  ].join('\n')

describe('a price list of 31 January 2018', () => {
  test.each([
    [{ name: 'cm01FEB2018bhav.csv' }, [], fairValueErrors.name.message],
    [{}, [{ isin: newIsin(1), high: '1,2' }], /^Line 2: it has 15 cells where 14 are expected/],
    [{}, [{ isin: newIsin(1), high: 'abc' }], /^Line 2: the highest price of DEMO is not a plain number/],
    [{}, [{ isin: newIsin(1), high: '-5' }], /^Line 2: the highest price of DEMO is not a plain number/],
    [{}, [{ isin: newIsin(1), high: '1000000.01' }], /^Line 2: .* is 1000000.01, above ₹10 lakh/],
    [
      {},
      [
        { isin: newIsin(1), high: '10' },
        { isin: newIsin(2), high: '10', day: '01-FEB-2018' },
      ],
      /^Line 3: it is of 1 Feb 2018; expected 31 Jan 2018/,
    ],
    [
      {},
      [
        { isin: newIsin(1), high: '10' },
        { isin: newIsin(1), high: '11' },
      ],
      /^Line 3: .* of the same series is in line 2 too/,
    ],
    [{}, [], fairValueErrors.noRows.message],
  ] as const)('is refused with the line and the reason: %j %j', async (more, rows, message) => {
    const { status, body } = await send(fairValueText(rows), more)
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect((await list()).lists).toEqual([])
  })

  test('is refused without ISINs, as BSE wrote it first', async () => {
    const { status, body } = await send('SC_CODE,SC_NAME,HIGH\n500325,RELIANCE,970\n', { name: bseName })
    expect({ status, message: body.message }).toEqual({ status: 422, message: fairValueErrors.columns.message })
  })

  test('counts once a second operator agrees, and a different one replaces it by two operators', async () => {
    const rows = [
      ...rowsOf(10),
      { isin: newIsin(5_000), high: '12.5', series: 'BE', symbol: 'OLD0' },
      { isin: newIsin(5_001), high: '99', series: 'BL', symbol: 'OLD1' },
      { isin: 'NONE', high: '5' },
      { isin: newIsin(5_020), high: '0' },
    ]
    const first = fairValueText(rows)
    const { body: shown } = await send(first, { path: 'fair-values/preview' })
    expect(shown).toMatchObject({ exchange: 'NSE', rows: 14, prices: 10, added: 10, changed: 0, absent: 0 })
    expect(shown.leftOut).toEqual([
      { reason: 'of block or institutional deals', rows: 1 },
      { reason: 'without a valid ISIN', rows: 1 },
      { reason: 'not traded that day', rows: 1 },
    ])
    expect(shown.secondReasons).toEqual([
      'It is the first list of NSE with prices of 31 Jan 2018, which nothing here confirms',
    ])
    const packed = zipSync({ 'cm31JAN2018bhav.csv': strToU8(first) })
    expect((await send(packed, { name: `${fairValueName}.zip` })).body).toMatchObject({ waitsForSecond: true })
    expect((await list()).lists).toEqual([])
    // Not by the one who sent it.
    expect((await decidePending(server, desk.maker, { subject: 'fair-value.count' })).status).toBe(409)
    await desk.approve('fair-value.count')
    expect((await list()).lists).toMatchObject([{ exchange: 'NSE', prices: 10, rows: 14, counts: true }])
    expect(await send(packed, { name: `${fairValueName}.zip` })).toMatchObject({
      status: 409,
      body: { message: fairValueErrors.known.message },
    })
    const stored = await server.db.rows(
      'select trim_scale(price)::text as price from fair_value where isin = any($1) order by price',
      [[newIsin(5_000), newIsin(5_001)]],
    )
    expect(stored).toEqual([{ price: '10' }, { price: '12.5' }])

    expect((await send(fairValueText(rowsOf(3)))).body.message).toMatch(
      /^The file has 3 rows, but that of 31 Jan 2018 had 14/,
    )
    const other = fairValueText([...rowsOf(13, '10').slice(1), { isin: newIsin(5_001), high: '11', series: 'BE' }])
    expect((await send(other)).body).toMatchObject({
      waitsForSecond: true,
      prices: 12,
      changed: 1,
      added: 3,
      absent: 1,
      secondReasons: [`It replaces ${fairValueName}.zip. Prices that differ: 1; new: 3; no longer there: 1`],
    })
    expect((await list()).waitingFiles).toHaveLength(1)
    await decidePending(server, desk.checker, { subject: 'fair-value.count', verb: 'reject' })
    expect((await list()).lists).toMatchObject([{ prices: 10, counts: true }])
    await send(other)
    await desk.approve('fair-value.count')
    expect((await list()).lists).toMatchObject([
      { prices: 12, counts: true },
      { prices: 10, counts: false },
    ])
    const audited = await server.db.rows<{ after: object }>(
      "select after from audit where action = 'fair-value.import' order by id",
    )
    expect(audited).toMatchObject([{ after: { exchange: 'NSE', prices: 10 } }, { after: { prices: 12, absent: 1 } }])
  })

  test('of BSE counts beside that of NSE', async () => {
    const isin = newIsin(6_000)
    const text = bseText(`500325,"RELIANCE    ",A ,Q,960,975.5,955,961,961,950,10,100,9000,,${isin},31-JAN-18,,`)
    expect((await send(text, { name: bseName })).body).toMatchObject({
      exchange: 'BSE',
      prices: 1,
      waitsForSecond: true,
    })
    await desk.approve('fair-value.count')
    const { lists } = await list()
    expect(lists.filter(({ counts }: { counts: boolean }) => counts)).toHaveLength(2)
  })
})
