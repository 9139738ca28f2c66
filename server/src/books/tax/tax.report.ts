import { rupeesOf } from '@sauda/contract/platform/money'
import type { StockYear, TaxCategoryView, TaxReport } from '@sauda/contract/books/tax'
import {
  isGrandfathered,
  type ReconciliationLine,
  taxCategories,
  type TaxCategory,
  taxPeriodOf,
  taxYearDays,
  taxYearName,
  taxYearOf,
} from '@sauda/contract/books/tax-year'
import { decimalNumber, shareOf } from '@sauda/contract/platform/decimal'
import type { TaxAction } from './tax.action.ts'
import { exemptionOf, lawOf, rateOf } from './tax.law.ts'
import {
  afterCharges,
  type Exit,
  type FairPrices,
  matchTrades,
  profitOf,
  type TaxTrade,
  type UnmatchedSale,
} from './tax.match.ts'

/** A trade with what the other screens show of it. */
export type ReportTrade = TaxTrade & {
  readonly tradeId: string
  readonly isin: string
  /** The day it was booked; `day` is the day it was traded. */
  readonly bookedDay: string
  /** With STT, as on its trade day. */
  readonly allCharges: bigint
  /** No exchange file has confirmed it. */
  readonly isUncharged: boolean
  /** The profit of a sale against the lot the dealer sold. */
  readonly lotProfit: bigint
  /** What a company paid for shares that it bought back while that was a dividend; then `amount` is 0. */
  readonly dividend?: bigint | undefined
}

/** What the other screens count as profit of the quantity without a purchase. */
const unknownProfit = ({ sale, quantity }: UnmatchedSale<ReportTrade>): bigint =>
  shareOf(sale.lotProfit, quantity, sale.quantity)

const total = <T>(rows: readonly T[], of: (row: T) => bigint): bigint => rows.reduce((sum, row) => sum + of(row), 0n)
const absolute = (paise: bigint): bigint => (paise < 0n ? -paise : paise)

/** What happened to the shares beside the trades. */
export type Around = { readonly actions?: readonly TaxAction[]; readonly fairPrices?: FairPrices }

/** Matches everything ever traded, because a year's sales may be of any year's purchases. */
export function exitsOfYear(trades: readonly ReportTrade[], year: number, { actions, fairPrices }: Around = {}) {
  const { exits, unmatched } = matchTrades(trades, actions, fairPrices)
  const isOfYear = ({ sale }: { readonly sale: ReportTrade }): boolean => taxYearOf(sale.day) === year
  return { exits: exits.filter(isOfYear), unmatched: unmatched.filter(isOfYear) }
}

/** Years with a trade are listed, and `currentYear` even without one. */
export function reportOf(
  trades: readonly ReportTrade[],
  year: number,
  currentYear: number,
  around?: Around,
): TaxReport {
  const { exits, unmatched } = exitsOfYear(trades, year, around)
  const old = exits.filter(({ category, buy, sale }) => isGrandfathered(category, buy.day, sale.day))
  const sales = trades.filter(({ action, isReversed }) => action === 'SELL' && !isReversed)
  const booked = trades.filter(({ isReversed }) => !isReversed)
  const law = lawOf(year)
  const stocksWithoutIsin = exits
    .filter(({ sale }) => sale.segment === 'equity' && sale.isin === '')
    .map(({ sale }) => sale.stock)
  return {
    year: taxYearName(year),
    years: [...new Set([currentYear, year, ...booked.map(({ day }) => taxYearOf(day))])]
      .toSorted((one, other) => other - one)
      .map(taxYearName),
    ...taxYearDays(year),
    act: law.act,
    auditSection: law.auditSection,
    exemption: rupeesOf(exemptionOf(year)),
    categories: taxCategories.map((category) =>
      categoryOf(
        category,
        exits.filter((exit) => exit.category === category),
        year,
      ),
    ),
    stocks: stocksOf(trades, exits, year),
    ...earnedOf(tradedIn(trades, year), exits),
    afterCharges: rupeesOf(total(exits, afterCharges)),
    reconciliation: reconcile(
      sales,
      { tax: total(exits, profitOf), unknown: total(unmatched, unknownProfit), added: total(exits, addedTo) },
      year,
    ),
    unmatched: unmatched.map(({ sale, quantity, saleValue }) => ({
      stockName: sale.stock,
      tradeId: sale.tradeId,
      date: sale.day,
      quantity: decimalNumber(quantity),
      saleValue: rupeesOf(saleValue),
    })),
    withoutIsin: [...new Set(stocksWithoutIsin)].toSorted(),
    ignoredLosses: rupeesOf(total(exits, ({ ignoredLoss = 0n }) => ignoredLoss)),
    buybackDividends: rupeesOf(total(tradedIn(trades, year), ({ dividend = 0n }) => dividend)),
    boughtBefore2018: old.length,
    withoutFairValue: stocksWithoutFairValue(old),
  }
}

