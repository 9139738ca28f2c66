import type { TaxExit, TaxReport } from '@sauda/contract/books/tax'
import type { ActionTerms } from '@sauda/contract/trading/corporate-action'
import { beforeAll, expect, test } from 'vitest'
import { actionDesk, saudaIds } from '../../../test/corporate-action.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { fairValueName, fairValueText, newIsin, priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'

/** Corporate actions together: the price of 31 January 2018, fractions, rights, tenders and buybacks. Every figure is computed by hand. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)

type Terms = Partial<Omit<ActionTerms, 'stockName' | 'otherStock' | 'accepted'>> & Pick<ActionTerms, 'kind' | 'exDate'>
type Step =
  | readonly ['buy' | 'sell', day: string, quantity: number, price: number, share?: 'other']
  /** `accepted`: shares of the client; `of`: the share whose holders it concerns; `pays`: price and day of a payment. */
  | readonly [
      'action',
      Terms & { readonly accepted?: number; readonly of?: 'other'; readonly pays?: readonly [number, string] },
    ]
type Shown = readonly [sold: string, quantity: number, buyValue: number, saleValue: number, fairValue?: number]
type Case = {
  readonly title: string
  readonly high?: string
  readonly steps: readonly Step[]
  readonly exits: readonly Shown[]
}

const old = ['buy', '2016-05-10', 100, 200] as const
const bonus = (exDate: string, allottedOn: string) =>
  ({ kind: 'bonus', exDate, held: 1, given: 1, allottedOn, creditedOn: allottedOn }) as const
const rights = (exDate: string) =>
  ['action', { kind: 'rights', exDate, held: 4, given: 1, creditedOn: exDate }] as const
const allotment = (exDate: string, accepted: number) =>
  ['action', { kind: 'allotment', of: 'other', exDate, issuePrice: 100, creditedOn: exDate, accepted }] as const
const buyback = (exDate: string, accepted: number, pays: readonly [number, string]) =>
  ['action', { kind: 'buyback', exDate, accepted, pays }] as const

