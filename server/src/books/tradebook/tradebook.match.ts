import type { TradebookExit, TradebookKind, TradebookLine } from '@sauda/contract/books/tradebook'
import { tradebookKinds, tradebookRules } from '@sauda/contract/books/tradebook'
import {
  isGrandfathered,
  taxCategories,
  taxCategoryNames,
  taxYearName,
  taxYearOf,
} from '@sauda/contract/books/tax-year'
import { decimalNumber, decimalOf, moneyOf } from '@sauda/contract/platform/decimal'
import { rupeesOf, sum } from '@sauda/contract/platform/money'
import type { Cell } from '../../platform/csv.ts'
import {
  daysHeld,
  type Exit,
  fairValueOf,
  matchTrades,
  profitOf,
  type TaxTrade,
  type UnmatchedSale,
} from '../tax/tax.match.ts'
import { fairValueCells, fairValueColumns } from '../tax/tax.sheets.ts'
import type { Around, ReportTrade } from '../tax/tax.report.ts'
import type { TradebookRow } from './tradebook.sql.ts'

/**
 * Matches the trades in a client's tradebooks with each other, and with the sales here whose cost is unknown, first in, first out
 * (docs/decisions/0106-history-from-elsewhere.md). Nothing of it is in the figures of the tax report.
 */

type StatedTrade = TaxTrade & {
  readonly kind: TradebookKind
  readonly symbol: string
  readonly isin: string
  readonly tradeId?: string
}
export type StatedExit = Exit<StatedTrade>
export type Stated = {
  readonly exits: readonly StatedExit[]
  readonly unmatched: readonly UnmatchedSale<StatedTrade>[]
}

/** `unknown`: the sales here without a purchase, of all years. `actions`: all that were booked, of any stock. */
export function matchStated(
  rows: readonly TradebookRow[],
  unknown: readonly UnmatchedSale<ReportTrade>[],
  { actions, fairPrices }: Around = {},
): Stated {
  const sales = unknown.filter(({ sale }) => sale.segment === 'equity').map(soldHere)
  // On one day a sale elsewhere comes first.
  const trades = [...rows.map(statedTrade), ...sales].toSorted((one, other) => one.day.localeCompare(other.day))
  const { exits, unmatched } = matchTrades(trades, actions, fairPrices)
  return { exits, unmatched: unmatched.filter(({ sale }) => sale.kind === 'elsewhere') }
}

const statedTrade = (row: TradebookRow): StatedTrade => {
  const [quantity, price] = [decimalOf(row.quantity) ?? 0n, decimalOf(row.price) ?? 0n]
  return {
    id: row.id,
    kind: 'elsewhere',
    action: row.side === 'B' ? 'BUY' : 'SELL',
    stock: row.stock,
    symbol: row.symbol,
    isin: row.isin,
    segment: 'equity',
    quantity,
    amount: moneyOf(price, quantity),
    // A tradebook has no charges.
    charges: 0n,
    stt: 0n,
    day: row.day,
    isReversed: false,
    isDelivered: row.isDelivered,
  }
}

const soldHere = ({ sale, quantity, saleValue }: UnmatchedSale<ReportTrade>): StatedTrade => ({
  id: sale.id,
  tradeId: sale.tradeId,
  kind: 'transferred',
  action: 'SELL',
  stock: sale.stock,
  symbol: sale.stock,
  isin: sale.isin,
  segment: 'equity',
  quantity,
  amount: saleValue,
  charges: 0n,
  stt: 0n,
  day: sale.day,
  isReversed: false,
  // What was bought elsewhere on the day of the sale cannot be delivered here.
  isDelivered: true,
})

const kinds = Object.keys(tradebookKinds) as TradebookKind[]
const yearOf = ({ sale }: { readonly sale: StatedTrade }): number => taxYearOf(sale.day)