const addedTo = ({ addedCost = 0n }: Exit): bigint => addedCost
/** Against the actual cost. */
const earnedBy = (exit: Exit): bigint => profitOf(exit) + addedTo(exit)

const stocksWithoutFairValue = (exits: readonly Exit[]): string[] =>
  [...new Set(exits.flatMap(({ fairValue, sale }) => (fairValue === undefined ? [sale.stock] : [])))].toSorted()

/** The trades whose sales and charges count in a year. */
const tradedIn = (trades: readonly ReportTrade[], year: number): ReportTrade[] =>
  trades.filter(({ day, isReversed }) => !isReversed && taxYearOf(day) === year)

function earnedOf(trades: readonly ReportTrade[], exits: readonly Exit<ReportTrade>[]): Omit<StockYear, 'year'> {
  const [profit, charges] = [total(exits, earnedBy), total(trades, ({ allCharges }) => allCharges)]
  return {
    sales: trades.filter(({ action }) => action === 'SELL').length,
    profitLoss: rupeesOf(profit),
    charges: rupeesOf(charges),
    uncharged: trades.filter(({ isUncharged }) => isUncharged).length,
    net: rupeesOf(profit - charges),
  }
}

function stocksOf(trades: readonly ReportTrade[], exits: readonly Exit<ReportTrade>[], year: number) {
  const exitsOf = Map.groupBy(exits, ({ sale }) => sale.stock)
  return [...Map.groupBy(tradedIn(trades, year), ({ stock }) => stock)]
    .map(([stockName, own]) => ({ stockName, ...earnedOf(own, exitsOf.get(stockName) ?? []) }))
    .filter(({ sales, charges }) => sales > 0 || charges > 0)
    .toSorted((one, other) => other.net - one.net || one.stockName.localeCompare(other.stockName))
}

/**
 * The years of the trades of one stock, newest first; `currentYear` also without a trade. `all`: also the trades of shares that it came
 * from.
 */
export function yearsOfStock(
  stock: string,
  all: readonly ReportTrade[],
  currentYear: number,
  { actions, fairPrices }: Around = {},
): StockYear[] {
  const exits = matchTrades(all, actions, fairPrices).exits.filter(({ sale }) => sale.stock === stock)
  const trades = all.filter((trade) => trade.stock === stock)
  const years = trades.filter(({ isReversed }) => !isReversed).map(({ day }) => taxYearOf(day))
  return [...new Set([currentYear, ...years])]
    .toSorted((one, other) => other - one)
    .map((year) => ({
      year: taxYearName(year),
      ...earnedOf(
        tradedIn(trades, year),
        exits.filter(({ sale }) => taxYearOf(sale.day) === year),
      ),
    }))
}

function categoryOf(category: TaxCategory, exits: readonly Exit[], year: number): TaxCategoryView {
  const turnover = total(exits, (exit) => absolute(profitOf(exit)))
  const saleValue = total(exits, (exit) => exit.saleValue)
  const isDelivery = category === 'shortTerm' || category === 'longTerm'
  return {
    category,
    exits: exits.length,
    buyValue: rupeesOf(total(exits, (exit) => exit.buyValue)),
    saleValue: rupeesOf(saleValue),
    profitLoss: rupeesOf(total(exits, profitOf)),
    charges: rupeesOf(total(exits, ({ buyCharges, saleCharges }) => buyCharges + saleCharges)),
    stt: rupeesOf(total(exits, ({ stt }) => stt)),
    afterCharges: rupeesOf(total(exits, afterCharges)),
    section: lawOf(year).sections[category],
    turnover: rupeesOf(turnover),
    turnoverIcai: rupeesOf(isDelivery ? saleValue : turnover),
    periods: [0, 1, 2, 3, 4].map((period) =>
      rupeesOf(
        total(
          exits.filter(({ sale }) => taxPeriodOf(sale.day) === period),
          profitOf,
        ),
      ),
    ),
    rates: ratesOf(category, exits),
  }
}

