import type { TaxExit, TaxReport } from '@sauda/contract/books/tax'
import type { ActionTerms } from '@sauda/contract/trading/corporate-action'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { beforeAll, describe, expect, test } from 'vitest'
import { actionDesk } from '../../../test/corporate-action.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { fairValueName, fairValueText, newIsin, priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'

/** The price of 31 January 2018 in a client's report, from an uploaded list; every figure is computed by hand. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)

type Step =
  | readonly ['buy' | 'sell', day: string, quantity: number, price: number, share?: 'other']
  | readonly ['action', Omit<ActionTerms, 'source' | 'stockName'>]
type Case = {
  readonly title: string
  /** Highest prices of 31 January 2018; none is known without it. */
  readonly high?: string
  /** The highest price at BSE. */
  readonly bse?: string
  readonly steps: readonly Step[]
  /** The sales: purchase value with what the price adds, profit, value at the price (undefined if none), what it adds. */
  readonly exits: readonly (readonly [buyValue: number, profit: number, fairValue?: number, added?: number])[]
  /** Whether the last sale's year has shares without a price. */
  readonly isWithout?: true
}

const split = (exDate: string, given: number, newIsin: string) =>
  ['action', { kind: 'split', exDate, held: 1, given, newIsin }] as const
const old = ['buy', '2016-05-10', 100, 200] as const
const splitIsin = newIsin(40_001)

const cases: readonly Case[] = [
  {
    title: 'the price is above the cost',
    high: '300',
    steps: [old, ['sell', '2025-07-01', 100, 350]],
    exits: [[30_000, 5000, 30_000, 10_000]],
  },
  {
    title: 'the sale value is below the price',
    high: '300',
    steps: [old, ['sell', '2025-07-01', 100, 250]],
    exits: [[25_000, 0, 30_000, 5000]],
  },
  {
    title: 'the cost is above the price',
    high: '150.55',
    steps: [old, ['sell', '2025-07-01', 100, 350]],
    exits: [[20_000, 15_000, 15_055, 0]],
  },
  {
    title: 'a loss against the cost stays',
    high: '300',
    steps: [old, ['sell', '2025-07-01', 100, 180]],
    exits: [[20_000, -2000, 30_000, 0]],
  },
  {
    title: 'bought on that day has it, bought on the next has not',
    high: '300',
    steps: [
      ['buy', '2018-01-31', 10, 200],
      ['buy', '2018-02-01', 10, 200],
      ['sell', '2025-07-01', 20, 350],
    ],
    exits: [
      [3000, 500, 3000, 1000],
      [2000, 1500],
    ],
  },
  {
    title: 'each lot by itself, the oldest first',
    high: '300',
    steps: [
      ['buy', '2015-03-02', 10, 400],
      ['buy', '2017-03-01', 10, 250],
      ['sell', '2025-07-01', 15, 500],
    ],
    exits: [
      [4000, 1000, 3000, 0],
      [1500, 1000, 1500, 250],
    ],
  },
  {
    title: 'parts of one purchase add up',
    high: '166.67',
    steps: [
      ['buy', '2016-05-10', 3, 100],
      ['sell', '2025-07-01', 1, 200],
      ['sell', '2025-07-02', 2, 120],
    ],
    exits: [
      [166.67, 33.33, 166.67, 66.67],
      [240, 0, 333.34, 40],
    ],
  },
  {
    title: 'a split of 1:5 with a new ISIN takes it along',
    high: '700',
    steps: [['buy', '2016-05-10', 100, 500], split('2019-09-16', 5, splitIsin), ['sell', '2025-07-01', 200, 150]],
    exits: [[28_000, 2000, 28_000, 8000]],
  },
  {
    title: 'bonus shares of later have none, and those they came from keep it whole',
    high: '700',
    steps: [
      ['buy', '2016-05-10', 100, 500],
      [
        'action',
        { kind: 'bonus', exDate: '2019-06-10', held: 1, given: 1, allottedOn: '2019-06-11', creditedOn: '2019-06-12' },
      ],
      ['sell', '2025-07-01', 100, 650],
    ],
    exits: [[65_000, 0, 70_000, 15_000]],
  },
  {
    title: 'bonus shares of before have it, at a cost of 0',
    high: '400',
    steps: [
      ['buy', '2016-05-10', 100, 500],
      [
        'action',
        { kind: 'bonus', exDate: '2017-06-12', held: 1, given: 1, allottedOn: '2017-06-13', creditedOn: '2017-06-14' },
      ],
      ['sell', '2025-07-01', 100, 450],
      ['sell', '2025-07-02', 50, 450],
    ],
    exits: [
      [50_000, -5000, 40_000, 0],
      [20_000, 2500, 20_000, 20_000],
    ],
  },
  {
    title: 'a merger of 7 for 10 takes it along',
    high: '600',
    steps: [
      ['buy', '2016-05-10', 100, 400],
      ['action', { kind: 'merger', exDate: '2020-06-10', held: 10, given: 7 }],
      ['sell', '2025-07-01', 35, 1000, 'other'],
    ],
    exits: [[30_000, 5000, 30_000, 10_000]],
  },
  {
    title: 'a demerger divides it like the cost',
    high: '600',
    steps: [
      ['buy', '2016-05-10', 100, 400],
      ['action', { kind: 'demerger', exDate: '2020-06-10', held: 1, given: 1, costPercent: 25 }],
      ['sell', '2025-07-01', 100, 200, 'other'],
      ['sell', '2025-07-02', 100, 500],
    ],
    exits: [
      [15_000, 5000, 15_000, 5000],
      [45_000, 5000, 45_000, 15_000],
    ],
  },
  {
    title: 'a share that no list has keeps its cost, and the report says so',
    steps: [old, ['sell', '2025-07-01', 100, 350]],
    exits: [[20_000, 15_000]],
    isWithout: true,
  },
  {
    title: 'sales until March 2018 were exempt and have none',
    high: '300',
    steps: [old, ['sell', '2018-03-28', 40, 350], ['sell', '2018-04-02', 60, 350]],
    exits: [
      [8000, 6000],
      [18_000, 3000, 18_000, 6000],
    ],
  },
  {
    title: 'the higher price of two exchanges counts',
    high: '300',
    bse: '310',
    steps: [old, ['sell', '2025-07-01', 100, 350]],
    exits: [[31_000, 4000, 31_000, 11_000]],
  },
]

