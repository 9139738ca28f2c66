import { parseRupees } from '@sauda/contract/platform/amount-text'
import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { Segment } from '@sauda/contract/core/setting-name'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysHeld, deductionOf, isLongTerm, matchTrades, profitOf, type TaxTrade } from './tax.match.ts'

const valueIn = (words: readonly string[], key: string): string =>
  words.find((word) => word.startsWith(key))?.slice(key.length) ?? ''

/** `B1 2025-04-01 10 1000.00`: id, day, quantity, amount; then stock, segment, `reversed`, `delivered` or charges where they matter. */
function tradeOf(text: string): TaxTrade {
  const [id = '', day = '', quantity = '', amount = '', ...rest] = text.split(' ')
  const segments = ['currency', 'fno', 'commodity'] as const
  return {
    id,
    action: id.startsWith('B') ? 'BUY' : 'SELL',
    day,
    quantity: decimalOf(quantity) ?? 0n,
    amount: parseRupees(amount),
    charges: parseRupees(valueIn(rest, 'charges:')),
    stt: parseRupees(valueIn(rest, 'stt:')),
    stock: rest.find((word) => word === word.toUpperCase()) ?? 'ITC',
    segment: segments.find((name): name is Exclude<Segment, 'equity'> => rest.includes(name)) ?? 'equity',
    isReversed: rest.includes('reversed'),
    isDelivered: rest.includes('delivered'),
    buyId: valueIn(rest, 'of:') || undefined,
    ...(valueIn(rest, 'taken:') !== '' && { taken: { on: valueIn(rest, 'taken:') } }),
  }
}

const signed = (paise: bigint): string => (paise < 0n ? `-${decimalRupees(-paise)}` : `+${decimalRupees(paise)}`)

/** `B1 S1 10 1000.00 1200.00 +200.00 shortTerm`, and `? S1 5 600.00` where the cost is unknown. */
function matched(trades: readonly string[]): string[] {
  const { exits, unmatched } = matchTrades(trades.map(tradeOf))
  return [
    ...exits.map((exit) =>
      [
        exit.buy.id,
        exit.sale.id,
        decimalText(exit.quantity),
        decimalRupees(exit.buyValue),
        decimalRupees(exit.saleValue),
        signed(profitOf(exit)),
        exit.category,
      ].join(' '),
    ),
    ...unmatched.map((sale) => `? ${sale.sale.id} ${decimalText(sale.quantity)} ${decimalRupees(sale.saleValue)}`),
  ]
}

type Case = readonly [title: string, trades: readonly string[], exits: readonly string[]]

describe('close-outs', () => {
  test.each<Case>([
    [
      'sold and not delivered: the later purchase of the close-out, and neither an older lot nor a later sale',
      ['B1 2024-04-01 6 300', 'S1 2025-06-02 4 400 of:B2', 'B2 2025-06-03 4 440', 'S2 2025-06-10 6 600'],
      ['B2 S1 4 440.00 400.00 -40.00 intraday', 'B1 S2 6 300.00 600.00 +300.00 longTerm'],
    ],
    [
      'bought and not received: the purchase that is closed out',
      ['B1 2024-04-01 5 300', 'B2 2025-06-02 10 1000', 'S1 2025-06-04 4 504 of:B2', 'S2 2025-06-10 11 1100'],
      [
        'B2 S1 4 400.00 504.00 +104.00 intraday',
        'B1 S2 5 300.00 500.00 +200.00 longTerm',
        'B2 S2 6 600.00 600.00 +0.00 shortTerm',
      ],
    ],
  ])('%s', (_, trades, exits) => expect(matched(trades)).toEqual(exits))
})

describe('trade-for-trade', () => {
  test.each<Case>([
    [
      'a sale takes shares held before, not those of the day',
      ['B1 2025-01-02 100 900', 'B2 2025-06-02 100 1000 delivered', 'S1 2025-06-02 100 1020 delivered'],
      ['B1 S1 100 900.00 1020.00 +120.00 shortTerm'],
    ],
    [
      'what is bought for delivery is not netted with another sale of the day; without shares before, its cost is unknown',
      ['B1 2025-06-02 10 100 delivered', 'S1 2025-06-02 10 110', 'S2 2025-06-03 10 120'],
      ['B1 S2 10 100.00 120.00 +20.00 shortTerm', '? S1 10 110.00'],
    ],
    [
      'the other trades of the day are netted first',
      ['B1 2025-01-02 5 50', 'B2 2025-06-02 5 60', 'S1 2025-06-02 5 70 delivered', 'S2 2025-06-02 5 80'],
      ['B1 S1 5 50.00 70.00 +20.00 shortTerm', 'B2 S2 5 60.00 80.00 +20.00 intraday'],
    ],
  ])('%s', (_, trades, exits) => expect(matched(trades)).toEqual(exits))
})

