import { decimalOf } from '@sauda/contract/platform/decimal'
import type { Exchange } from '@sauda/contract/trading/market'
import { type SttClass, type Tariff, tariffOf } from '@sauda/contract/trading/charge-rate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectedCharges } from '../../../test/exchange-oracle.ts'
import { ratesOf, seededRates } from '../../../test/charge-rates.ts'
import { often } from '../../../test/often.ts'
import type { Fill, Plan } from './brokerage.ts'
import { type Amounts, chargeOptions, chargesOf, type DayInput, gstOf } from './trade-charge.compute.ts'

const decimal = (text: string): bigint => decimalOf(text) ?? 0n
const tariff = (text: string): Tariff => {
  const found = tariffOf(text)
  if (!found) throw new Error(`cannot be read: ${text}`)
  return found
}
const planOf = (delivery: string, intraday = delivery, minimum = 0n): Plan => ({
  delivery: tariff(delivery),
  intraday: tariff(intraday),
  etf: tariff(delivery),
  minimum,
  dealerFee: 0n,
})
const plans = { A: planOf('20'), B: planOf('0', 'lower of 20 and 0.03 %'), C: planOf('0.25 %', '0.25 %', 2500n) }

const tradeForTrade = ['BE', 'BZ', 'XT', 'Z']
/** F is an equity fund, G one on which there is no STT. */
const classes: Readonly<Record<string, SttClass>> = { F: 'fund', G: 'exempt' }
const isins = { X: 'INE9AA101016', Y: 'INE9AB201013', F: 'INF9AA101010', G: 'INF9AA101028' }

/** `X NSE EQ BUY 10 @ 1500.10 [order]`, separated by semicolons. */
const fillsOf = (text: string): Fill[] =>
  text.split('; ').map((each, at) => {
    const [name = '', exchange = '', series = '', side = '', quantity = '', , price = '', order] = each.split(' ')
    const isin = isins[name as keyof typeof isins]
    return {
      id: `${at}`,
      exchange: exchange as Exchange,
      clearsAt: exchange as Exchange,
      isin,
      series,
      isDelivered: tradeForTrade.includes(series),
      stt: classes[name] ?? 'share',
      isFund: name === 'F' || name === 'G',
      side: side as 'BUY' | 'SELL',
      quantity: decimal(quantity),
      price: decimal(price),
      order: order ?? `order ${at}`,
      isPlacedByDealer: false,
    }
  })

const input = (plan: keyof typeof plans, state: 'MH' | 'KA', trades: string, day = '2026-11-20'): DayInput => ({
  day,
  fills: fillsOf(trades),
  rates: ratesOf(seededRates),
  plan: plans[plan],
  gst: state === 'MH' ? 'split' : 'whole',
  options: chargeOptions,
})
const paise = (rupees: string): bigint => BigInt(Math.round(Number(rupees) * 100))