const cases: readonly Case[] = [
  {
    title: 'a buyback from April 2026 takes the price of 31 January 2018 of the oldest',
    high: '300',
    steps: [old, buyback('2026-05-04', 12, [1200, '2026-05-20']), ['sell', '2026-06-01', 88, 350]],
    // 12 × 300, then 88 × 300.
    exits: [
      ['2026-05-20', 12, 3600, 14_400, 3600],
      ['2026-06-01', 88, 26_400, 30_800, 26_400],
    ],
  },
  {
    title: 'a buyback that is a dividend is sold for nothing: its loss is the actual cost',
    high: '300',
    steps: [old, buyback('2025-06-10', 12, [1200, '2025-06-20']), ['sell', '2025-07-01', 88, 350]],
    exits: [
      ['2025-06-20', 12, 2400, 0, 3600],
      ['2025-07-01', 88, 26_400, 30_800, 26_400],
    ],
  },
  {
    title: 'a buyback paid on the last day of September 2024 is no dividend',
    steps: [['buy', '2023-05-10', 20, 500], buyback('2024-09-10', 5, [700, '2024-09-30'])],
    exits: [['2024-09-30', 5, 2500, 3500]],
  },
  {
    title: 'a buyback paid on 1 October 2024 is one',
    steps: [['buy', '2023-05-10', 20, 500], buyback('2024-09-10', 5, [700, '2024-10-01'])],
    exits: [['2024-10-01', 5, 2500, 0]],
  },
  {
    title: 'a buyback paid on 31 March 2026 is one',
    steps: [['buy', '2023-05-10', 20, 500], buyback('2026-03-10', 5, [700, '2026-03-31'])],
    exits: [['2026-03-31', 5, 2500, 0]],
  },
  {
    title: 'a buyback of the same record date paid on 1 April 2026 is none',
    steps: [['buy', '2023-05-10', 20, 500], buyback('2026-03-10', 5, [700, '2026-04-01'])],
    exits: [['2026-04-01', 5, 2500, 3500]],
  },
  {
    title: 'shares allotted in a rights issue of later have no price of that day',
    high: '300',
    steps: [old, rights('2025-06-10'), allotment('2025-07-10', 20), ['sell', '2025-12-01', 110, 350]],
    // 5 of the 25 entitlements lapse at no cost.
    exits: [
      ['2025-07-10', 5, 0, 0],
      ['2025-12-01', 100, 30_000, 35_000, 30_000],
      ['2025-12-01', 10, 1000, 3500],
    ],
  },
  {
    title: 'shares allotted in a rights issue of before have it, with the cost of the entitlements bought',
    high: '300',
    steps: [
      old,
      rights('2017-06-12'),
      ['buy', '2017-06-20', 15, 12, 'other'],
      allotment('2017-07-10', 40),
      ['sell', '2025-12-01', 140, 350],
    ],
    exits: [
      ['2025-12-01', 100, 30_000, 35_000, 30_000],
      // 40 × 300 above 40 × 100 + 15 × 12.
      ['2025-12-01', 40, 12_000, 14_000, 12_000],
    ],
  },
  {
    title: 'entitlements that are sold are short term and cost nothing, whatever the shares had cost',
    high: '300',
    steps: [old, rights('2025-06-10'), ['sell', '2025-06-20', 25, 12, 'other'], ['sell', '2025-07-01', 100, 350]],
    exits: [
      ['2025-06-20', 25, 0, 300],
      ['2025-07-01', 100, 30_000, 35_000, 30_000],
    ],
  },
  {
    title: 'bonus shares of an ex-date before that day, allotted after it, have no price of it',
    high: '160',
    steps: [old, ['action', bonus('2018-01-30', '2018-02-02')], ['sell', '2025-07-01', 150, 350]],
    exits: [
      // Actual 20,000 is above 100 × 160.
      ['2025-07-01', 100, 20_000, 35_000, 16_000],
      ['2025-07-01', 50, 0, 17_500],
    ],
  },
  {
    title: 'a split with its ex-date on that day: the price is that of the new shares',
    high: '70',
    steps: [
      old,
      ['action', { kind: 'split', exDate: '2018-01-31', held: 1, given: 5, newIsin: newIsin(41_001) }],
      ['sell', '2025-07-01', 200, 80],
    ],
    exits: [['2025-07-01', 200, 14_000, 16_000, 14_000]],
  },
  {
    title: 'a split with its ex-date on the next day: the price is that of the old shares',
    high: '350',
    steps: [
      old,
      ['action', { kind: 'split', exDate: '2018-02-01', held: 1, given: 5, newIsin: newIsin(41_002) }],
      ['sell', '2025-07-01', 200, 80],
    ],
    exits: [['2025-07-01', 200, 14_000, 16_000, 14_000]],
  },
  {
    title: 'a year with old and later lots, a bonus of each side, a split and a buyback',
    high: '300',
    steps: [
      old,
      ['action', bonus('2017-06-12', '2017-06-14')],
      ['buy', '2019-03-01', 50, 400],
      ['action', { kind: 'split', exDate: '2020-06-10', held: 1, given: 2 }],
      ['action', bonus('2021-06-10', '2021-06-14')],
      // 200 + 200 + 100 + 500 shares now.
      buyback('2026-05-04', 100, [250, '2026-05-20']),
      ['sell', '2026-06-01', 350, 180],
      ['sell', '2026-07-01', 100, 190],
    ],
    exits: [
      // Half of 200 shares, which cost 20,000; at the price 15,000.
      ['2026-05-20', 100, 15_000, 25_000, 15_000],
      ['2026-06-01', 100, 15_000, 18_000, 15_000],
      ['2026-06-01', 200, 30_000, 36_000, 30_000],
      ['2026-06-01', 50, 10_000, 9000],
      ['2026-07-01', 50, 10_000, 9500],
      ['2026-07-01', 50, 0, 9500],
    ],
  },
  {
    title: 'a fraction of old shares has its part of that price, up to what was paid',
    high: '300',
    steps: [
      ['buy', '2016-05-10', 105, 200],
      ['action', { kind: 'consolidation', exDate: '2025-06-10', held: 10, given: 1, pays: [2150, '2025-06-30'] }],
      ['sell', '2025-07-01', 10, 3100],
    ],
    exits: [
      // 0.5 of 10.5: cost 1,000, at the price 1,500.
      ['2025-06-30', 0.5, 1075, 1075, 1500],
      ['2025-07-01', 10, 30_000, 31_000, 30_000],
    ],
  },
  {
    title: 'the fraction of a merger is of the shares that it gave, not of older ones of the same company',
    steps: [
      ['buy', '2024-04-10', 10, 1200, 'other'],
      ['buy', '2025-03-12', 55, 800],
      ['action', { kind: 'merger', exDate: '2025-06-10', held: 10, given: 7, pays: [1300, '2025-06-30'] }],
      ['sell', '2025-07-01', 48, 1500, 'other'],
    ],
    exits: [
      ['2025-06-30', 0.5, 571.43, 650],
      ['2025-07-01', 10, 12_000, 15_000],
      ['2025-07-01', 38, 43_428.57, 57_000],
    ],
  },
  {
    title: 'the fraction of a demerger likewise',
    steps: [
      ['buy', '2024-04-10', 10, 1200, 'other'],
      ['buy', '2025-03-12', 104, 900],
      [
        'action',
        { kind: 'demerger', exDate: '2025-06-10', held: 5, given: 1, costPercent: 31.58, pays: [1500, '2025-06-30'] },
      ],
      ['sell', '2025-07-01', 30, 1500, 'other'],
    ],
    exits: [
      // 31.58 % of 93,600 is 29,558.88: 0.8 of 20.8.
      ['2025-06-30', 0.8, 1136.88, 1200],
      ['2025-07-01', 10, 12_000, 15_000],
      ['2025-07-01', 20, 28_422, 30_000],
    ],
  },
  {
    title: 'where a bonus is only a fraction, later shares are sold as before',
    steps: [
      ['buy', '2025-03-12', 1, 800],
      [
        'action',
        {
          kind: 'bonus',
          exDate: '2025-05-29',
          held: 2,
          given: 1,
          allottedOn: '2025-06-02',
          creditedOn: '2025-06-02',
          pays: [400, '2025-06-10'],
        },
      ],
      ['buy', '2025-06-12', 4, 500],
      ['sell', '2025-07-01', 5, 390],
    ],
    exits: [
      ['2025-06-10', 0.5, 0, 200],
      // The loss counts: no bonus share is held.
      ['2025-07-01', 1, 800, 390],
      ['2025-07-01', 4, 2000, 1560],
    ],
  },
  {
    title: 'a fraction of a bonus that is not paid yet is no share for later splits and sales',
    steps: [
      ['buy', '2025-03-12', 75, 100],
      [
        'action',
        { kind: 'bonus', exDate: '2025-05-29', held: 2, given: 1, allottedOn: '2025-06-02', creditedOn: '2025-06-02' },
      ],
      ['action', { kind: 'split', exDate: '2025-06-10', held: 1, given: 2 }],
      ['buy', '2025-06-12', 10, 60],
      ['sell', '2025-07-01', 234, 70],
    ],
    exits: [
      ['2025-07-01', 150, 7500, 10_500],
      ['2025-07-01', 74, 0, 5180],
      ['2025-07-01', 10, 600, 700],
    ],
  },
  {
    title: 'bonus stripping is law for sales from April 2022 only',
    steps: [
      ['buy', '2022-02-02', 100, 1000],
      ['action', bonus('2022-03-01', '2022-03-03')],
      ['sell', '2022-03-31', 40, 520],
      ['sell', '2022-04-01', 60, 520],
    ],
    exits: [
      ['2022-03-31', 40, 40_000, 20_800],
      // The loss of 28,800 does not count.
      ['2022-04-01', 60, 31_200, 31_200],
    ],
  },
  {
    title: 'a split changes the shares of before a rights issue and those allotted in it',
    steps: [
      ['buy', '2025-03-12', 200, 150],
      rights('2025-06-10'),
      allotment('2025-07-10', 50),
      ['action', { kind: 'split', exDate: '2025-08-01', held: 1, given: 2 }],
      ['sell', '2025-09-01', 450, 80],
    ],
    exits: [
      ['2025-09-01', 400, 30_000, 32_000],
      ['2025-09-01', 50, 2500, 4000],
    ],
  },
]