test('charges follow the quantity, and the last part takes the remainder; STT reduces business income only', () => {
  const { exits } = matchTrades(
    [
      'B1 2025-04-01 3 300 charges:1.00 stt:0.10',
      'S1 2025-06-02 1 110 charges:0.50 stt:0.05',
      'S2 2025-06-03 2 220 charges:0.70 stt:0.06',
      'B2 2025-06-04 1 100 charges:0.30 stt:0',
      'S3 2025-06-04 1 101 charges:0.40 stt:0.02',
    ].map(tradeOf),
  )
  const figures = exits.map((exit) =>
    [exit.buyCharges, exit.saleCharges, exit.stt, deductionOf(exit)].map((paise) => decimalRupees(paise)).join(' '),
  )
  expect(figures).toEqual(['0.33 0.50 0.08 0.83', '0.67 0.70 0.13 1.37', '0.30 0.40 0.02 0.72'])
})

describe('whole and partial lots', () => {
  test.each<Case>([
    ['nothing traded', [], []],
    ['bought and kept', ['B1 2025-04-01 10 1000'], []],
    [
      'a whole lot sold with a profit',
      ['B1 2025-04-01 10 1000', 'S1 2025-06-02 10 1200'],
      ['B1 S1 10 1000.00 1200.00 +200.00 shortTerm'],
    ],
    [
      'a whole lot sold with a loss',
      ['B1 2025-04-01 10 1000', 'S1 2025-06-02 10 850.50'],
      ['B1 S1 10 1000.00 850.50 -149.50 shortTerm'],
    ],
    [
      'a whole lot sold at cost',
      ['B1 2025-04-01 10 1000', 'S1 2025-06-02 10 1000'],
      ['B1 S1 10 1000.00 1000.00 +0.00 shortTerm'],
    ],
    ['four of ten sold', ['B1 2025-04-01 10 1000', 'S1 2025-06-02 4 480'], ['B1 S1 4 400.00 480.00 +80.00 shortTerm']],
    [
      'ten sold in three parts',
      ['B1 2025-04-01 10 1000', 'S1 2025-06-02 4 480', 'S2 2025-06-03 5 450', 'S3 2025-06-04 1 130'],
      [
        'B1 S1 4 400.00 480.00 +80.00 shortTerm',
        'B1 S2 5 500.00 450.00 -50.00 shortTerm',
        'B1 S3 1 100.00 130.00 +30.00 shortTerm',
      ],
    ],
    [
      'the last part takes the paisa that rounding left',
      // 100.00 / 3 = 33.333…: 33.33, then 66.67 / 2 = 33.335 → 33.34, then the remaining 33.33.
      ['B1 2025-04-01 3 100', 'S1 2025-06-02 1 40', 'S2 2025-06-03 1 40', 'S3 2025-06-04 1 40'],
      [
        'B1 S1 1 33.33 40.00 +6.67 shortTerm',
        'B1 S2 1 33.34 40.00 +6.66 shortTerm',
        'B1 S3 1 33.33 40.00 +6.67 shortTerm',
      ],
    ],
    [
      'one sale over two lots splits its value by quantity',
      ['B1 2025-04-01 10 1000', 'B2 2025-05-02 10 1100', 'S1 2025-06-02 15 1800'],
      ['B1 S1 10 1000.00 1200.00 +200.00 shortTerm', 'B2 S1 5 550.00 600.00 +50.00 shortTerm'],
    ],
    [
      'one sale over three lots, the first already begun',
      [
        'B1 2025-04-01 4 400',
        'S1 2025-04-10 3 330',
        'B2 2025-05-02 2 210',
        'B3 2025-05-05 5 600',
        'S2 2025-06-02 4 460',
      ],
      [
        'B1 S1 3 300.00 330.00 +30.00 shortTerm',
        'B1 S2 1 100.00 115.00 +15.00 shortTerm',
        'B2 S2 2 210.00 230.00 +20.00 shortTerm',
        'B3 S2 1 120.00 115.00 -5.00 shortTerm',
      ],
    ],
    [
      'the oldest lot first, although the dealer sold the newer one',
      ['B1 2025-04-01 10 1500', 'B2 2025-05-02 10 1000', 'S1 2025-06-02 10 1200'],
      ['B1 S1 10 1500.00 1200.00 -300.00 shortTerm'],
    ],
    [
      'lots of one day in the order they were bought',
      ['B1 2025-04-01 5 500', 'B2 2025-04-01 5 600', 'S1 2025-04-02 6 720'],
      ['B1 S1 5 500.00 600.00 +100.00 shortTerm', 'B2 S1 1 120.00 120.00 +0.00 shortTerm'],
    ],
    [
      'fractions of a unit',
      ['B1 2025-04-01 0.5 50', 'S1 2025-06-02 0.2 25', 'S2 2025-06-03 0.3 30.01'],
      ['B1 S1 0.2 20.00 25.00 +5.00 shortTerm', 'B1 S2 0.3 30.00 30.01 +0.01 shortTerm'],
    ],
    [
      'the smallest quantity of a large lot costs less than half a paisa',
      ['B1 2025-04-01 3 0.01', 'S1 2025-06-02 1 0.01'],
      ['B1 S1 1 0.00 0.01 +0.01 shortTerm'],
    ],
    [
      'stocks do not mix',
      ['B1 2025-04-01 10 1000 TCS', 'B2 2025-04-02 10 2000', 'S1 2025-06-02 10 2100', 'S2 2025-06-03 10 900 TCS'],
      ['B2 S1 10 2000.00 2100.00 +100.00 shortTerm', 'B1 S2 10 1000.00 900.00 -100.00 shortTerm'],
    ],
    [
      'bought again after everything was sold',
      ['B1 2025-04-01 1 100', 'S1 2025-04-02 1 110', 'B2 2025-04-03 1 120', 'S2 2025-04-04 1 125'],
      ['B1 S1 1 100.00 110.00 +10.00 shortTerm', 'B2 S2 1 120.00 125.00 +5.00 shortTerm'],
    ],
  ])('%s', (_, trades, exits) => expect(matched(trades)).toEqual(exits))
})