type Expected = [
  plan: keyof typeof plans,
  state: 'MH' | 'KA',
  trades: string,
  /** Value, STT before and after, transaction (+ IPFT), SEBI, stamp, brokerage, GST, charges, net. */
  figures: string,
  day?: string,
]
/** The first 17 worked examples. Two amounts with a plus: CGST and SGST, or transaction charge and IPFT. */
const examples: Expected[] = [
  ['A', 'MH', 'X NSE EQ BUY 10 @ 1500.10', '15001.00 15.0010 15 0.46+0 0.02 2.25 20.00 1.84+1.84 41.41 -15042.41'],
  ['A', 'KA', 'X NSE EQ SELL 10 @ 1500.10', '15001.00 15.0010 15 0.46+0 0.02 0 20.00 3.69 39.17 14961.83'],
  ['B', 'MH', 'X BSE A BUY 100 @ 82.35', '8235.00 8.2350 8 0.31+0 0.01 1.24 0 0.03+0.03 9.62 -8244.62'],
  [
    'B',
    'KA',
    'X NSE EQ BUY 50 @ 420.00; X NSE EQ SELL 50 @ 423.50',
    '42175.00 5.2719 5 1.29+0 0.04 0.63 12.65 2.52 22.13 152.87',
  ],
  [
    'A',
    'MH',
    'X NSE EQ BUY 100 @ 200.00; X NSE EQ SELL 40 @ 205.00',
    '28200.00 14.1001 14 0.87+0 0.03 2.04 40.00 3.68+3.68 64.30 -11864.30',
  ],
  [
    'A',
    'KA',
    'X NSE EQ BUY 30 @ 99.95; X NSE EQ SELL 50 @ 101.05',
    '8051.00 2.7676 3 0.25+0 0.01 0.09 40.00 7.25 50.60 2003.40',
  ],
  [
    'A',
    'MH',
    'X NSE EQ BUY 33 @ 150.05 one; X NSE EQ BUY 33 @ 150.10 one; X NSE EQ BUY 34 @ 150.15 one',
    '15010.05 15.0100 15 0.46+0 0.02 2.25 20.00 1.84+1.84 41.41 -15051.46',
  ],
  [
    'A',
    'MH',
    'X NSE BE BUY 100 @ 10.00; X NSE BE SELL 100 @ 10.20',
    '2020.00 2.0200 2 0.06+0 0.00 0.15 40.00 3.61+3.61 49.43 -29.43',
  ],
  ['A', 'MH', 'F NSE EQ SELL 200 @ 250.00', '50000.00 0.5000 1 1.53+0 0.05 0 20.00 1.94+1.94 26.46 49973.54'],
  ['B', 'KA', 'X NSE EQ BUY 5 @ 80.00', '400.00 0.4000 0 0.01+0 0.00 0.06 0 0.00 0.07 -400.07'],
  ['B', 'KA', 'X NSE EQ BUY 10 @ 50.00', '500.00 0.5000 1 0.02+0 0.00 0.08 0 0.00 1.10 -501.10'],
  [
    'B',
    'KA',
    'X NSE EQ BUY 5 @ 80.00; Y NSE EQ BUY 4 @ 100.00',
    '800.00 0.8000 1 0.02+0 0.00 0.12 0 0.00 1.14 -801.14',
  ],
  [
    'A',
    'MH',
    'X NSE EQ BUY 50 @ 100.00; X BSE A SELL 50 @ 101.00',
    '10050.00 10.0500 10 0.34+0 0.01 0.75 40.00 3.63+3.63 58.36 -8.36',
  ],
  ['C', 'MH', 'X NSE EQ BUY 10 @ 120.00', '1200.00 1.2000 1 0.04+0 0.00 0.18 25.00 2.25+2.25 30.72 -1230.72'],
  ['A', 'KA', 'X NSE EQ BUY 30 @ 12.00', '360.00 0.3600 0 0.01+0 0.00 0.05 9.00 1.62 10.68 -370.68'],
  [
    'A',
    'MH',
    'X NSE EQ BUY 100 @ 1000.00',
    '100000.00 100.0000 100 2.97+0.10 0.10 15.00 20.00 2.09+2.09 142.35 -100142.35',
    '2026-02-26',
  ],
  [
    'A',
    'MH',
    'X NSE EQ BUY 100 @ 1000.00',
    '100000.00 100.0000 100 3.07+0 0.10 15.00 20.00 2.09+2.09 142.35 -100142.35',
  ],
]

const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n)
/** STT before it is rounded to the paisa and the rupee, in billionths of a rupee. */
const sttBefore = (day: DayInput): bigint =>
  sum(chargesOf({ ...day, options: { ...day.options, sttToPaisaFirst: false } }).securities.map(({ stt }) => stt))
/** Paise. */
const valueOf = ({ fills }: DayInput, side: 'BUY' | 'SELL'): bigint =>
  (sum(fills.filter((fill) => fill.side === side).map(({ price, quantity }) => price * quantity)) + 5n * 10n ** 13n) /
  10n ** 14n
const netOf = (day: DayInput): bigint =>
  valueOf(day, 'SELL') - valueOf(day, 'BUY') - sum(Object.values(chargesOf(day).amounts))

const figuresOf = (day: DayInput, { amounts: a } = chargesOf(day)) => ({
  value: valueOf(day, 'BUY') + valueOf(day, 'SELL'),
  sttBefore: (sttBefore(day) + 50_000n) / 100_000n,
  stt: a.stt,
  exchange: [a.transaction, a.ipft],
  sebi: a.sebi,
  stamp: a.stamp,
  brokerage: a.brokerage,
  gst: a.igst > 0n || a.cgst === 0n ? [a.igst] : [a.cgst, a.sgst],
  charges: sum(Object.values(a)),
  net: netOf(day),
})