const shares = await Promise.all(
  cases.map(async (_, at) => ({ ...(await desk.share(`MIX${at}`)), other: await desk.share(`MIX${at}-NEW`) })),
)

beforeAll(async () => {
  // The list names the ISIN of that day.
  const isins = cases.flatMap(({ high, steps }, at) => {
    const split = steps.find(([word, of]) => word === 'action' && (of as Terms).exDate === '2018-01-31')?.[1] as
      | Terms
      | undefined
    return high === undefined ? [] : [{ high, isin: split?.newIsin ?? shares[at]?.isin ?? '' }]
  })
  await desk.done('fair-values', priceFileForm(fairValueText(isins), fairValueName))
  await desk.approve('fair-value.count')
})

async function act(
  client: MoneyClient,
  { of, accepted, pays, ...terms }: Extract<Step, { 0: 'action' }>[1],
  share: (typeof shares)[number],
) {
  const [saudaId = ''] = await saudaIds(server, client)
  const needsOther = ['merger', 'demerger', 'rights'].includes(terms.kind)
  const action = await desk.book({
    held: 1,
    given: 1,
    ...terms,
    stockName: of === 'other' ? share.other.symbol : share.symbol,
    ...(needsOther && { otherStock: share.other.symbol }),
    ...(of === 'other' && { otherStock: share.symbol }),
    ...(accepted !== undefined && { accepted: [`${saudaId} ${accepted}`] }),
  })
  if (pays) await desk.pay(action, ...pays)
}

