import type { ActionTerms } from '@sauda/contract/trading/corporate-action'
import { shareOf } from '@sauda/contract/platform/decimal'
import { sum } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actionDesk } from '../../../test/corporate-action.ts'
import type { MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { testServer } from '../../../test/server.ts'
import { planAction } from './corporate-action.plan.ts'

const whole = 100_000_000n
const lots = fc.array(
  fc.record({
    id: fc.uuid(),
    quantity: fc.bigInt(1n, 10_000n).map((units) => units * whole),
    cost: fc.bigInt(0n, 10_000_000n),
    soldSince: fc.constant(0n),
  }),
  { minLength: 1, maxLength: 6 },
)
const ratio = fc.record({ held: fc.integer({ min: 1, max: 20 }), given: fc.integer({ min: 1, max: 20 }) })
const kind = fc.constantFrom('split', 'consolidation', 'merger', 'demerger', 'bonus')

test('an action keeps the cost to the paisa, gives the ratio of the whole, and leaves only whole shares besides fractions', () => {
  fc.assert(
    fc.property(lots, ratio, kind, fc.bigInt(1n, 999_999n), (given, numbers, of, costPart) => {
      const held = given.map((lot) => ({ ...lot, loanPart: lot.cost / 2n }))
      const terms = { kind: of, held: BigInt(numbers.held) * whole, given: BigInt(numbers.given) * whole, costPart }
      const opened = planAction(terms, held, true)
      const before = sum(held.map(({ quantity }) => quantity))
      const other = opened.filter(({ isOther }) => isOther === (of === 'merger' || of === 'demerger'))
      expect(sum(other.map(({ quantity }) => quantity))).toBe(shareOf(before, terms.given, terms.held))
      expect(sum(other.filter(({ isFraction }) => !isFraction).map(({ quantity }) => quantity)) % whole).toBe(0n)
      expect(sum(other.filter(({ isFraction }) => isFraction).map(({ quantity }) => quantity)) < whole).toBe(true)
      for (const key of ['cost', 'loanPart'] as const)
        expect(sum(opened.map((lot) => lot[key]))).toBe(of === 'bonus' ? 0n : sum(held.map((lot) => lot[key])))
      for (const lot of opened) expect(lot.loanPart <= lot.cost && lot.cost >= 0n && lot.quantity > 0n).toBe(true)
    }),
    { numRuns: often(500, 20_000) },
  )
})

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const desk = await actionDesk(server)
let count = 0

type Step = { kind: 'split' | 'consolidation' | 'bonus'; held: number; given: number; sells: boolean }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('split' as const),
    held: fc.constantFrom(1, 2),
    given: fc.constantFrom(3, 5),
    sells: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('consolidation' as const),
    held: fc.constantFrom(5, 10),
    given: fc.constantFrom(1, 2),
    sells: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('bonus' as const),
    held: fc.constantFrom(1, 3),
    given: fc.constantFrom(1, 2),
    sells: fc.boolean(),
  }),
)
const purchases = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 50, max: 900 })), {
  minLength: 1,
  maxLength: 3,
})

const termsOf = (stockName: string, { kind: of, held, given }: Step, month: number): Omit<ActionTerms, 'source'> => {
  const day = (date: number) => `2025-0${month}-${date}`
  return {
    kind: of,
    stockName,
    exDate: day(10),
    held,
    given,
    ...(of === 'bonus' && { allottedOn: day(11), creditedOn: day(12) }),
  }
}

/** Everything that a client sees of a share. */
const seen = async (client: MoneyClient, symbol: string) => ({
  positions: (await desk.open(client, symbol)).map(({ _id, quantity, cost, avgPrice }) => ({
    _id,
    quantity,
    cost,
    avgPrice,
  })),
  portfolio: { ...(await desk.steps.portfolio(client)), valuation: undefined },
  exits: await desk.exits(client, '2025-26'),
  balance: (await desk.steps.wallet(client)).balance,
})

test('random purchases, actions, payments and sales keep the books, and reversing everything restores every figure', async () => {
  await fc.assert(
    fc.asyncProperty(purchases, fc.array(step, { minLength: 1, maxLength: 3 }), async (bought, steps) => {
      const { symbol } = await desk.share(`RANDOM${++count}`)
      const client = await desk.client(10_00_000)
      for (const [quantity, price] of bought) await desk.buy(client, symbol, quantity, price, '2025-04-02')
      const cost = sum(bought.map(([quantity, price]) => BigInt(quantity * price)))
      const before = await seen(client, symbol)
      const undo: (() => Promise<unknown>)[] = []
      for (const [at, each] of steps.entries()) {
        const month = 5 + at
        const action = await desk.book(termsOf(symbol, each, month))
        undo.unshift(() => desk.reverse(action))
        const { totalInvestment } = await desk.steps.portfolio(client)
        if (undo.length === 1) expect(totalInvestment).toBe(Number(cost))
        if (action.openFraction > 0) await desk.pay(action, 500, `2025-0${month}-20`)
        const [position] = (await desk.open(client, symbol)).filter(({ quantity }) => Number.isInteger(quantity))
        if (each.sells && position && position.opened?.isFraction !== true) {
          const sale = await desk.sell(position, position.quantity, 77, `2025-0${month}-25`)
          undo.unshift(() => desk.reverseTrade(sale))
        }
        await desk.balanced()
        if ((await desk.open(client, symbol)).every(({ opened }) => opened?.isFraction === true)) break
      }
      for (const back of undo) await back()
      expect(await seen(client, symbol)).toEqual(before)
      await desk.balanced()
    }),
    { numRuns: often(4, 40) },
  )
})