describe('the worked examples, each figure to the paisa', () => {
  test.each(examples)('plan %s, client in %s: %s', (plan, state, trades, figures, day) => {
    const [value, before, stt, exchange, sebi, stamp, brokerage, gst, charges, net] = figures.split(' ')
    expect(figuresOf(input(plan, state, trades, day))).toEqual({
      value: paise(value ?? ''),
      sttBefore: BigInt((before ?? '').replace('.', '')),
      stt: paise(stt ?? ''),
      exchange: (exchange ?? '').split('+').map(paise),
      sebi: paise(sebi ?? ''),
      stamp: paise(stamp ?? ''),
      brokerage: paise(brokerage ?? ''),
      gst: (gst ?? '').split('+').map(paise),
      charges: paise(charges ?? ''),
      net: paise(net ?? ''),
    })
  })

  test('each of two orders has its own brokerage, and each exchange its own transaction charge', () => {
    const intraday = chargesOf(input('B', 'KA', 'X NSE EQ BUY 50 @ 420.00; X NSE EQ SELL 50 @ 423.50'))
    expect([...intraday.trades.values()].map(({ brokerage }) => brokerage)).toEqual([630n, 635n])
    const [nse, bse] = ['X NSE EQ BUY 50 @ 100.00', 'X BSE A SELL 50 @ 101.00'].map((one) =>
      chargesOf(input('A', 'MH', one)),
    )
    expect([nse?.amounts.transaction, bse?.amounts.transaction]).toEqual([15n, 19n])
  })

  test('where both exchanges clear at one clearing corporation, the 13th example is intraday', () => {
    const apart = input('A', 'MH', examples[12]?.[2] ?? '')
    const netted = { ...apart, fills: apart.fills.map((each) => ({ ...each, clearsAt: 'NSE' as const })) }
    const { amounts } = chargesOf(netted)
    expect([sttBefore(netted), amounts.stt, amounts.stamp]).toEqual([1_256_250_000n, 100n, 15n])
    expect([sum(Object.values(amounts)), netOf(netted)]).toEqual([4876n, 124n])
  })

  test('CGST and SGST of a depository charge are rounded each, half up', () => {
    expect(gstOf(1350n, 'split', decimal('18'))).toEqual({ cgst: 122n, sgst: 122n, igst: 0n })
    expect(gstOf(1350n, 'whole', decimal('18'))).toEqual({ cgst: 0n, sgst: 0n, igst: 243n })
  })

  test('a day before the first rate is rejected with the charge, the exchange and the day', () => {
    const early = () => chargesOf(input('A', 'MH', 'X BSE A BUY 1 @ 10', '2024-09-30'))
    expect(early).toThrow('There is no rate for 30 Sep 2024: STT, shares, delivery, purchases.')
    const group = () => chargesOf(input('A', 'MH', 'X BSE SS BUY 1 @ 10'))
    expect(group).toThrow('There is no rate for 20 Nov 2026: Transaction charge of BSE, groups P, R, SS, ST.')
  })
})

test('a group of BSE with a transaction charge of its own pays it from its first day on, the others that of several groups', () => {
  const own = [...seededRates, ['transaction BSE group-XT all all', '2026-11-01', '0.275'] as const]
  const charge = (group: string, day: string) =>
    chargesOf({ ...input('B', 'MH', `X BSE ${group} BUY 10 @ 100`, day), rates: ratesOf(own) }).amounts.transaction
  expect([charge('XT', '2026-11-20'), charge('XT', '2026-10-30'), charge('X', '2026-11-20')]).toEqual([
    275n,
    100n,
    100n,
  ])
})

describe('brokerage', () => {
  const brokerage = (plan: Partial<Plan>, trades: string) =>
    chargesOf({ ...input('A', 'MH', trades), plan: { ...plans.A, ...plan } }).amounts.brokerage

  test('the slab of the value of the order counts, and the least brokerage of a share', () => {
    const slabs = tariff('10; from 10000: 0.2 %')
    expect(brokerage({ delivery: slabs }, 'X NSE EQ BUY 99 @ 101')).toBe(1000n)
    expect(brokerage({ delivery: slabs }, 'X NSE EQ BUY 100 @ 100')).toBe(2000n)
    expect(tariff('0,5 %; from 1,00,000: ₹20')).toEqual(tariff('0.5 %; from 100000: 20'))
    expect(brokerage({ delivery: tariff('0; at least 0.05 a share') }, 'X NSE EQ BUY 100 @ 100')).toBe(500n)
  })

  test.each([
    '',
    'twenty',
    '20; 30',
    'from 100: 20',
    '20; from 0: 10',
    '0.123456789 %',
    '0.1.2 %',
    '20,0000',
    '100 %',
    'at least 1 a share',
  ])('the tariff “%s” cannot be read', (text) => expect(tariffOf(text)).toBeUndefined())

  test('up to a price of ₹10 a share costs at most 25 paise, above it 2.5 %', () => {
    expect(brokerage({}, 'X NSE EQ BUY 40 @ 9.00')).toBe(1000n)
    expect(brokerage({}, 'X NSE EQ BUY 40 @ 10.05')).toBe(1005n)
    expect(brokerage({ minimum: 5000n }, 'X NSE EQ BUY 40 @ 10.05')).toBe(1005n)
  })

  test('an order that a dealer placed has a fee with GST', () => {
    const day = input('B', 'MH', 'X NSE EQ BUY 5 @ 80 one; X NSE EQ BUY 5 @ 80 one')
    const placed = day.fills.map((fill) => ({ ...fill, isPlacedByDealer: true }))
    const { amounts } = chargesOf({ ...day, fills: placed, plan: { ...plans.B, dealerFee: 5000n } })
    expect(amounts).toMatchObject({ dealerFee: 5000n, brokerage: 0n, cgst: 450n, sgst: 450n })
  })
})

