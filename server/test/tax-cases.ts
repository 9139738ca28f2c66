import type { TaxEvent } from './tax-oracle.ts'

/** Cases of a tax report with charges and corporate actions. A deal: `B 2025-04-02 ITC 100 50000.00 12.34 5.00`, then `T` if it is trade-for-trade. */

/** `split 2025-06-10 ITC 1:5`, `bonus 2025-05-29 ITC 1:1 100 2025-06-02`, `merger 2025-06-10 ITC 10:7 NEW`, `demerger 2025-06-10 ITC 5:1 NEW 31.58`,
 * `price ITC 300.05`: the highest price of 31 January 2018. */
function eventOf(line: string): TaxEvent {
  const [word = '', day = '', stock = '', fourth = '', fifth = '', sixth = '0.00', seventh = '0.00', last] =
    line.split(' ')
  if (word === 'B' || word === 'S')
    return {
      deal: {
        side: word,
        day,
        stock,
        quantity: fourth,
        value: fifth,
        charges: sixth,
        stt: seventh,
        delivered: last === 'T',
      },
    }
  if (word === 'price') return { price: { stock: day, price: stock } }
  const [held = 0, given = 0] = fourth.split(':').map(Number)
  const none = { other: '', percent: '0', allotted: '', quantity: '0' }
  const common = { ...none, day, stock, held, given }
  if (word === 'bonus') return { action: { ...common, kind: word, quantity: fifth, allotted: sixth } }
  if (word === 'merger' || word === 'demerger')
    return { action: { ...common, kind: word, other: fifth, percent: sixth } }
  if (word === 'split' || word === 'consolidation') return { action: { ...common, kind: word } }
  throw new Error(`There is no ${word} in a tax case.`)
}

const one = (name: string, events: string) => ({ name, events: events.split('; ').map(eventOf) })

const buy = 'B 2025-03-12 ITC 100 100000.00 118.37 100.00'
const old = 'B 2023-06-01 ITC 100 50000.00 59.18 50.00'

