import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { csvErrorList, exchangeCsvErrors, packedFileErrors } from '../platform/csv.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { decimalOut, id, moment, rupeesOut, unusedColumns } from '../platform/field.ts'
import { taxCategories } from './tax-year.ts'
import { fairValueFields, yearText } from './tax.ts'

/**
 * tradebook: the trades that a client made with another broker, by the client's own statement. They are used for tax only and are never in
 * the ledger, in positions or in limits (docs/decisions/0106-history-from-elsewhere.md).
 */

export const tradebookRules = {
  /** The most of one client. */
  files: 50,
  trades: 100_000,
  /** Rows with a fault that are named in an answer; all are counted. */
  shownFaults: 50,
  /** Rupees of one trade. */
  mostValue: 500_000_000,
  pageRows: 50,
} as const

const tradebook = z.object({
  _id: id,
  /** The name of the file. */
  name: z.string(),
  importedAt: moment,
  trades: z.number(),
  from: z.iso.date(),
  to: z.iso.date(),
})
export type Tradebook = z.infer<typeof tradebook>

const reading = z.object({
  name: z.string(),
  /** Rows of the table, and those of them that are used. */
  rows: z.number(),
  trades: z.number(),
  buys: z.number(),
  sales: z.number(),
  stocks: z.number(),
  /** The first and the last day; absent without a trade that is used. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  /** Rows that are not used, by the reason. */
  leftOut: z.array(z.object({ reason: z.string(), rows: z.number() })),
  /** Sentences about the first rows with a fault, which are not used, and how many there are. */
  faults: z.array(z.string()),
  faultCount: z.number(),
  unused: unusedColumns,
})
export type TradebookReading = z.infer<typeof reading>

/** transferred: sold here after a purchase elsewhere; elsewhere: bought and sold with another broker. */
export const tradebookKinds = {
  transferred: 'Sold here, bought elsewhere',
  elsewhere: 'Bought and sold elsewhere',
} as const
export type TradebookKind = keyof typeof tradebookKinds
const kind = z.enum(Object.keys(tradebookKinds) as [TradebookKind, ...TradebookKind[]], {
  error: 'Choose transferred or elsewhere',
})
const category = z.enum(taxCategories)

const figures = { buyValue: rupeesOut, saleValue: rupeesOut, profitLoss: rupeesOut }

const tradebookLine = z.object({ kind, category, exits: z.number(), ...figures })
export type TradebookLine = z.infer<typeof tradebookLine>

const exit = z.object({
  kind,
  category,
  stockName: z.string(),
  isin: z.string(),
  boughtOn: z.iso.date(),
  soldOn: z.iso.date(),
  /** The sale, where it was here. */
  tradeId: z.optional(z.string()),
  quantity: decimalOut,
  ...figures,
  ...fairValueFields,
  daysHeld: z.number(),
})
export type TradebookExit = z.infer<typeof exit>

export const tradebookErrors = {
  columns: invalid(
    'The file names no columns with the date, the side (buy or sell), the quantity, the price, and the ISIN or the symbol, or not the columns that you entered. Enter the names as the file has them under Columns of the file.',
  ),
  noRows: invalid('The file has no trades in it'),
  noTrades: conflict('No trade in this file can be used. The rows and the reasons are shown before the import.'),
  known: conflict('You have imported this file already. Nothing was changed.'),
  tooManyFiles: conflict(`You can have at most ${tradebookRules.files} tradebooks. Remove one first.`),
  tooManyTrades: conflict('You can have at most 1,00,000 trades from elsewhere. Remove a tradebook first.'),
  monthFirst: (line: number, date: string) =>
    invalid(
      `Line ${line}: the date ${date} has the month before the day, so that other dates in the file could be misread. Download the file with dates such as 2024-03-25.`,
    ),
  noContent: packedFileErrors.noContent,
  brokenArchive: packedFileErrors.brokenArchive,
} as const

const e = tradebookErrors
const readErrors = [
  ...csvErrorList,
  exchangeCsvErrors.tooMuch,
  e.columns,
  e.noRows,
  e.monthFirst(2, '03/25/2024'),
  e.noContent,
  e.brokenArchive,
]

const columnName = z.optional(z.string().check(z.maxLength(60)))
/** Where the file has other names: those of its columns. */
const columns = z.object({
  day: columnName,
  side: columnName,
  quantity: columnName,
  price: columnName,
  isin: columnName,
  symbol: columnName,
})

/** Files that other programs made take a while to read. */
const limit = { most: 60, seconds: 3600 } as const

export const tradebookCalls = {
  list: call('GET /user/tradebooks', 'client', {
    does: 'The tradebooks of other brokers that the client imported, newest first.',
    reads: ['trade'],
    reply: z.object({ tradebooks: z.array(tradebook) }),
  }),
  preview: call('POST /user/tradebooks/preview', 'client', {
    does: 'What importing a tradebook (field `file`: CSV, gzip, zip or Excel workbook) would do. Changes nothing.',
    csv: 'file',
    query: columns,
    limit,
    reply: reading,
    errors: readErrors,
  }),
  importFile: call('POST /user/tradebooks', 'client', {
    does: 'Stores the trades in a tradebook of another broker as the client’s own statement. They are used in the tax report only.',
    csv: 'file',
    query: columns,
    limit,
    reply: reading,
    errors: [...readErrors, e.noTrades, e.known, e.tooManyFiles, e.tooManyTrades],
  }),
  remove: call('DELETE /user/tradebooks/:tradebookId', 'client', {
    does: 'Removes a tradebook with its trades.',
    reply: z.object({ tradebooks: z.array(tradebook) }),
    errors: [commonErrors.notFound],
  }),
  year: call('GET /user/tradebooks/year', 'client', {
    does: 'What the client’s own tradebooks add to the tax report of a financial year; the current year without `year`. In no figure of the report.',
    reads: ['trade'],
    query: z.object({ year: z.optional(yearText) }),
    reply: z.object({
      year: z.string(),
      /** Newest first: years with a sale in a tradebook, or with a sale here of shares from one. */
      years: z.array(z.string()),
      lines: z.array(tradebookLine),
      /** The first sales elsewhere without a purchase before them, and how many there are; they are in no figure. */
      unmatched: z.array(
        z.object({ stockName: z.string(), soldOn: z.iso.date(), quantity: decimalOut, saleValue: rupeesOut }),
      ),
      unmatchedCount: z.number(),
      /** Stocks bought until 31 January 2018 whose price of that day is not known, so that their stated cost counts. */
      withoutFairValue: z.array(z.string()),
    }),
  }),
  exits: call('GET /user/tradebooks/exits', 'client', {
    does: 'The matched purchases and sales behind a figure of the tradebooks, newest sale first; `before` is the number of those not yet read.',
    reads: ['trade'],
    query: z.object({
      year: z.optional(yearText),
      kind: z.optional(kind),
      category: z.optional(z.enum(taxCategories, { error: 'Choose a category such as shortTerm' })),
      before: z.optional(z.string().check(z.regex(/^\d{1,7}$/, { error: 'Enter the number of sales not yet read' }))),
    }),
    reply: z.object({ exits: z.array(exit), total: z.number() }),
  }),
}
