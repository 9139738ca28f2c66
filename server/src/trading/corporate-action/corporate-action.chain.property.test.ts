import { decimalOf } from '@sauda/contract/platform/decimal'
import type { ActionTerms, BookedAction } from '@sauda/contract/trading/corporate-action'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionDesk, saudaIds } from '../../../test/corporate-action.ts'
import type { MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { testServer } from '../../../test/server.ts'

/** Every kind of action in random order, with trades and payments between them, along the chain of shares that a first one becomes. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)
const one = 100_000_000n
let count = 0

const ratios = {
  split: [1, 5],
  consolidation: [10, 3],
  bonus: [2, 1],
  merger: [10, 7],
  demerger: [5, 1],
  rights: [4, 1],
  tender: [1, 1],
  buyback: [1, 1],
} as const
type Kind = keyof typeof ratios
const step = fc.record({
  kind: fc.constantFrom(...(Object.keys(ratios) as Kind[])),
  isPaid: fc.boolean(),
  /** Quarters of what is held: bought back or allotted, and sold afterwards. */
  taken: fc.integer({ min: 0, max: 4 }),
  sold: fc.integer({ min: 0, max: 2 }),
  bought: fc.integer({ min: 0, max: 7 }),
})
type Step = { kind: Kind; isPaid: boolean; taken: number; sold: number; bought: number }
const story = fc.record({
  first: fc.array(fc.tuple(fc.integer({ min: 5, max: 200 }), fc.integer({ min: 50, max: 900 })), {
    minLength: 1,
    maxLength: 3,
  }),
  steps: fc.array(step, { minLength: 2, maxLength: 4 }),
})

const years = ['2024-25', '2025-26']
const reads = async (client: MoneyClient, path: string) =>
  (await server.call('GET', `/user/${path}`, { token: client.token })).body
const positions = async (client: MoneyClient) =>
  (await desk.steps.history(client))
    .filter(({ status }) => status === 'OPEN')
    .map(({ _id, stockName, quantity, cost, opened }) => ({
      _id,
      stockName,
      quantity,
      cost,
      isTaken: opened?.isFraction === true,
    }))
const investedOf = (client: MoneyClient) => desk.steps.portfolio(client).then(({ totalInvestment }) => totalInvestment)

type History = { holdings: { symbol: string; positions: { quantity: string; cost: number }[] }[] }
/** Everything that a client sees: positions, portfolio, tax, money and the curve of worth. */
async function seen(client: MoneyClient) {
  const { holdings }: History = await reads(client, `account-history/${client.id}`)
  const tax = []
  for (const year of years) tax.push(await desk.tax(client, year), await desk.exits(client, year))
  return {
    positions: await positions(client),
    portfolio: { ...(await desk.steps.portfolio(client)), valuation: undefined, holdings: undefined },
    tax,
    balance: (await desk.steps.wallet(client)).balance,
    curve: holdings.filter((each) => each.positions.length > 0),
  }
}

/** The client's shares through the story. */
class Run {
  readonly undo: (() => Promise<unknown>)[] = []
  main: string
  month = 0
  readonly client: MoneyClient
  readonly saudaId: string
  constructor(client: MoneyClient, saudaId: string, main: string) {
    this.client = client
    this.saudaId = saudaId
    this.main = main
  }
  day = (date: number) => `2024-${String(this.month).padStart(2, '0')}-${date}`
  units = async (stock = this.main) =>
    (await positions(this.client))
      .filter(({ stockName, isTaken }) => stockName === stock && !isTaken)
      .reduce((sum, { quantity }) => sum + (decimalOf(quantity) ?? 0n), 0n)

  async book(terms: Partial<ActionTerms> & Pick<ActionTerms, 'kind' | 'exDate'>): Promise<BookedAction> {
    const [held, given] = terms.kind in ratios ? ratios[terms.kind as Kind] : [1, 1]
    const action = await desk.book({ stockName: this.main, held, given, ...terms })
    this.undo.unshift(() => desk.reverse(action))
    return action
  }
  async buy(stock: string, quantity: number, price: number, date: number): Promise<void> {
    const bought = await desk.buy(this.client, stock, quantity, price, this.day(date))
    this.undo.unshift(() => desk.reverseTrade(bought))
  }
  async sell(stock: string, most: bigint, date: number): Promise<void> {
    let left = Number(most / one)
    for (const position of await desk.open(this.client, stock)) {
      // A dealer sells whole shares of a position.
      const quantity = Math.min(left, Math.floor(position.quantity))
      if (position.opened?.isFraction === true || quantity < 1) continue
      const sale = await desk.sell(position, quantity, 77, this.day(date))
      this.undo.unshift(() => desk.reverseTrade(sale))
      left -= quantity
    }
  }
}

const other = async () => (await desk.share(`CHAINTO${++count}`)).symbol
const quarter = (units: bigint, quarters: number) => Number(((units / one) * BigInt(quarters)) / 4n)

/** Pays what the action left in cash: its cost leaves the books. */
async function pay({ client }: Run, day: string, action: BookedAction): Promise<void> {
  if (action.openFraction === 0) return
  const before = await investedOf(client)
  const own = (await positions(client)).filter(({ isTaken }) => isTaken)
  await desk.pay(action, 510, day)
  const left = new Set((await positions(client)).map(({ _id }) => _id))
  const gone = own.filter(({ _id }) => !left.has(_id)).reduce((sum, { cost }) => sum + cost, 0)
  expect(await investedOf(client)).toBeCloseTo(before - gone, 6)
}