export const taxCases = [
  one('a purchase and a sale within twelve months', `${buy}; S 2025-07-01 ITC 100 104000.00 122.11 104.00`),
  one('a sale on the last day of twelve months is short term', `${buy}; S 2026-03-12 ITC 100 104000.00 122.11 104.00`),
  one('a sale on the day after is long term', `${buy}; S 2026-03-13 ITC 100 104000.00 122.11 104.00`),
  one(
    'bought on 29 February',
    'B 2024-02-29 ITC 10 1000.00 1.18 1.00; S 2025-02-28 ITC 5 600.00 0.71 0.60; S 2025-03-01 ITC 5 610.00 0.72 0.61',
  ),
  one(
    'thirds of a purchase',
    'B 2025-03-12 ITC 3 100.00 0.10 0.10; S 2025-04-03 ITC 1 40.00 0.05 0.04; S 2025-04-04 ITC 1 41.00 0.05 0.04; S 2025-04-05 ITC 1 42.00 0.05 0.04',
  ),
  one('a loss with charges', `${buy}; S 2025-07-01 ITC 100 61234.57 72.45 61.23`),
  one(
    'a day of purchases and sales, with STT deducted',
    'B 2025-05-05 ITC 70 7000.00 8.26 0.00; S 2025-05-05 ITC 50 5050.00 5.96 1.26; S 2025-05-06 ITC 20 2100.00 2.48 2.10',
  ),
  one(
    'sold before it was bought on the day',
    'S 2025-05-05 ITC 30 3030.00 3.58 0.76; B 2025-05-05 ITC 30 3000.00 3.54 0.00',
  ),
  one(
    'the day first, then the oldest',
    `${old}; B 2025-05-05 ITC 10 1200.00 1.42 1.20; S 2025-05-05 ITC 25 3100.00 3.66 3.10`,
  ),
  one(
    'trade-for-trade is delivered',
    `${old}; B 2025-05-05 ITC 10 1200.00 1.42 1.20 T; S 2025-05-05 ITC 25 3100.00 3.66 3.10 T`,
  ),
  one(
    'two stocks on one day',
    `${buy}; B 2025-03-12 TCS 3 9999.99 11.83 10.00; S 2025-07-01 TCS 2 7000.01 8.26 7.00; S 2025-07-01 ITC 1 1040.00 1.23 1.04`,
  ),
  one('sold without a purchase', 'B 2025-03-12 ITC 5 500.00 0.59 0.50; S 2025-07-01 ITC 8 880.00 1.04 0.88'),
  one(
    'three purchases, one sale of all',
    `${old}; ${buy}; B 2025-04-01 ITC 7 7001.00 8.27 7.00; S 2025-08-01 ITC 207 200000.05 236.01 200.00`,
  ),
  one(
    'a sale of the year before and one of the year',
    `${old}; S 2025-03-31 ITC 40 24000.00 28.32 24.00; S 2025-04-01 ITC 60 36600.00 43.19 36.60`,
  ),
  one(
    'a split keeps cost, charges and date',
    `${buy}; split 2025-06-10 ITC 1:5; S 2025-07-01 ITC 200 50000.00 59.00 50.00`,
  ),
  one(
    'a split of 2:5 leaves a fraction, which the company pays',
    'B 2025-03-12 ITC 101 50500.00 59.59 50.50; split 2025-06-10 ITC 2:5; S 2025-06-30 ITC 0.5 105.00 0.00 0.00 T; S 2025-07-01 ITC 252 60480.00 71.37 60.48',
  ),
  one(
    'bought on the ex-date is not split',
    `${buy}; B 2025-06-10 ITC 10 2100.00 2.48 2.10; split 2025-06-10 ITC 1:5; S 2025-07-01 ITC 505 127000.00 149.86 127.00`,
  ),
  one(
    'a day trade on the ex-date',
    `${buy}; split 2025-06-10 ITC 1:5; B 2025-06-10 ITC 10 2100.00 2.48 0.00; S 2025-06-10 ITC 15 3165.00 3.73 1.32`,
  ),
  one(
    'two splits, and long term by the first purchase',
    'B 2024-05-01 ITC 10 10000.00 11.80 10.00; split 2024-11-01 ITC 1:2; split 2025-05-15 ITC 1:5; S 2025-06-01 ITC 100 15000.00 17.70 15.00',
  ),
  one(
    'a consolidation of 10:1 with a fraction',
    'B 2025-03-12 ITC 105 21000.00 24.78 21.00; consolidation 2025-06-10 ITC 10:1; S 2025-06-30 ITC 0.5 1075.00 0.00 0.00 T; S 2025-07-01 ITC 10 21500.00 25.37 21.50',
  ),
  one(
    'a consolidation of three odd lots',
    'B 2025-03-10 ITC 7 700.00 0.83 0.70; B 2025-03-11 ITC 7 707.00 0.83 0.71; B 2025-03-12 ITC 7 714.00 0.84 0.71; consolidation 2025-06-10 ITC 3:1; S 2025-07-01 ITC 3 990.00 1.17 0.99; S 2025-07-02 ITC 4 1330.00 1.57 1.33',
  ),
  one(
    'a consolidation, then a split back',
    'B 2025-03-10 ITC 11 1111.11 1.31 1.11; consolidation 2025-05-05 ITC 3:1; split 2025-06-10 ITC 1:3; S 2025-07-01 ITC 11 1234.56 1.46 1.23',
  ),
  one(
    'a bonus is sold after the older shares',
    'B 2023-06-01 ITC 100 50000.00 59.18 50.00; bonus 2025-05-29 ITC 1:1 100 2025-06-02; S 2025-12-10 ITC 100 26000.00 30.68 26.00; S 2025-12-10 ITC 20 5200.00 6.14 5.20',
  ),
  one(
    'a bonus is long term by its allotment',
    `${old}; bonus 2024-05-29 ITC 1:1 100 2024-06-03; S 2025-06-03 ITC 150 40000.00 47.20 40.00; S 2025-06-04 ITC 50 13500.00 15.93 13.50`,
  ),
  one(
    'a bonus of 1:2 with a fraction',
    'B 2025-03-12 ITC 75 7500.00 8.85 7.50; bonus 2025-05-29 ITC 2:1 37.5 2025-06-02; S 2025-06-20 ITC 75 4500.00 5.31 4.50; S 2025-06-30 ITC 0.5 200.00 0.00 0.00 T; S 2025-07-01 ITC 37 2220.00 2.62 2.22',
  ),
  one(
    'a bonus after a split',
    `${buy}; split 2025-05-02 ITC 1:2; bonus 2025-06-10 ITC 1:1 200 2025-06-12; S 2025-07-01 ITC 350 96250.00 113.58 96.25`,
  ),
  one(
    'a split after a bonus',
    `${buy}; bonus 2025-05-02 ITC 1:1 100 2025-05-05; split 2025-06-10 ITC 1:2; S 2025-07-01 ITC 350 96250.00 113.58 96.25`,
  ),
  one(
    'a bonus allotted on a day of trading',
    `${buy}; bonus 2025-05-29 ITC 1:1 100 2025-06-02; B 2025-06-02 ITC 5 2600.00 3.07 0.00; S 2025-06-02 ITC 5 2650.00 3.13 0.66; S 2025-06-03 ITC 120 63000.00 74.34 63.00`,
  ),
  one(
    'a demerger moves 31.58 % of cost and charges',
    `${buy}; demerger 2025-06-10 ITC 1:1 HOTEL 31.58; S 2025-07-01 ITC 100 72000.00 84.96 72.00; S 2025-07-01 HOTEL 100 30000.00 35.40 30.00`,
  ),
  one(
    'a demerger with a fraction',
    'B 2025-03-12 ITC 104 93600.00 110.45 93.60; demerger 2025-06-10 ITC 5:1 HOTEL 31.58; S 2025-06-30 HOTEL 0.8 1200.00 0.00 0.00 T; S 2025-07-01 HOTEL 20 31000.00 36.58 31.00',
  ),
  one(
    'a demerger of two lots keeps both dates',
    'B 2024-05-01 ITC 33 9999.99 11.80 10.00; B 2025-05-02 ITC 34 11111.11 13.11 11.11; demerger 2025-06-10 ITC 10:3 HOTEL 13.3333; S 2025-07-01 HOTEL 20 3000.00 3.54 3.00; S 2025-07-02 ITC 60 20000.00 23.60 20.00',
  ),
  one(
    'a demerger, then a split of the new share',
    `${buy}; demerger 2025-05-02 ITC 10:1 HOTEL 12.5; split 2025-06-10 HOTEL 1:10; S 2025-07-01 HOTEL 55 9000.00 10.62 9.00; S 2025-07-02 ITC 1 901.00 1.06 0.90`,
  ),
  one(
    'a merger of 7 for 10 with a fraction',
    'B 2025-03-12 ITC 55 44000.00 51.92 44.00; merger 2025-06-10 ITC 10:7 NEW; S 2025-06-30 NEW 0.5 650.00 0.00 0.00 T; S 2025-07-01 NEW 38 50000.00 59.00 50.00',
  ),
  one(
    'a merger into a share that is held, by date',
    `B 2025-04-10 NEW 10 12000.00 14.16 12.00; ${buy}; B 2025-05-12 ITC 10 11000.00 12.98 11.00; merger 2025-06-10 ITC 10:7 NEW; S 2025-07-01 NEW 85 110000.00 129.80 110.00`,
  ),
  one(
    'a merger is long term by the old purchase',
    `${old}; merger 2025-06-10 ITC 3:2 NEW; S 2025-06-11 NEW 60 50000.00 59.00 50.00`,
  ),
  one(
    'a merger and a demerger',
    `${buy}; merger 2025-04-15 ITC 1:1 NEW; demerger 2025-05-15 NEW 4:1 HOTEL 20; S 2025-07-01 NEW 50 45000.00 53.10 45.00; S 2025-07-02 HOTEL 25 21000.00 24.78 21.00`,
  ),
  one(
    'sold before the ex-date is in old shares',
    `${buy}; S 2025-06-09 ITC 40 42000.00 49.56 42.00; split 2025-06-10 ITC 1:5; S 2025-06-10 ITC 300 63600.00 75.05 63.60`,
  ),
  one(
    'a sale of more than a split gave',
    'B 2025-03-12 ITC 3 333.33 0.39 0.33; split 2025-06-10 ITC 1:2; S 2025-07-01 ITC 7 420.00 0.50 0.42',
  ),
  one(
    'a year with every category of equity',
    `${old}; split 2025-05-02 ITC 1:3; B 2025-06-02 ITC 30 6000.00 7.08 0.00; S 2025-06-02 ITC 30 6060.00 7.15 1.52; B 2025-06-03 ITC 10 2010.00 2.37 2.01; S 2025-06-20 ITC 305 64000.00 75.52 64.00`,
  ),
  one(
    'five periods of advance tax',
    `${buy}; S 2025-06-15 ITC 10 10400.00 12.27 10.40; S 2025-09-15 ITC 10 10500.00 12.39 10.50; S 2025-12-15 ITC 10 10600.00 12.51 10.60; S 2026-03-15 ITC 10 9600.00 11.33 9.60; S 2026-03-16 ITC 10 9500.00 11.21 9.50`,
  ),
  one(
    'lots of all sizes through a split and a bonus',
    'B 2024-01-02 ITC 1 501.00 0.59 0.50; B 2024-02-02 ITC 2 1003.00 1.18 1.00; B 2025-03-03 ITC 4 2011.00 2.37 2.01; split 2025-04-10 ITC 2:3; bonus 2025-05-29 ITC 3:1 3.5 2025-06-02; S 2025-07-01 ITC 13 5200.00 6.14 5.20; S 2025-07-02 ITC 1 410.00 0.48 0.41',
  ),
  one(
    'a paisa of charges on many parts',
    'B 2025-03-12 ITC 7 700.00 0.01 0.01; split 2025-06-10 ITC 1:3; S 2025-07-01 ITC 10 350.00 0.01 0.01; S 2025-07-02 ITC 11 385.01 0.02 0.01',
  ),
  one(
    'the price of 31 January 2018 above the cost',
    'price ITC 300.05; B 2016-05-10 ITC 100 20000.00 23.60 20.00; S 2025-07-01 ITC 100 35000.00 41.30 35.00',
  ),
  one(
    'the sale value below that price',
    'price ITC 300.05; B 2016-05-10 ITC 100 20000.00 23.60 20.00; S 2025-07-01 ITC 100 25000.00 29.50 25.00',
  ),
  one(
    'that price between the value and the cost with charges of the purchase',
    'price ITC 200.10; B 2016-05-10 ITC 100 20000.00 23.60 20.00; S 2025-07-01 ITC 100 35000.00 41.30 35.00',
  ),
  one(
    'a loss against the actual cost stays',
    'price ITC 300.00; B 2016-05-10 ITC 100 32000.00 37.76 32.00; S 2025-07-01 ITC 100 28000.00 33.04 28.00',
  ),
  one(
    'bought on that day and the day after',
    'price ITC 300.00; B 2018-01-31 ITC 10 2000.00 2.36 2.00; B 2018-02-01 ITC 10 2000.00 2.36 2.00; S 2025-07-01 ITC 20 7000.00 8.26 7.00',
  ),
  one(
    'thirds of a purchase at that price',
    'price ITC 166.67; B 2016-05-10 ITC 3 100.00 0.10 0.10; S 2025-07-01 ITC 1 200.00 0.24 0.20; S 2025-07-02 ITC 1 150.00 0.18 0.15; S 2025-07-03 ITC 1 170.00 0.20 0.17',
  ),
  one(
    'that price after a split with odd sales',
    'price ITC 700.00; B 2016-05-10 ITC 101 50500.00 59.59 50.50; split 2019-09-16 ITC 2:5; S 2025-07-01 ITC 7 2100.00 2.48 2.10; S 2025-07-02 ITC 240 57600.00 67.97 57.60',
  ),
  one(
    'a split before that day is in its price',
    'price ITC 150.00; B 2016-05-10 ITC 10 10000.00 11.80 10.00; split 2017-05-15 ITC 1:10; S 2025-07-01 ITC 100 20000.00 23.60 20.00',
  ),
  one(
    'bonus shares from before that day have its price, later ones none',
    'price ITC 400.00; B 2016-05-10 ITC 100 50000.00 59.00 50.00; bonus 2017-06-12 ITC 1:1 100 2017-06-14; bonus 2019-06-10 ITC 2:1 100 2019-06-12; S 2025-07-01 ITC 250 112500.00 132.75 112.50',
  ),
  one(
    'a merger and a demerger take that price along',
    'price ITC 600.00; B 2016-05-10 ITC 100 40000.00 47.20 40.00; merger 2020-06-10 ITC 10:7 NEW; demerger 2021-06-10 NEW 1:1 HOTEL 25; S 2025-07-01 NEW 35 35000.00 41.30 35.00; S 2025-07-02 HOTEL 70 20000.00 23.60 20.00',
  ),
  one(
    'sold until March 2018, when gains were exempt',
    'price ITC 300.00; B 2016-05-10 ITC 100 20000.00 23.60 20.00; S 2018-03-28 ITC 50 17500.00 20.65 17.50; S 2018-04-02 ITC 50 17500.00 20.65 17.50',
  ),
  one(
    'bought on that day and sold within the year',
    'price ITC 300.00; B 2018-01-31 ITC 10 2000.00 2.36 2.00; S 2018-12-28 ITC 5 1750.00 2.06 1.75; S 2019-02-01 ITC 5 1750.00 2.06 1.75',
  ),
] as const
