import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type LevyComparison, levyFileErrors } from '@sauda/contract/trading/levy-file'
import { expect, test } from 'vitest'
import { ratesOf, seededRates } from '../../../test/charge-rates.ts'
import { type LevyCells, levyFileName, levyFileText } from '../../../test/levy-file.ts'
import { decidePending } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newIsin, priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import { chargeOptions, chargesOf } from './trade-charge.compute.ts'
import type { Fill } from './brokerage.ts'
import { finalLevies, saveComputed } from './levy-file.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db } = server
const deepa = await establishedOperator(server, 'dealer', 'Deepa')
const dev = await establishedOperator(server, 'dealer', 'Dev')
const asha = await server.newClient()
const bala = await server.newClient()
const [tech, bank] = [newIsin(1), newIsin(2)]
const day = '2026-11-20'

const fill = (isin: string, side: 'BUY' | 'SELL', quantity: number, rupees: number): Fill => ({
  id: `${isin} ${side}`,
  exchange: 'NSE',
  clearsAt: 'NSE',
  isin,
  series: 'EQ',
  stt: 'share',
  isFund: false,
  isDelivered: false,
  side,
  quantity: BigInt(quantity) * 10n ** 8n,
  price: BigInt(rupees * 100) * 10n ** 6n,
  order: `${isin} ${side}`,
  isPlacedByDealer: false,
})
const none = { slabs: [{ from: 0n }], perShare: 0n }
const plan = { delivery: none, intraday: none, etf: none, minimum: 0n, dealerFee: 0n }
const computed = (fills: readonly Fill[]) =>
  chargesOf({ day, fills, rates: ratesOf(seededRates), plan, gst: 'none', options: chargeOptions })

// The fifth example, and a purchase of another security; the second client has the first example.
await db.transaction((tx) =>
  saveComputed(
    tx,
    day,
    new Map([
      [asha.id, 'AB1001'],
      [bala.id, '00123'],
    ]),
    new Map([
      [asha.id, computed([fill(tech, 'BUY', 100, 200), fill(tech, 'SELL', 40, 205), fill(bank, 'BUY', 5, 80)])],
      [bala.id, computed([fill(tech, 'BUY', 10, 1500.1)])],
    ]),
  ),
)

const send = (content: string | Uint8Array, name: string) =>
  call('POST', '/desk/levy-files', { token: deepa.token, body: priceFileForm(content, name) })
/** Sent by one dealer and, where it differs from what was computed, approved by another. */
async function counted(content: string | Uint8Array, name: string) {
  const sent = await send(content, name)
  if (sent.body.waitsForSecond === true)
    expect((await decidePending(server, dev, { subject: 'levy-file.count' })).status).toBe(200)
  return sent
}
const techRow = { RptHdr: 40, ClntId: 'ab1001', ISIN: tech, TtlBuyTradgVol: 100, TtlSellTradgVol: 40 }
const bankRow = { RptHdr: 40, ClntId: 'AB1001', ISIN: bank, TtlBuyTradgVol: 5, TtlSellTradgVol: 0 }
const balaRow = { RptHdr: 40, ClntId: '00123', ISIN: tech, TtlBuyTradgVol: 10, TtlSellTradgVol: 0 }
const stt = (tech40: LevyCells = {}, total = 30): LevyCells[] => [
  { RptHdr: 10, TtlTaxs: total },
  { RptHdr: 20, TtlTaxs: total },
  { RptHdr: 30, ClntId: 'AB1001', TtlTaxs: total - 15 },
  { ...techRow, SellOthrThanDlvryQty: 40, TtlTaxs: '14.10', ...tech40 },
  { ...bankRow, TtlTaxs: '0.40' },
  { RptHdr: 30, ClntId: '00123', TtlTaxs: '15.00' },
  { ...balaRow, TtlTaxs: '15.00' },
]
const sttFile = (...rows: Parameters<typeof stt>) => levyFileText('stt', day, stt(...rows))
const nameOf = levyFileName('stt', day)