const shares = await Promise.all(
  cases.map(async (_, at) => ({ ...(await desk.share(`FAIR${at}`)), other: await desk.share(`FAIRNEW${at}`) })),
)

async function upload(name: string, text: string): Promise<void> {
  expect(await desk.done('fair-values', priceFileForm(text, name))).toMatchObject({ waitsForSecond: true })
  await desk.approve('fair-value.count')
}

beforeAll(async () => {
  const isins = cases.map(({ high, bse }, at) => ({ high, bse, isin: shares[at]?.isin ?? '' }))
  await upload(
    fairValueName,
    fairValueText(isins.flatMap(({ isin, high }) => (high === undefined ? [] : [{ isin, high }]))),
  )
  const rows = isins.flatMap(({ isin, bse }) => (bse === undefined ? [] : [`${isin},X,${bse},31-JAN-18`]))
  await upload('EQ_ISINCODE_310118.CSV', ['ISIN_CODE,SC_NAME,HIGH,TRADING_DATE', ...rows, ''].join('\n'))
})

const holder = () => moneyClient(server, { rupees: 50_00_000, since: '2014-01-01' })
const read = async ({ id, token }: MoneyClient, path: string) =>
  (await server.call('GET', `/user/tax/${id}${path}`, { token })).body

async function carryOut(client: MoneyClient, { steps }: Case, share: (typeof shares)[number]): Promise<void> {
  for (const step of steps) {
    if (step[0] === 'action') {
      const needsOther = step[1].kind === 'merger' || step[1].kind === 'demerger'
      await desk.book({ ...step[1], stockName: share.symbol, ...(needsOther && { otherStock: share.other.symbol }) })
      continue
    }
    const [side, day, quantity, price, of] = step
    const symbol = of === 'other' ? share.other.symbol : share.symbol
    if (side === 'buy') await desk.buy(client, symbol, quantity, price, day)
    else {
      let left = quantity
      for (const position of await desk.open(client, symbol)) {
        const sold = Math.min(left, position.quantity)
        if (sold > 0) await desk.sell(position, sold, price, day)
        left -= sold
      }
    }
  }
}

const shown = ({ buyValue, profitLoss, fairValue, addedCost }: TaxExit) =>
  [buyValue, profitLoss, fairValue, addedCost].filter((value) => value !== undefined)