export function statedYear({ exits, unmatched }: Stated, year: number) {
  const ofYear = exits.filter((exit) => yearOf(exit) === year)
  const without = unmatched.filter((each) => yearOf(each) === year)
  return {
    year: taxYearName(year),
    years: [...new Set([...exits, ...unmatched].map(yearOf))].toSorted((one, other) => other - one).map(taxYearName),
    lines: kinds.flatMap((kind) =>
      taxCategories.flatMap((category): TradebookLine[] => {
        const of = ofYear.filter((exit) => exit.sale.kind === kind && exit.category === category)
        return of.length === 0 ? [] : [{ kind, category, exits: of.length, ...figuresOf(of) }]
      }),
    ),
    unmatched: without.slice(0, tradebookRules.pageRows).map(({ sale, quantity, saleValue }) => ({
      stockName: sale.symbol,
      soldOn: sale.day,
      quantity: decimalNumber(quantity),
      saleValue: rupeesOf(saleValue),
    })),
    unmatchedCount: without.length,
    withoutFairValue: [...new Set(ofYear.filter(lacksFairValue).map(({ sale }) => sale.symbol))].toSorted(),
  }
}

const lacksFairValue = ({ category, buy, sale, fairValue }: StatedExit): boolean =>
  fairValue === undefined && isGrandfathered(category, buy.day, sale.day)

const figuresOf = (exits: readonly StatedExit[]) => ({
  buyValue: rupeesOf(sum(exits.map(({ buyValue }) => buyValue))),
  saleValue: rupeesOf(sum(exits.map(({ saleValue }) => saleValue))),
  profitLoss: rupeesOf(sum(exits.map(profitOf))),
})

type Filter = { readonly kind?: TradebookKind | undefined; readonly category?: string | undefined }

export const statedExits = ({ exits }: Stated, year: number, { kind, category }: Filter = {}): StatedExit[] =>
  exits.filter(
    (exit) =>
      yearOf(exit) === year &&
      (kind === undefined || exit.sale.kind === kind) &&
      (category === undefined || exit.category === category),
  )

export const statedView = (exit: StatedExit): TradebookExit => {
  const { buy, sale, category, quantity } = exit
  return {
    kind: sale.kind,
    category,
    stockName: sale.symbol,
    isin: sale.isin === '' ? buy.isin : sale.isin,
    boughtOn: buy.day,
    soldOn: sale.day,
    ...(sale.tradeId !== undefined && { tradeId: sale.tradeId }),
    quantity: decimalNumber(quantity),
    ...figuresOf([exit]),
    ...fairValueOf(exit),
    daysHeld: daysHeld(exit),
  }
}

/** In files: none without a tradebook. `broker`: the name of this one. */
export function statedRows(exits: readonly TradebookExit[], broker: string): Cell[][] {
  if (exits.length === 0) return []
  return [
    ['By the client’s own statement: tradebooks of other brokers'],
    [
      `The client stated these purchases and sales. ${broker} has not checked them. They are in no other figure of this file, and their charges are not known.`,
    ],
    ...kinds.flatMap((kind): Cell[][] => {
      const own = exits.filter((exit) => exit.kind === kind)
      if (own.length === 0) return []
      return [
        [],
        [tradebookKinds[kind]],
        statedColumns,
        ...own.map(({ stockName, isin, category, boughtOn, soldOn, tradeId, ...exit }): Cell[] => [
          stockName,
          isin,
          taxCategoryNames[category],
          boughtOn,
          soldOn,
          exit.quantity,
          exit.buyValue,
          exit.saleValue,
          exit.profitLoss,
          exit.daysHeld,
          'Client’s statement',
          tradeId ?? 'Client’s statement',
          ...fairValueCells({ category, ...exit }, boughtOn, soldOn),
        ]),
      ]
    }),
  ]
}

const statedColumns = [
  'Symbol',
  'ISIN',
  'Category',
  'Entry Date',
  'Exit Date',
  'Quantity',
  'Buy Value',
  'Sell Value',
  'Profit before Charges',
  'Period of Holding',
  'Entry by',
  'Exit by',
  ...fairValueColumns,
]