describe('random days', () => {
  const someFill = fc.record({
    exchange: fc.constantFrom<Exchange>('NSE', 'BSE'),
    name: fc.constantFrom('X', 'Y', 'F', 'G'),
    isDelivered: fc.boolean(),
    side: fc.constantFrom<'BUY' | 'SELL'>('BUY', 'SELL'),
    quantity: fc.integer({ min: 1, max: 400 }),
    price: fc.integer({ min: 100, max: 9_000_000 }),
    order: fc.integer({ min: 1, max: 6 }),
  })
  const someDay = fc
    .record({
      fills: fc.array(someFill, { minLength: 1, maxLength: 12 }),
      plan: fc.constantFrom<keyof typeof plans>('A', 'B', 'C'),
      state: fc.constantFrom('MH' as const, 'KA' as const),
      day: fc.constantFrom('2026-02-27', '2026-11-20'),
      at: fc.option(fc.constantFrom<Exchange>('NSE', 'BSE'), { nil: undefined }),
    })
    .map(({ fills, plan, state, day, at: home }): DayInput => ({
      ...input(plan, state, 'X NSE EQ BUY 1 @ 1', day),
      fills: fills.map(({ name, quantity, price, order, isDelivered, ...fill }, at) => {
        const isin = isins[name as keyof typeof isins]
        const whole = { ...fill, isin, quantity: BigInt(quantity) * 10n ** 8n, price: BigInt(price) * 10n ** 4n }
        // An order is for one security and side.
        const isApart = isDelivered && name === 'Y'
        const id = `${name} ${fill.side} ${isApart} ${order}`
        return {
          ...whole,
          clearsAt: home ?? fill.exchange,
          id: `${100 + at}`,
          series: 'EQ',
          stt: classes[name] ?? 'share',
          isFund: name === 'F' || name === 'G',
          isDelivered: isApart,
          order: id,
          isPlacedByDealer: false,
        }
      }),
    }))
  const plain = ({ amounts, securities }: ReturnType<typeof chargesOf>) => ({
    amounts,
    securities: securities.toSorted((a, b) => (JSON.stringify(a, text) < JSON.stringify(b, text) ? -1 : 1)),
  })
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

  test('every amount equals that of a naive calculation which shares no code', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        expect(chargesOf(day).amounts).toEqual(expectedCharges(day))
      }),
      { numRuns: often(60, 5000) },
    )
  })

  test('the order of the rows and the splitting of fills change no figure', () => {
    fc.assert(
      fc.property(someDay, fc.nat(), (day, seed) => {
        const split = day.fills.flatMap((fill) => {
          const part = (fill.quantity / 10n ** 8n / 2n) * 10n ** 8n
          return part === 0n
            ? [fill]
            : [
                { ...fill, quantity: part },
                { ...fill, id: `${fill.id} b`, quantity: fill.quantity - part },
              ]
        })
        const shuffled = split.toSorted((one, other) => hash(one.id, seed) - hash(other.id, seed))
        expect(plain(chargesOf({ ...day, fills: shuffled }))).toEqual(plain(chargesOf(day)))
      }),
      { numRuns: often(40, 3000) },
    )
  })

  test('the parts of the trades add up to each amount, and none is negative', () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const { amounts, trades } = chargesOf(day)
        const parts = [...trades.values()]
        for (const [levy, amount] of Object.entries(amounts) as [keyof Amounts, bigint][]) {
          expect(parts.reduce((total, part) => total + part[levy], 0n)).toBe(amount)
          expect(parts.every((part) => part[levy] >= 0n)).toBe(true)
        }
      }),
      { numRuns: often(40, 3000) },
    )
  })
})

const hash = (id: string, seed: number): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + seed) % 9973, 7)