test('an STT file whose totals are rounded otherwise names the client, and the list has both totals', async () => {
  const { status, body } = await send(gzipSync(sttFile()), `${nameOf}.gz`)
  expect(status).toBe(200)
  // 14.10 + 0.40 is 14.50, which is 15.
  expect(body).toMatchObject({ clients: 2, differences: [], more: 0, file: { total: '30.00', computed: '30.00' } })
  const other = await counted(sttFile({}, 29), nameOf)
  expect((other.body as LevyComparison).differences).toEqual([
    {
      code: 'AB1001',
      clientId: asha.id,
      clientName: asha.name,
      file: '14',
      computed: '15',
      reasons: ['Every security agrees: only the total is rounded otherwise.'],
    },
  ])
  const { files } = (await call('GET', '/desk/levy-files', { token: deepa.token })).body
  expect(files.map(({ total, computed: ours }: { total: string; computed: string }) => [total, ours])).toEqual([
    ['29.00', '30.00'],
    ['30.00', '30.00'],
  ])
})

test('each difference is named: quantities, netting, the amount, a security only here or only in the file', async () => {
  const reasons = async (row: LevyCells) => {
    const { body } = await send(sttFile({ TtlTaxs: '30.00', ...row }, 31 + (JSON.stringify(row).length % 7)), nameOf)
    return (body as LevyComparison).differences[0]?.reasons
  }
  expect(await reasons({})).toEqual([
    `${tech}: ₹30.00 in the file, ₹14.10 computed, for the same quantities. Check the rate and the average price.`,
  ])
  expect(await reasons({ SellOthrThanDlvryQty: 0 })).toEqual([`${tech}: 0 intraday in the file, 40 here.`])
  expect(await reasons({ TtlBuyTradgVol: 90 })).toEqual([
    `${tech}: 90 bought and 40 sold in the file, 100 and 40 here.`,
  ])
  const other = newIsin(9)
  expect(await reasons({ ISIN: other })).toEqual([
    `${tech}: not in the file.`,
    `${other}: in the file, but not in the trades booked here.`,
  ])
})

test('a client code that is not in the trades booked here is named as such', async () => {
  const rows = [...stt().slice(2), { RptHdr: 30, ClntId: 'AB10O1', TtlTaxs: '5.00' }]
  const { body } = await send(levyFileText('stt', day, rows), nameOf)
  expect(body.differences).toEqual([
    { code: 'AB10O1', file: '5', computed: '0', reasons: ['In the file, but not in the trades booked here.'] },
  ])
})

test('a file of a future day is rejected', async () => {
  const future = addDays(dayInIndia(new Date()), 3)
  const rows = [{ ...balaRow, StmpDtyAmt: '2.25' }]
  const { status, body } = await send(levyFileText('stamp', future, rows), levyFileName('stamp', future))
  expect([status, body.message]).toEqual([422, `The file is named for ${dateText(future)}, a future day.`])
})

test('a stamp duty file is compared to the paisa', async () => {
  const rows = (amount: string) => [
    { ...techRow, BuyOthrThanDlvryQty: 40, StmpDtyAmt: '2.04' },
    { ...bankRow, StmpDtyAmt: amount },
    { ...balaRow, StmpDtyAmt: '2.25' },
  ]
  const name = levyFileName('stamp', day)
  const { body } = await send(levyFileText('stamp', day, rows('0.06')), name)
  expect(body).toMatchObject({ differences: [], file: { levy: 'stamp', total: '4.35', computed: '4.35' } })
  const other = await counted(levyFileText('stamp', day, rows('0.07')), name)
  expect(other.body.differences).toMatchObject([{ code: 'AB1001', file: '2.11', computed: '2.1' }])
})

test('the newest file of a day is final; what no file states is the computed amount', async () => {
  const ids = [asha.id, bala.id]
  const stampUnit = 'paisa'
  const paise = async (of: string) => Object.values((await finalLevies(db, of, ids, { stampUnit })).get(asha.id) ?? {})
  await db.transaction((tx) =>
    saveComputed(
      tx,
      '2026-11-23',
      new Map([[asha.id, 'AB1001']]),
      new Map([[asha.id, computed([fill(bank, 'BUY', 5, 80)])]]),
    ),
  )
  // 40 paise of STT are no rupee.
  expect(await paise('2026-11-23')).toEqual([0n, 6n])
  await counted(levyFileText('stt', '2026-11-23', [{ ...bankRow, TtlTaxs: '1.00' }]), levyFileName('stt', '2026-11-23'))
  expect(await paise('2026-11-23')).toEqual([100n, 6n])
  await counted(levyFileText('stt', '2026-11-23', [{ ...balaRow, TtlTaxs: '1.00' }]), levyFileName('stt', '2026-11-23'))
  expect(await paise('2026-11-23')).toEqual([0n, 6n])
})

