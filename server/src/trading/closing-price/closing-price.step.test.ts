import { expect, test } from 'vitest'
import { decidePending } from '../../../test/approvals.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newIsin, priceFileForm, priceFileName, priceFileText, type PriceRow } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { reasonsOfPrice } from './closing-price.judge.ts'
import { readPrices } from './closing-price.read.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const [deepa, dev] = [
  await establishedOperator(server, 'dealer', 'Deepa'),
  await establishedOperator(server, 'dealer', 'Dev'),
]
const [first = '', second = '', third = '', fourth = ''] = daysBefore(dayInIndia(new Date()), 4)
const [narmada, tapti, trust, bond] = [51, 52, 53, 54].map(newIsin) as [string, string, string, string]
await db.run(
  `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
   values (gen_random_uuid(), 'TRUST', 'TRUST', '{}', 'NSE', 'share', 1, 0.05, false, true, $1)`,
  [trust],
)

const row = (isin: string, symbol: string, close: string, more: Partial<PriceRow> = {}): PriceRow => ({
  isin,
  symbol,
  close,
  ...more,
})
async function importDay(day: string, rows: readonly PriceRow[]) {
  const sent = await call('POST', '/desk/closing-prices', {
    token: deepa.token,
    body: priceFileForm(priceFileText({ day }, rows), priceFileName(day)),
  })
  return sent.body.waitsForSecond ? decidePending(server, dev, { subject: 'price-file.count' }) : sent
}
const waits = async (isin: string) =>
  (
    await db.rows<{ waits: boolean }>(
      'select is_held and accepted is null as waits from closing_price where isin = $1 order by day',
      [isin],
    )
  ).map((each) => each.waits)
const accept = (isin: string, day: string) =>
  call('POST', '/desk/closing-prices/decide', {
    token: dev.token,
    body: { exchange: 'NSE', day, isin, accept: true, reason: 'Bonus of 3:1, notice of the exchange' },
  })

test('one decision about a bonus releases the prices of the following days, of which another step still waits', async () => {
  const steady = (close: string) => row(tapti, 'TAPTI', close)
  await importDay(first, [row(narmada, 'NARMADA', '2400'), steady('50')])
  await importDay(second, [row(narmada, 'NARMADA', '601', { previous: '2400' }), steady('50')])
  await importDay(third, [row(narmada, 'NARMADA', '590', { previous: '601' }), steady('50')])
  await importDay(fourth, [row(narmada, 'NARMADA', '300', { previous: '590' }), steady('50')])
  expect(await waits(narmada)).toEqual([false, true, true, true])
  expect((await accept(narmada, second)).body).toEqual({
    message: 'Price accepted. 1 later price of NARMADA no longer waits for a check.',
  })
  expect(await waits(narmada)).toEqual([false, false, false, true])
  const [last] = (await call('GET', '/desk/closing-prices', { token: dev.token })).body.held
  expect(last).toMatchObject({ day: fourth, before: { close: '590', day: third } })
  expect(last.reasons).toEqual([
    'The price fell by more than 25 % from ₹590.00 to ₹300.00.',
    'Bonus or split? All prices of the day fit a bonus of 1:1 or a split of 1 share into 2: it fell from ₹590.00 to ₹300.00.',
  ])
})

test('the reasons shown are those of the moment: a close that is added between explains a price without a decision', async () => {
  const shown = async () =>
    (await call('GET', '/desk/closing-prices', { token: dev.token })).body.held.find(
      ({ symbol }: { symbol: string }) => symbol === 'NARMADA',
    )
  expect((await shown()).reasons).toHaveLength(2)
  // The close of the day before is corrected by a file of that day, which another operator approves.
  await importDay(third, [row(narmada, 'NARMADA', '305', { previous: '601' }), row(tapti, 'TAPTI', '50')])
  await accept(narmada, third)
  expect(await waits(narmada)).toEqual([false, false, false, true])
  expect((await shown()).reasons).toEqual([
    'The previous close in the file is ₹590.00, ours of ' +
      `${dateText(third)} is ₹305.00. Check for a corporate action that is missing here.`,
  ])
  await accept(narmada, fourth)
  const [decided] = await db.rows<{ after: { toCheck: string[] } }>(
    "select after from audit where action = 'closing-price.decide' order by id desc limit 1",
  )
  expect(decided?.after.toCheck).toHaveLength(1)
})

/** The reasons of a close after one of 1,000. */
const step = (close: string, high: string) =>
  reasonsOfPrice(
    { symbol: 'TAPTI', close, high, previous: '1000' },
    {
      isin: tapti,
      close: '1000',
      ownClose: '1000',
      day: third,
      other: null,
      held: false,
      isOffered: false,
      seenClose: null,
      seenDay: null,
      afterClose: null,
      afterDay: null,
    },
    { isNext: true, isAlone: false },
  )

