import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { id, moment, rupeesOut, secondFields, unusedColumns } from '../platform/field.ts'
import { exchanges } from './market.ts'
import { caseWarnings } from '../core/queue.ts'
import { tradeErrors } from './trade-error.ts'
import { idempotencyErrors } from '../core/idempotency.ts'
import { commonErrors, invalid } from '../platform/error.ts'

/** trade-file: bulk upload of trades from a CSV file, all or none. */

export const tradeFileRules = {
  lines: 500,
  characters: 50_000,
  /** A character takes up to three bytes, a character escaped in JSON two. */
  bodyBytes: 3 * 50_000 + 10_000,
} as const

/** In any order; `position` is required for sells only. */
export const tradeFileColumns = ['reference', 'client', 'action', 'stock', 'quantity', 'price', 'position'] as const

/** Optional columns with the exchange's confirmation of the trade; each cell may be empty. */
export const executionColumns = ['trade date', 'trade time', 'exchange', 'order number', 'trade number'] as const

const importLine = z.object({
  /** The header is line 1. */
  line: z.number(),
  reference: z.string(),
  saudaId: z.string(),
  clientId: z.optional(id),
  clientName: z.optional(z.string()),
  action: z.string(),
  stockName: z.string(),
  quantity: z.string(),
  price: z.string(),
  /** The exchange's confirmation of the trade, if the file has it. */
  tradedAt: z.optional(moment),
  exchange: z.optional(z.enum(exchanges)),
  orderNumber: z.optional(z.string()),
  exchangeTradeNumber: z.optional(z.string()),
  /** booked: booked before, unchanged. wrong: prevents booking the file. */
  status: z.enum(['new', 'booked', 'wrong']),
  problem: z.optional(z.string()),
  amount: z.optional(rupeesOut),
  fromCash: z.optional(rupeesOut),
  fromLoan: z.optional(rupeesOut),
  profitLoss: z.optional(rupeesOut),
  /** After this line and those before it. */
  cashAfter: z.optional(rupeesOut),
  loanAfter: z.optional(rupeesOut),
  /** Warnings about the price, and on the first line of each client about the client. */
  warnings: caseWarnings,
})
export type ImportLine = z.infer<typeof importLine>

const imported = z.object({
  lines: z.array(importLine),
  /** Counts by status. */
  fresh: z.number(),
  booked: z.number(),
  wrong: z.number(),
  unused: unusedColumns,
})
export type TradeImport = z.infer<typeof imported>

export const tradeFileErrors = {
  fileEmpty: invalid('The file has no trades in it'),
  fileText: invalid('The file is not plain text. Save it as CSV in UTF-8 and try again.'),
  fileLong: invalid('The file has more than 500 trades. Please split it and book one part at a time.'),
  fileLarge: invalid('The file has more than 50,000 characters. Please split it and book one part at a time.'),
  fileColumns: invalid(
    `The first line must name the columns ${tradeFileColumns.slice(0, -1).join(', ')} and, for sells, position`,
  ),
} as const

const r = tradeFileErrors

export function wrongLine(number: number, problem: string) {
  return invalid(`Line ${number}: ${problem}. Nothing was booked.`)
}

const file = z.object({
  csv: z
    .string({ error: 'Choose a CSV file' })
    .check(z.maxLength(tradeFileRules.characters, { error: r.fileLarge.message })),
})

const upload = {
  body: file,
  bodyBytes: tradeFileRules.bodyBytes,
  reply: imported,
  errors: [commonErrors.twoAtOnce, r.fileEmpty, r.fileText, r.fileLong, r.fileLarge, r.fileColumns],
} as const

export const tradeFileCalls = {
  preview: call('POST /desk/trades/import/preview', 'trade.book', {
    does: 'Reads a CSV file of trades and returns the effect of each line, without booking anything.',
    ...upload,
  }),
  book: call('POST /desk/trades/import', 'trade.book', {
    does: 'Books every line of a CSV file of trades, or none. A line whose reference was booked before (case-insensitive) changes nothing.',
    ...upload,
    reply: z.extend(imported, secondFields),
    errors: [
      ...upload.errors,
      wrongLine(2, tradeErrors.unknownStock.message.slice(0, -1)),
      idempotencyErrors.keyReused,
    ],
  }),
}