describe('same-day purchases and sales', () => {
  test.each<Case>([
    [
      'a round trip with a profit',
      ['B1 2025-04-01 10 1000', 'S1 2025-04-01 10 1010'],
      ['B1 S1 10 1000.00 1010.00 +10.00 intraday'],
    ],
    [
      'a round trip with a loss',
      ['B1 2025-04-01 10 1000', 'S1 2025-04-01 10 985.25'],
      ['B1 S1 10 1000.00 985.25 -14.75 intraday'],
    ],
    [
      'six of ten sold on the day, four later',
      ['B1 2025-04-01 10 1000', 'S1 2025-04-01 6 630', 'S2 2025-04-02 4 440'],
      ['B1 S1 6 600.00 630.00 +30.00 intraday', 'B1 S2 4 400.00 440.00 +40.00 shortTerm'],
    ],
    [
      'with an older lot, the day’s own purchase first',
      ['B1 2025-03-03 10 900', 'B2 2025-04-01 10 1000', 'S1 2025-04-01 10 1050'],
      ['B2 S1 10 1000.00 1050.00 +50.00 intraday'],
    ],
    [
      'more sold than bought on the day: the rest from the oldest lot',
      ['B1 2025-03-03 10 900', 'B2 2025-04-01 10 1000', 'S1 2025-04-01 15 1575'],
      ['B2 S1 10 1000.00 1050.00 +50.00 intraday', 'B1 S1 5 450.00 525.00 +75.00 shortTerm'],
    ],
    [
      'sold in the morning and bought back in the afternoon',
      ['B1 2025-03-03 10 900', 'S1 2025-04-01 10 1000', 'B2 2025-04-01 10 980', 'S2 2025-05-02 10 1100'],
      ['B2 S1 10 980.00 1000.00 +20.00 intraday', 'B1 S2 10 900.00 1100.00 +200.00 shortTerm'],
    ],
    [
      'two purchases and two sales of one day, in order',
      ['B1 2025-04-01 5 500', 'B2 2025-04-01 5 510', 'S1 2025-04-01 3 309', 'S2 2025-04-01 7 707'],
      [
        'B1 S1 3 300.00 309.00 +9.00 intraday',
        'B1 S2 2 200.00 202.00 +2.00 intraday',
        'B2 S2 5 510.00 505.00 -5.00 intraday',
      ],
    ],
    [
      'the first sale of the day takes the day’s purchase, the second the older lot',
      ['B1 2025-03-03 10 900', 'S1 2025-04-01 4 420', 'S2 2025-04-01 6 630', 'B2 2025-04-01 4 400'],
      ['B2 S1 4 400.00 420.00 +20.00 intraday', 'B1 S2 6 540.00 630.00 +90.00 shortTerm'],
    ],
    [
      'two stocks on one day',
      ['B1 2025-04-01 1 100 TCS', 'B2 2025-04-01 1 200', 'S1 2025-04-01 1 90 TCS', 'S2 2025-04-02 1 220'],
      ['B1 S1 1 100.00 90.00 -10.00 intraday', 'B2 S2 1 200.00 220.00 +20.00 shortTerm'],
    ],
    [
      'consecutive days are not the same day',
      ['B1 2025-04-01 1 100', 'S1 2025-04-02 1 101'],
      ['B1 S1 1 100.00 101.00 +1.00 shortTerm'],
    ],
    [
      'what is left of a day joins the lots behind the older ones',
      ['B1 2025-03-03 5 450', 'B2 2025-04-01 10 1000', 'S1 2025-04-01 4 420', 'S2 2025-05-02 8 880'],
      [
        'B2 S1 4 400.00 420.00 +20.00 intraday',
        'B1 S2 5 450.00 550.00 +100.00 shortTerm',
        'B2 S2 3 300.00 330.00 +30.00 shortTerm',
      ],
    ],
  ])('%s', (_, trades, exits) => expect(matched(trades)).toEqual(exits))
})

