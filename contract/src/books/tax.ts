import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { dayInIndia } from '../platform/day-text.ts'
import { decimalOut, id, line, rupeesOut } from '../platform/field.ts'
import { reconciliationLines, taxCategories, taxYearName, taxYearOf } from './tax-year.ts'
import { commonErrors, invalid } from '../platform/error.ts'

/** tax: profit and loss of a financial year as a tax return needs it. Nothing here is booked or changed. */

export const taxRules = {
  pageRows: 50,
  /** Exits of a year in one file. */
  fileRows: 100_000,
} as const

const category = z.enum(taxCategories, { error: 'Choose a category such as shortTerm' })

const figures = {
  exits: z.number(),
  buyValue: rupeesOut,
  saleValue: rupeesOut,
  profitLoss: rupeesOut,
}

const categoryView = z.object({
  category,
  ...figures,
  /** Charges of these purchases and sales without STT, STT, and the profit less what of both may be deducted. */
  charges: rupeesOut,
  stt: rupeesOut,
  afterCharges: rupeesOut,
  /** The section under which the profit is taxed, of the act of that year. */
  section: z.string(),
  /** Sum of the profits and losses, each without its sign. */
  turnover: rupeesOut,
  /** Computed as in the ICAI's guidance note: delivery by its sale value. */
  turnoverIcai: rupeesOut,
  /** Profit and loss by the five periods of Schedule CG. */
  periods: z.array(rupeesOut),
  /** Capital gains by the rate on the date of sale; more than one where the rate changed within the year. */
  rates: z.array(z.object({ from: z.iso.date(), ratePercent: z.number(), profitLoss: rupeesOut })),
})
export type TaxCategoryView = z.infer<typeof categoryView>

/** What a year of trading earned. */
const earned = {
  /** Sales that were not reversed, with those of unknown cost. */
  sales: z.number(),
  /** As matched in the report, against the actual cost. */
  profitLoss: rupeesOut,
  /** All charges of the year's purchases and sales, as on their trade days. */
  charges: rupeesOut,
  /** Trades whose charges are not known yet. */
  uncharged: z.number(),
  net: rupeesOut,
}
const stockYear = z.object({ year: z.string(), ...earned })
export type StockYear = z.infer<typeof stockYear>

export const taxReport = z.object({
  /** `2025-26` */
  year: z.string(),
  /** Newest first: the current year, and every year with a sale. */
  years: z.array(z.string()),
  from: z.iso.date(),
  to: z.iso.date(),
  act: z.string(),
  auditSection: z.string(),
  /** Long-term gains of the year up to this amount are exempt. */
  exemption: rupeesOut,
  categories: z.array(categoryView),
  /** Every stock sold or charged in the year, by its net amount; together the total below. */
  stocks: z.array(z.object({ stockName: z.string(), ...earned })),
  ...earned,
  afterCharges: rupeesOut,
  /** From the realised profit and loss of the other screens to that of this report. */
  reconciliation: z.object({
    portfolioAllYears: rupeesOut,
    portfolio: rupeesOut,
    /** Sales booked in one year but traded in another. */
    otherYear: rupeesOut,
    /** What the other screens count as profit of the sales of unknown cost. */
    unknownCost: rupeesOut,
    /** Same-day and first-in-first-out matching instead of the lot the dealer sold. */
    otherLots: rupeesOut,
    /** What the price of 31 January 2018 adds to the cost. */
    fairValue: rupeesOut,
    /** Payments of buybacks that are a dividend, which the other screens count as sale value. */
    buyback: rupeesOut,
    tax: rupeesOut,
  }),
  /** Sales without a purchase before them; their cost is unknown and they are in no total. */
  unmatched: z.array(
    z.object({
      stockName: z.string(),
      tradeId: z.string(),
      date: z.iso.date(),
      quantity: decimalOut,
      saleValue: rupeesOut,
    }),
  ),
  /** Equity sold without an ISIN in the list of instruments. */
  withoutIsin: z.array(z.string()),
  /** Losses that do not count, because the shares were bought shortly before a bonus whose shares are held: they are the cost of those. */
  ignoredLosses: rupeesOut,
  /** What companies paid for shares bought back from October 2024 to March 2026: a dividend, while their cost is a capital loss. */
  buybackDividends: rupeesOut,
  /** Sold in this year, bought until 31 January 2018: the cost may be the price of that day. */
  boughtBefore2018: z.number(),
  /** Stocks of these sales whose price of that day is not known, so that their actual cost counts. */
  withoutFairValue: z.array(z.string()),
})
export type TaxReport = z.infer<typeof taxReport>

