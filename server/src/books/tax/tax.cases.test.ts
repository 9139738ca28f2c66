import { rupeesOf } from '@sauda/contract/platform/money'
import { taxCategories, taxPeriodOf, taxYearOf } from '@sauda/contract/books/tax-year'
import { decimalOf } from '@sauda/contract/platform/decimal'
import { expect, test } from 'vitest'
import { taxCases } from '../../../test/tax-cases.ts'
import { type OracleExit, oracleOf, type TaxEvent } from '../../../test/tax-oracle.ts'
import type { TaxAction } from './tax.action.ts'
import { afterCharges, profitOf } from './tax.match.ts'
import { exitsOfYear, reportOf, type ReportTrade } from './tax.report.ts'

/** The report of forty cases against a second computation, which shares no code with it. */

const paise = (text: string): bigint => (decimalOf(text) ?? 0n) / 1_000_000n

const trade = (
  more: Pick<ReportTrade, 'id' | 'action' | 'stock' | 'quantity' | 'day'> & Partial<ReportTrade>,
): ReportTrade => ({
  tradeId: more.id,
  segment: 'equity',
  isin: 'INE154A01025',
  amount: 0n,
  charges: 0n,
  stt: 0n,
  allCharges: 0n,
  isUncharged: false,
  bookedDay: more.day,
  isReversed: false,
  isDelivered: false,
  lotProfit: 0n,
  ...more,
})

/** As the trades, bonus shares and actions of a client are read from the database. */
function inputOf(events: readonly TaxEvent[]) {
  const trades = events.flatMap((event, at): ReportTrade[] => {
    if ('deal' in event) {
      const { side, day, stock, quantity, value, charges, stt, delivered } = event.deal
      const amounts = { amount: paise(value), charges: paise(charges), stt: paise(stt) }
      const action = side === 'B' ? 'BUY' : 'SELL'
      const units = decimalOf(quantity) ?? 0n
      return [trade({ id: `T${at}`, action, stock, quantity: units, day, isDelivered: delivered, ...amounts })]
    }
    if ('price' in event) return []
    const { kind, stock, quantity, allotted: day } = event.action
    if (kind !== 'bonus') return []
    return [trade({ id: `CA${at}`, action: 'BUY', stock, quantity: decimalOf(quantity) ?? 0n, day, isDelivered: true })]
  })
  const fairPrices = new Map(
    events.flatMap((event) =>
      'price' in event ? [[event.price.stock, decimalOf(event.price.price) ?? 0n] as const] : [],
    ),
  )
  const actions = events.flatMap((event): TaxAction[] => {
    if (!('action' in event) || event.action.kind === 'bonus') return []
    const { kind, stock, other, day, held, given, percent } = event.action
    const parts = {
      held: decimalOf(held) ?? 0n,
      given: decimalOf(given) ?? 0n,
      costPart: (decimalOf(percent) ?? 0n) / 10_000n,
    }
    return [{ kind, stock, ...(other !== '' && { otherStock: other }), exDate: day, ...parts }]
  })
  return { trades: trades.toSorted((one, other) => one.day.localeCompare(other.day)), around: { actions, fairPrices } }
}

const total = (exits: readonly OracleExit[], of: (exit: OracleExit) => bigint) =>
  rupeesOf(exits.reduce((sum, exit) => sum + of(exit), 0n))

test('there are forty cases', () => {
  expect(new Set(taxCases.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40)
})

test.each(taxCases)('$name', ({ events }) => {
  const { trades, around } = inputOf(events)
  const expected = oracleOf(events)
  expect(expected.exits.length + expected.unknown.length).toBeGreaterThan(0)
  const years = [...new Set(trades.map(({ day }) => taxYearOf(day)))]
  const exits = years.flatMap((year) => exitsOfYear(trades, year, around).exits)
  expect(
    exits.map((exit) => ({
      category: exit.category,
      stock: exit.sale.stock,
      bought: exit.buy.day,
      sold: exit.sale.day,
      quantity: exit.quantity,
      cost: exit.buyValue,
      added: exit.addedCost ?? 0n,
      value: exit.saleValue,
      charges: exit.buyCharges + exit.saleCharges,
      stt: exit.stt,
      profit: profitOf(exit),
      taxable: afterCharges(exit),
    })),
  ).toEqual(expected.exits)
  for (const year of years) {
    const report = reportOf(trades, year, 2026, around)
    const own = expected.exits.filter(({ sold }) => taxYearOf(sold) === year)
    for (const category of taxCategories) {
      const of = own.filter((exit) => exit.category === category)
      expect(report.categories.find((view) => view.category === category)).toMatchObject({
        exits: of.length,
        buyValue: total(of, (exit) => exit.cost),
        saleValue: total(of, (exit) => exit.value),
        profitLoss: total(of, (exit) => exit.profit),
        charges: total(of, (exit) => exit.charges),
        stt: total(of, (exit) => exit.stt),
        afterCharges: total(of, (exit) => exit.taxable),
        periods: [0, 1, 2, 3, 4].map((period) =>
          total(
            of.filter(({ sold }) => taxPeriodOf(sold) === period),
            (exit) => exit.profit,
          ),
        ),
      })
    }
    const unknown = expected.unknown.filter(({ sale }) => taxYearOf(sale.day) === year)
    expect(report.unmatched.map(({ stockName, date, quantity }) => [stockName, date, quantity])).toEqual(
      unknown.map(({ sale, quantity }) => [sale.stock, sale.day, Number(quantity) / 1e8]),
    )
  }
})