/** Oldest rate first. */
function ratesOf(category: TaxCategory, exits: readonly Exit[]): TaxCategoryView['rates'] {
  const groups = Map.groupBy(exits, ({ sale }) => rateOf(category, sale.day)?.from)
  return [...groups].flatMap(([from, group]) => {
    const rate = from === undefined ? undefined : rateOf(category, from)
    return rate ? [{ ...rate, profitLoss: rupeesOf(total(group, profitOf)) }] : []
  })
}

/** The differences explain the whole way from the portfolio's figure to the tax report's. */
function reconcile(
  sales: readonly ReportTrade[],
  { tax, unknown, added }: Readonly<Record<'tax' | 'unknown' | 'added', bigint>>,
  year: number,
): TaxReport['reconciliation'] {
  const of = (line: ReconciliationLine): bigint => total(sales, (sale) => amountOf(sale, line, year) ?? 0n)
  return {
    portfolioAllYears: rupeesOf(of('portfolioAllYears')),
    portfolio: rupeesOf(of('portfolio')),
    otherYear: rupeesOf(of('otherYear')),
    unknownCost: rupeesOf(-unknown),
    otherLots: rupeesOf(tax + added + unknown - of('buyback') - of('portfolio') - of('otherYear')),
    fairValue: rupeesOf(-added),
    buyback: rupeesOf(of('buyback')),
    tax: rupeesOf(tax),
  }
}

/**
 * The profit of a sale of this year: `matched` in the report, `unknown` what the other screens count for the quantity without a purchase,
 * `added` what the price of 31 January 2018 took off `matched`.
 */
type InReport = {
  readonly matched?: bigint | undefined
  readonly unknown?: bigint | undefined
  readonly added?: bigint
}

/** The note of a sale on a line, undefined if none. */
function amountOf(
  { day, bookedDay, lotProfit, dividend = 0n }: ReportTrade,
  line: ReconciliationLine,
  year: number,
  { matched = 0n, unknown, added = 0n }: InReport = {},
): bigint | undefined {
  const [isTraded, isBooked] = [taxYearOf(day) === year, taxYearOf(bookedDay) === year]
  switch (line) {
    case 'portfolioAllYears':
      return lotProfit
    case 'portfolio':
      return isBooked ? lotProfit : undefined
    case 'otherYear':
      return isTraded === isBooked ? undefined : isTraded ? lotProfit : -lotProfit
    case 'unknownCost':
      return unknown === undefined ? undefined : -unknown
    case 'otherLots': {
      const rest = lotProfit - dividend - (unknown ?? 0n)
      return isTraded && matched + added !== rest ? matched + added - rest : undefined
    }
    case 'fairValue':
      return added === 0n ? undefined : -added
    case 'buyback':
      return isTraded && dividend > 0n ? -dividend : undefined
  }
}

/** The sales whose amounts add up to a line, in the order of trading. */
export function salesOfLine(trades: readonly ReportTrade[], line: ReconciliationLine, year: number, around?: Around) {
  const { exits, unmatched } = exitsOfYear(trades, year, around)
  const bySale = Map.groupBy(exits, ({ sale }) => sale.id)
  const unknown = new Map(unmatched.map((each) => [each.sale.id, unknownProfit(each)]))
  return trades
    .filter(({ action, isReversed }) => action === 'SELL' && !isReversed)
    .flatMap((sale) => {
      const own = bySale.get(sale.id)
      const inReport = {
        matched: own && total(own, profitOf),
        unknown: unknown.get(sale.id),
        added: total(own ?? [], addedTo),
      }
      const amount = amountOf(sale, line, year, inReport)
      return amount === undefined ? [] : [{ sale, amount, matched: inReport.matched }]
    })
}