/** A rights issue and its allotment: what was paid and what lapsed change the cost, nothing else. */
async function issue(run: Run, { taken, bought }: Step): Promise<void> {
  const entitlement = await other()
  const before = await run.units()
  if (before < 4n * one) return
  await run.book({ kind: 'rights', exDate: run.day(10), otherStock: entitlement, creditedOn: run.day(12) })
  expect(await run.units(entitlement)).toBe((before / (4n * one)) * one)
  if (bought > 0) await run.buy(entitlement, bought, 12, 14)
  const [units, invested] = [await run.units(entitlement), await investedOf(run.client)]
  const shares = quarter(units, taken)
  const free = Number(before / one / 4n)
  await run.book({
    kind: 'allotment',
    stockName: entitlement,
    otherStock: run.main,
    exDate: run.day(18),
    issuePrice: 100,
    creditedOn: run.day(20),
    ...(shares > 0 && { accepted: [`${run.saudaId} ${shares}`] }),
  })
  expect(await run.units()).toBe(before + BigInt(shares) * one)
  expect(await run.units(entitlement)).toBe(0n)
  // The entitlements that cost nothing are taken first.
  const lapsed = bought - Math.max(0, shares - free)
  expect(await investedOf(run.client)).toBeCloseTo(invested + shares * 100 - Math.min(bought, lapsed) * 12, 6)
}

async function offer(run: Run, { kind, taken, isPaid }: Step): Promise<void> {
  const [before, invested] = [await run.units(), await investedOf(run.client)]
  const [tendered, accepted] = [quarter(before, 3), quarter(before, Math.min(taken, 3))]
  if (tendered === 0 || (accepted === 0 && kind === 'buyback')) return
  const lines = (shares: number) => (shares > 0 ? { accepted: [`${run.saudaId} ${shares}`] } : {})
  if (kind === 'tender') await run.book({ kind, exDate: run.day(10), ...lines(tendered) })
  if (kind === 'tender') expect(await run.units()).toBe(before - BigInt(tendered) * one)
  const bought = await run.book({ kind: 'buyback', exDate: run.day(15), ...lines(accepted) })
  expect(await run.units()).toBe(before - BigInt(accepted) * one)
  expect(await investedOf(run.client)).toBeCloseTo(invested, 6)
  if (isPaid) await pay(run, run.day(22), bought)
}

async function change(run: Run, { kind, isPaid }: Step): Promise<void> {
  const [before, invested] = [await run.units(), await investedOf(run.client)]
  const [held, given] = ratios[kind]
  const exact = (before * BigInt(given) * 2n + BigInt(held)) / (2n * BigInt(held))
  const needsOther = kind === 'merger' || kind === 'demerger'
  const to = needsOther ? await other() : run.main
  const action = await run.book({
    kind,
    exDate: run.day(10),
    ...(needsOther && { otherStock: to }),
    ...(kind === 'demerger' && { costPercent: 31.58 }),
    ...(kind === 'bonus' && { allottedOn: run.day(11), creditedOn: run.day(12) }),
  })
  const whole = exact - (exact % one)
  expect(await run.units(to)).toBe(kind === 'bonus' ? before + whole : whole)
  expect(decimalOf(action.openFraction)).toBe(exact % one)
  expect(await investedOf(run.client)).toBeCloseTo(invested, 6)
  if (kind === 'demerger') expect(await run.units()).toBe(before)
  if (kind === 'merger') run.main = to
  if (isPaid) await pay(run, run.day(22), action)
}

async function carryOut(run: Run, each: Step): Promise<void> {
  if ((await run.units()) === 0n) return
  if (each.kind === 'rights') await issue(run, each)
  else if (each.kind === 'tender' || each.kind === 'buyback') await offer(run, each)
  else await change(run, each)
  if (each.bought > 0) await run.buy(run.main, each.bought, 90, 24)
  await run.sell(run.main, ((await run.units()) * BigInt(each.sold)) / 4n, 25)
}

test('quantity and cost follow every action, tax agrees with itself, and reversing everything restores every figure', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ first, steps }) => {
      const { symbol } = await desk.share(`CHAIN${++count}`)
      const client = await desk.client(20_00_000)
      const [saudaId = ''] = await saudaIds(server, client)
      for (const [quantity, price] of first) await desk.buy(client, symbol, quantity, price, '2023-05-02')
      const before = await seen(client)
      const run = new Run(client, saudaId, symbol)
      for (const each of steps) {
        run.month += 2
        await carryOut(run, each)
        await desk.balanced()
      }
      for (const year of years) {
        const { reconciliation, unmatched } = await desk.tax(client, year)
        const { portfolio, otherYear, unknownCost, otherLots, fairValue, buyback, tax } = reconciliation
        expect(portfolio + otherYear + unknownCost + otherLots + fairValue + buyback).toBeCloseTo(tax, 6)
        expect(unmatched).toEqual([])
      }
      for (const back of run.undo) await back()
      expect(await seen(client)).toEqual(before)
      await desk.balanced()
    }),
    { numRuns: often(6, 60), seed: 20_261_201, endOnFailure: true },
  )
})