async function carryOut(client: MoneyClient, steps: readonly Step[], share: (typeof shares)[number]): Promise<void> {
  for (const step of steps) {
    if (step[0] === 'action') {
      await act(client, step[1], share)
      continue
    }
    const [side, day, quantity, price, of] = step
    const symbol = of === 'other' ? share.other.symbol : share.symbol
    if (side === 'buy') {
      await desk.buy(client, symbol, quantity, price, day)
      continue
    }
    let left = quantity
    for (const position of await desk.open(client, symbol)) {
      if (position.opened?.isFraction === true) continue
      const sold = Math.min(left, position.quantity)
      if (sold > 0) await desk.sell(position, sold, price, day)
      left -= sold
    }
  }
}

test.each(cases.map((each, at) => ({ ...each, at })))('$title', async ({ at, steps, exits }) => {
  const client = await moneyClient(server, { rupees: 50_00_000, since: '2014-01-01' })
  await carryOut(client, steps, shares[at]!)
  const all: TaxExit[] = []
  const years = [...new Set(exits.map(([sold]) => `${yearOf(sold)}-${String(yearOf(sold) + 1).slice(2)}`))]
  for (const year of years) {
    all.push(...(await desk.exits(client, year)).toReversed())
    const report: TaxReport = await desk.tax(client, year)
    const { portfolio, otherYear, unknownCost, otherLots, fairValue, buyback, tax } = report.reconciliation
    expect(portfolio + otherYear + unknownCost + otherLots + fairValue + buyback).toBeCloseTo(tax, 6)
    // The lots sold are those of tax; only a loss that does not count is apart.
    if (report.ignoredLosses === 0) expect(otherLots).toBe(0)
  }
  const shown = all.map(({ sale, quantity, buyValue, saleValue, fairValue }) =>
    [sale.date, quantity, buyValue, saleValue, fairValue].filter((value) => value !== undefined),
  )
  expect(shown).toEqual(exits)
  await desk.balanced()
})

const yearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)