test('a day that an earlier version netted over both exchanges has the sum of their files; stamp duty that none states is rounded as configured', async () => {
  const on = '2026-11-24'
  const final = async (stampUnit: 'paisa' | 'rupee') =>
    Object.values((await finalLevies(db, on, [asha.id], { stampUnit })).get(asha.id) ?? {})
  const netted = chargesOf({
    day: on,
    fills: [
      fill(tech, 'BUY', 50, 100),
      { ...fill(tech, 'SELL', 50, 101), exchange: 'BSE' as const },
      fill(bank, 'BUY', 5, 80),
    ],
    rates: ratesOf(seededRates),
    plan,
    gst: 'none',
    options: chargeOptions,
  })
  await db.transaction((tx) => saveComputed(tx, on, new Map([[asha.id, 'AB1001']]), new Map([[asha.id, netted]])))
  await db.run("update security_charge set exchange = 'all' where day = $1", [on])
  // 1.26 + 0.40 of STT; 0.15 + 0.06 of stamp duty.
  expect([await final('paisa'), await final('rupee')]).toEqual([
    [200n, 21n],
    [200n, 0n],
  ])
  await counted(levyFileText('stt', on, [{ ...bankRow, TtlTaxs: '1.00' }]), levyFileName('stt', on))
  await counted(levyFileText('stt', on, [{ ...techRow, TtlTaxs: '2.00' }]), levyFileName('stt', on, 'ICCL'))
  expect(await final('paisa')).toEqual([300n, 21n])
})

test('an earlier file may be imported again after another one; the newest again is rejected', async () => {
  expect((await send(gzipSync(sttFile()), `${nameOf}.gz`)).status).toBe(200)
  expect(await send(gzipSync(sttFile()), `${nameOf}.gz`)).toMatchObject({ status: 409, body: levyFileErrors.known })
})

test.each<[string, string, string, string | RegExp]>([
  ['another name', sttFile(), 'stt.csv', levyFileErrors.name.message],
  ['a provisional file', sttFile(), nameOf.replace('_F_', '_P_'), levyFileErrors.provisional.message],
  ['other columns', sttFile().replace(',TtlTaxs', ',Taxes'), nameOf, levyFileErrors.columns.message],
  ['yesterday', levyFileText('stt', '2026-11-19', stt()), nameOf, /named for 20 Nov 2026 but line 2 is of 19 Nov 2026/],
  [
    'a number changed by a spreadsheet',
    sttFile({ TtlTaxs: '1.41E+01' }),
    nameOf,
    /Line 5: TtlTaxs is not a plain number/,
  ],
  ['a file cut between rows', sttFile().split('\n').slice(0, 6).join('\n'), nameOf, levyFileErrors.cut.message],
  ['a file cut within a row', sttFile().slice(0, -30), nameOf, /Line 8: it has \d+ cells where 49 are expected/],
  [
    'another segment',
    sttFile({ Sgmt: 'FO' }),
    nameOf,
    /Line 5: it is of futures and options \(FO\), which are not imported/,
  ],
  ['a code that no client has', sttFile({ ClntId: randomBytes(4500).toString('hex') }), nameOf, /is not a client code/],
  ['a wrong ISIN', sttFile({ ISIN: 'INE000000001' }), nameOf, /Line 5: INE000000001 is not an ISIN/],
  ['a column twice', sttFile().replace('Rsvd4', 'TtlTaxs'), nameOf, /Line 1: the column TtlTaxs is there twice/],
  ['no client', levyFileText('stt', day, []), nameOf, levyFileErrors.noRows.message],
])('rejects %s with a sentence', async (_, text, name, message) => {
  const { status, body } = await send(text, name)
  expect(status).toBe(422)
  expect(body.message).toMatch(message)
})