/** For what was bought until 31 January 2018, where the price of that day is known. */
export const fairValueFields = {
  /** The quantity at the highest price of that day; after a split or merger, of the shares held then. */
  fairValue: z.optional(rupeesOut),
  /** What it adds to the actual cost; `buyValue` has it. */
  addedCost: z.optional(rupeesOut),
}

const exitTrade = z.object({ _id: id, tradeId: z.string(), date: z.iso.date() })

const exitView = z.object({
  category,
  stockName: z.string(),
  isin: z.optional(z.string()),
  buy: exitTrade,
  sale: exitTrade,
  quantity: decimalOut,
  buyValue: rupeesOut,
  saleValue: rupeesOut,
  profitLoss: rupeesOut,
  buyCharges: rupeesOut,
  saleCharges: rupeesOut,
  /** The sum of both. */
  stt: rupeesOut,
  /** STT is deducted from business income only. */
  afterCharges: rupeesOut,
  /** Not counted because of a bonus, and taken off `buyValue`. */
  ignoredLoss: z.optional(rupeesOut),
  ...fairValueFields,
  daysHeld: z.number(),
  /** 0 to 4, of Schedule CG. */
  period: z.number(),
})
export type TaxExit = z.infer<typeof exitView>

const reconciledSale = z.object({
  ...exitTrade.shape,
  stockName: z.string(),
  bookedOn: z.iso.date(),
  /** Against the purchase the dealer sold, and against those the report matches; without the latter, in another year. */
  portfolio: rupeesOut,
  matched: z.optional(rupeesOut),
  /** The note that the sale adds to the line. */
  amount: rupeesOut,
})
export type ReconciledSale = z.infer<typeof reconciledSale>

export const taxErrors = {
  tooLarge: invalid(
    'This year has more than 1,00,000 sales, which is too many for one file. Please write to us for it.',
  ),
} as const

export const yearText = z.string({ error: 'Choose a financial year such as 2025-26' }).check(
  z.refine((text) => /^(?:19|20|21)\d\d-\d\d$/.test(text) && text === taxYearName(Number(text.slice(0, 4))), {
    error: 'Choose a financial year such as 2025-26',
    abort: true,
  }),
  z.refine((text) => Number(text.slice(0, 4)) <= taxYearOf(dayInIndia(new Date())), {
    error: 'This financial year has not started yet',
  }),
)

const stock = line('Choose a stock', 30)
const before = z.optional(z.string().check(z.regex(/^\d{1,7}$/, { error: 'Enter the number of sales not yet read' })))

export const taxCalls = {
  report: call('GET /user/tax/:userId', 'client', {
    does: 'Profit and loss of a financial year by tax category, with turnover, quarters and the reconciliation with the other screens; the current year without `year`.',
    reads: ['trade'],
    query: z.object({ year: z.optional(yearText) }),
    reply: taxReport,
  }),
  stock: call('GET /user/tax/:userId/stock', 'client', {
    does: 'What one stock earned in the current and every earlier financial year with a trade in it, newest first. It may be sold out.',
    reads: ['trade'],
    query: z.object({ stock }),
    /** `name` is absent where the stock is not in the list of instruments. */
    reply: z.object({ stockName: z.string(), name: z.optional(z.string()), years: z.array(stockYear) }),
    errors: [commonErrors.notFound],
  }),
  exits: call('GET /user/tax/:userId/exits', 'client', {
    does: 'The matched purchases and sales behind a figure, newest sale first; `before` is the number of those not yet read.',
    reads: ['trade'],
    query: z.object({
      year: z.optional(yearText),
      category: z.optional(category),
      period: z.optional(z.enum(['0', '1', '2', '3', '4'], { error: 'Choose a period from 0 to 4' })),
      stock: z.optional(stock),
      before,
    }),
    reply: z.object({ exits: z.array(exitView), total: z.number() }),
  }),
  sales: call('GET /user/tax/:userId/sales', 'client', {
    does: 'The sales behind a line of the reconciliation, newest first; `before` is the number of those not yet read.',
    reads: ['trade'],
    query: z.object({
      year: z.optional(yearText),
      line: z.enum(reconciliationLines, { error: 'Choose a line such as portfolio' }),
      before,
    }),
    reply: z.object({ sales: z.array(reconciledSale), total: z.number() }),
  }),
  file: call('GET /user/tax/:userId/file', 'client', {
    does: 'The report of a financial year with every exit, as a workbook (XLSX) or as CSV.',
    query: z.object({
      year: z.optional(yearText),
      format: z.enum(['xlsx', 'csv'], { error: 'Choose xlsx or csv' }),
    }),
    reply: 'file',
    errors: [taxErrors.tooLarge],
  }),
}