describe('twelve months and the end of a year', () => {
  test.each<Case>([
    [
      'sold on the same date of the next year: exactly twelve months, short term',
      ['B1 2024-05-10 1 100', 'S1 2025-05-10 1 150'],
      ['B1 S1 1 100.00 150.00 +50.00 shortTerm'],
    ],
    [
      'sold one day later: long term',
      ['B1 2024-05-10 1 100', 'S1 2025-05-11 1 150'],
      ['B1 S1 1 100.00 150.00 +50.00 longTerm'],
    ],
    ['a long-term loss', ['B1 2023-05-10 1 100', 'S1 2025-05-11 1 60.40'], ['B1 S1 1 100.00 60.40 -39.60 longTerm']],
    [
      'bought on 29 February: twelve months end on 28 February',
      ['B1 2024-02-29 2 200', 'S1 2025-02-28 1 110', 'S2 2025-03-01 1 120'],
      ['B1 S1 1 100.00 110.00 +10.00 shortTerm', 'B1 S2 1 100.00 120.00 +20.00 longTerm'],
    ],
    [
      'a sale over a long-term and a short-term lot',
      ['B1 2023-05-10 3 300', 'B2 2025-01-10 3 330', 'S1 2025-06-02 5 650'],
      ['B1 S1 3 300.00 390.00 +90.00 longTerm', 'B2 S1 2 220.00 260.00 +40.00 shortTerm'],
    ],
    [
      'bought on 31 March, sold on 1 April',
      ['B1 2025-03-31 1 100', 'S1 2025-04-01 1 105'],
      ['B1 S1 1 100.00 105.00 +5.00 shortTerm'],
    ],
    [
      'lots carried over the end of the year in order',
      ['B1 2025-03-31 2 200', 'S1 2025-03-31 1 101', 'B2 2025-04-01 2 220', 'S2 2025-04-02 2 230'],
      [
        'B1 S1 1 100.00 101.00 +1.00 intraday',
        'B1 S2 1 100.00 115.00 +15.00 shortTerm',
        'B2 S2 1 110.00 115.00 +5.00 shortTerm',
      ],
    ],
  ])('%s', (_, trades, exits) => expect(matched(trades)).toEqual(exits))
})