describe('shares bought until 31 January 2018', () => {
  test.each(cases.map((each, at) => ({ ...each, at })))('$title', async ({ at, ...each }) => {
    const client = await holder()
    const share = shares[at]!
    await carryOut(client, each, share)
    const sold = each.steps.flatMap((step) => (step[0] === 'sell' ? [step[1]] : []))
    const years = [...new Set(sold.map((day) => taxYearName(taxYearOf(day))))]
    const exits: TaxExit[] = []
    for (const year of years) exits.push(...(await read(client, `/exits?year=${year}`)).exits.toReversed())
    expect(exits.map(shown)).toEqual(each.exits)

    const year = years.at(-1) ?? ''
    const report: TaxReport = await read(client, `?year=${year}`)
    const ofYear = exits.filter(({ sale }) => taxYearName(taxYearOf(sale.date)) === year)
    const added = ofYear.reduce((sum, { addedCost = 0 }) => sum + addedCost, 0)
    const long = report.categories.find(({ category }) => category === 'longTerm')
    expect(long?.profitLoss).toBeCloseTo(
      ofYear.reduce((sum, { profitLoss }) => sum + profitLoss, 0),
      6,
    )
    // By stock and in total it stays the profit against the actual cost.
    expect(report.profitLoss).toBeCloseTo((long?.profitLoss ?? 0) + added, 6)
    expect(report.reconciliation.fairValue).toBeCloseTo(-added, 6)
    const { portfolio, otherYear, unknownCost, otherLots, fairValue, tax } = report.reconciliation
    expect(portfolio + otherYear + unknownCost + otherLots + fairValue).toBeCloseTo(tax, 6)
    expect(report.withoutFairValue).toEqual(each.isWithout ? [share.symbol] : [])
    const { sales } = await read(client, `/sales?year=${year}&line=fairValue`)
    expect(sales.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBeCloseTo(-added, 6)
  })
})

test('the files have the value at that price, what it adds, and Schedule 112A filled', async () => {
  const client = await holder()
  await carryOut(client, cases[0]!, shares[0]!)
  await carryOut(client, cases[12]!, shares[12]!)
  const file = (format: string) =>
    fetch(`${server.url}/api/user/tax/${client.id}/file?year=2025-26&format=${format}`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
  const text = await (await file('csv')).text()
  expect(text).toMatch(/FAIR0,IN[^,]+,2016-05-10,2025-07-01,100,30000,35000,5000,.*,30000,10000\r?\n/)
  expect(text).toMatch(/FAIR12,IN[^,]+,2016-05-10,2025-07-01,100,20000,35000,15000,.*,not known,0\r?\n/)
  expect(text).toContain('Cost raised to the price of 31 January 2018,-10000')
  expect(text).toContain('"Without a known price of 31 January 2018, at their actual cost",FAIR12')
  expect((await file('xlsx')).status).toBe(200)
})

test('the prices of a list that is replaced change the report only once the second operator agrees', async () => {
  const client = await holder()
  const share = await desk.share('REPLACED')
  await desk.buy(client, share.symbol, 10, 100, '2016-05-10')
  const [position] = await desk.open(client, share.symbol)
  await desk.sell(position!, 10, 500, '2025-07-01')
  const profit = async () => (await read(client, '/exits?year=2025-26')).exits[0].profitLoss
  expect(await profit()).toBe(4000)
  const known = cases.flatMap(({ high }, at) => (high === undefined ? [] : [{ isin: shares[at]?.isin ?? '', high }]))
  const next = (high: string) => fairValueText([...known, { isin: share.isin, high, symbol: share.symbol }])
  await desk.done('fair-values', priceFileForm(next('300'), fairValueName))
  expect(await profit()).toBe(4000)
  // What changes for the client stands in the review.
  const [{ id }] = (await server.db.rows<{ id: string }>("select id from proposal where status = 'pending'")) as [
    { id: string },
  ]
  const { body } = await server.call('GET', `/desk/proposals/${id}`, { token: desk.checker.token })
  expect(JSON.stringify(body)).toContain('Purchases until 31 Jan 2018, at its highest prices')
  expect(JSON.stringify(body)).toContain('₹3,000.00')
  await desk.approve('fair-value.count')
  expect(await profit()).toBe(2000)
  await upload(fairValueName, next('200'))
  expect(await profit()).toBe(3000)
})

test('a tradebook of another broker has it too, by ISIN, and says where it is not known', async () => {
  const client = await holder()
  const isin = shares[0]?.isin ?? ''
  const row = (symbol: string, of: string, day: string, side: string, price: number, id: number) =>
    `${symbol},${of},${day},${side},100,${price},${id}`
  const text = [
    'symbol,isin,trade_date,trade_type,quantity,price,trade_id',
    row('ELSEWHERE', isin, '2016-05-10', 'buy', 200, 1),
    row('ELSEWHERE', isin, '2025-07-01', 'sell', 350, 2),
    row('UNKNOWN', newIsin(40_010), '2016-05-10', 'buy', 200, 3),
    row('UNKNOWN', newIsin(40_010), '2025-07-01', 'sell', 350, 4),
    '',
  ].join('\n')
  const { status } = await server.call('POST', '/user/tradebooks', {
    token: client.token,
    body: priceFileForm(text, 'tradebook.csv'),
  })
  expect(status).toBe(200)
  const get = async (path: string) =>
    (await server.call('GET', `/user/tradebooks/${path}`, { token: client.token })).body
  const { exits } = await get('exits?year=2025-26')
  expect(Object.fromEntries(exits.map((exit: TaxExit) => [exit.stockName, shown(exit)]))).toEqual({
    ELSEWHERE: [30_000, 5000, 30_000, 10_000],
    UNKNOWN: [20_000, 15_000],
  })
  expect(await get('year?year=2025-26')).toMatchObject({
    withoutFairValue: ['UNKNOWN'],
    lines: [{ category: 'longTerm', buyValue: 50_000, saleValue: 70_000, profitLoss: 20_000 }],
  })
})