const preview = async (rows: readonly PriceRow[], change = (text: string) => text) =>
  (
    await call('POST', '/desk/closing-prices/preview', {
      token: dev.token,
      body: priceFileForm(change(priceFileText({ day: fourth }, rows)), priceFileName(fourth)),
    })
  ).body

test('a fall that a small bonus explains is asked about, unless prices of the day were near the close before', async () => {
  const fall = (high: string) => [
    row(narmada, 'NARMADA', '305', { previous: '305' }),
    row(tapti, 'TAPTI', '45.60', { previous: '50', low: '45', high }),
  ]
  expect((await preview(fall('46.10'))).held.find((held: PriceRow) => held.symbol === 'TAPTI').reasons).toEqual([
    'Bonus or split? All prices of the day fit a bonus of 1:10: it fell from ₹50.00 to ₹45.60.',
  ])
  expect((await preview(fall('50.00'))).held.map((held: PriceRow) => held.symbol)).toEqual([])
})

test.each([
  ['600', '610', 'Bonus or split? All prices of the day fit a bonus of 2:3'],
  ['660', '670', 'Bonus or split? All prices of the day fit a bonus of 1:2:'],
  ['340', '350', 'Bonus or split? All prices of the day fit a bonus of 2:1 or a split of 1 share into 3:'],
  ['98', '101', 'Bonus or split? All prices of the day fit a bonus of 9:1 or a split of 1 share into 10:'],
  [
    '2040',
    '2100',
    'Consolidation? The close fits a consolidation of 2 shares into 1: it rose from ₹1,000.00 to ₹2,040.00.',
  ],
  ['5100', '5200', 'Consolidation? The close fits a consolidation of 5 shares into 1:'],
])('a step to %s that a usual ratio explains is asked about', (close, high, question) => {
  expect(step(close, high).at(-1)).toContain(question)
  expect(step(close, high)).toHaveLength(2)
})

test('a fall that began at the close before, or that no usual ratio explains, is not asked about', () => {
  expect(step('600', '990')).toEqual(['The price fell by more than 25 % from ₹1,000.00 to ₹600.00.'])
  expect(step('560', '570')).toEqual(['The price fell by more than 25 % from ₹1,000.00 to ₹560.00.'])
  expect(step('1400', '1450')).toEqual(['The price rose by more than 25 % from ₹1,000.00 to ₹1,400.00.'])
})

test('units of a trust have a price where they are an instrument; every row left out is counted with its reason', async () => {
  const rows = [
    row(narmada, 'NARMADA', '590', { previous: '590' }),
    row(narmada, 'NARMADA', '588', { series: 'BL' }),
    row(tapti, 'TAPTI', '50', { volume: 0 }),
    row(trust, 'TRUST', '310', { series: 'RR' }),
    row(bond, 'BOND', '1010', { series: 'N3' }),
    row('', 'INDEX', '1'),
  ]
  expect(await preview(rows)).toMatchObject({
    rows: 6,
    prices: 2,
    leftOut: [
      { reason: 'of block deals, T+0 or institutional deals', rows: 1 },
      { reason: 'not traded that day', rows: 1 },
      { reason: 'without a valid ISIN', rows: 1 },
      { reason: 'of units of trusts, gold bonds and other debt that are no instrument here', rows: 1 },
    ],
  })
})

test('a row whose name has a comma and no quotes is read; where no column can hold the name, the line is named', () => {
  const [header = '', short = ''] = priceFileText({ day: fourth }, [row(tapti, 'TAPTI', '50')]).split('\n')
  const whole = short + ','.repeat(header.split(',').length - short.split(',').length)
  const text = [header, whole.replace('TAPTI LIMITED', 'TAPTI, LIMITED')].join('\n')
  const read = (content: string) => readPrices({ name: priceFileName(fourth), bytes: Buffer.from(content) })
  expect(read(text).prices).toMatchObject([{ isin: tapti, close: '50' }])
  expect(() => read(text.replace('FinInstrmNm', 'Name'))).toThrow(/^Line 2: it has \d+ cells where \d+ are expected/)
})

test('a price file of derivatives is named as such, and a copy named (1) is read', () => {
  const bytes = Buffer.from(priceFileText({ day: fourth }, [row(tapti, 'TAPTI', '50')]))
  const name = priceFileName(fourth)
  expect(() => readPrices({ name: name.replace('_CM_', '_FO_'), bytes })).toThrow(
    'This file holds futures and options (FO), which are not imported. Choose the file of the cash market, with CM in its name.',
  )
  expect(readPrices({ name: name.replace('.csv', ' (1).csv'), bytes }).prices).toHaveLength(1)
})