describe('reversals, other segments and sales of unknown cost', () => {
  test.each<Case>([
    [
      'a reversed purchase does not count',
      ['B1 2025-04-01 10 1000 reversed', 'B2 2025-04-02 10 1100', 'S1 2025-06-02 10 1200'],
      ['B2 S1 10 1100.00 1200.00 +100.00 shortTerm'],
    ],
    [
      'a reversed sale does not count, and its lot is sold later',
      ['B1 2025-04-01 10 1000', 'S1 2025-06-02 10 5000 reversed', 'S2 2025-07-01 10 1200'],
      ['B1 S2 10 1000.00 1200.00 +200.00 shortTerm'],
    ],
    ['a reversed round trip', ['B1 2025-04-01 1 100 reversed', 'S1 2025-04-01 1 110 reversed'], []],
    [
      'a reversed sale of the day makes the rest of the day short term',
      ['B1 2025-04-01 2 200', 'S1 2025-04-01 1 110 reversed', 'S2 2025-04-02 1 120'],
      ['B1 S2 1 100.00 120.00 +20.00 shortTerm'],
    ],
    [
      'a purchase reversed between two lots leaves their order',
      ['B1 2025-04-01 1 100', 'B2 2025-04-02 1 500 reversed', 'B3 2025-04-03 1 110', 'S1 2025-06-02 2 260'],
      ['B1 S1 1 100.00 130.00 +30.00 shortTerm', 'B3 S1 1 110.00 130.00 +20.00 shortTerm'],
    ],
    [
      'currency held for years is business income',
      ['B1 2023-04-03 1000 83000 currency', 'S1 2025-06-02 1000 85500 currency'],
      ['B1 S1 1000 83000.00 85500.00 +2500.00 currency'],
    ],
    [
      'a currency round trip is business income too',
      ['B1 2025-04-01 1000 85000 currency', 'S1 2025-04-01 1000 84900 currency'],
      ['B1 S1 1000 85000.00 84900.00 -100.00 currency'],
    ],
    ['F&O', ['B1 2025-04-01 75 7500 fno', 'S1 2025-04-03 75 8100 fno'], ['B1 S1 75 7500.00 8100.00 +600.00 fno']],
    [
      'commodity',
      ['B1 2025-04-01 1 7000 commodity', 'S1 2025-04-03 1 6900 commodity'],
      ['B1 S1 1 7000.00 6900.00 -100.00 commodity'],
    ],
    ['a sale without a purchase has no cost', ['S1 2025-04-01 5 600'], ['? S1 5 600.00']],
    [
      'the part of a sale beyond the lots has no cost',
      ['B1 2025-04-01 3 300', 'S1 2025-05-02 5 600'],
      ['B1 S1 3 300.00 360.00 +60.00 shortTerm', '? S1 2 240.00'],
    ],
    [
      'what a company took left on its day, before a later sale of more than was left',
      ['B1 2025-04-01 10 1000', 'S1 2025-06-11 10 1500', 'S2 2025-06-20 4 800 taken:2025-06-10'],
      ['B1 S1 6 600.00 900.00 +300.00 shortTerm', 'B1 S2 4 400.00 800.00 +400.00 shortTerm', '? S1 4 600.00'],
    ],
    [
      'a later purchase never pays for an earlier sale',
      ['S1 2025-04-01 5 600', 'B1 2025-04-02 5 500', 'S2 2025-04-03 5 550'],
      ['B1 S2 5 500.00 550.00 +50.00 shortTerm', '? S1 5 600.00'],
    ],
  ])('%s', (_, trades, exits) => expect(matched(trades)).toEqual(exits))
})

test('every quantity and every paisa of random trades is matched exactly once', () => {
  const trade = fc.record({
    isBuy: fc.boolean(),
    day: fc.integer({ min: 1, max: 9 }),
    units: fc.integer({ min: 1, max: 20 }),
    paise: fc.bigInt({ min: 1n, max: 10_000n }),
  })
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 40 }), (drawn) => {
      const trades = drawn
        .toSorted((one, other) => one.day - other.day)
        .map(({ isBuy, day, units, paise }, place) => ({
          ...tradeOf(`${isBuy ? 'B' : 'S'}${place} 2025-04-0${day} ${units} 0`),
          amount: paise,
        }))
      const { exits, unmatched } = matchTrades(trades)
      for (const sale of trades.filter(({ action }) => action === 'SELL')) {
        const parts = [...exits, ...unmatched].filter((part) => part.sale.id === sale.id)
        expect(parts.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(sale.quantity)
        expect(parts.reduce((sum, { saleValue }) => sum + saleValue, 0n)).toBe(sale.amount)
      }
      for (const buy of trades.filter(({ action }) => action === 'BUY')) {
        const parts = exits.filter((exit) => exit.buy.id === buy.id)
        const sold = parts.reduce((sum, { quantity }) => sum + quantity, 0n)
        const cost = parts.reduce((sum, { buyValue }) => sum + buyValue, 0n)
        expect(sold <= buy.quantity && cost <= buy.amount).toBe(true)
        if (sold === buy.quantity) expect(cost).toBe(buy.amount)
      }
    }),
  )
})

test('counts the days from purchase to sale', () => {
  expect(isLongTerm('2025-01-01', '2026-01-01')).toBe(false)
  const [exit] = matchTrades(['B1 2025-01-01 1 100', 'S1 2026-01-02 1 110'].map(tradeOf)).exits
  expect(exit && daysHeld(exit)).toBe(366)
})
