import * as z from 'zod/mini'
import { waitingFile } from '../core/approval.ts'
import { call } from '../platform/call.ts'
import { packedFileErrors } from '../platform/csv.ts'
import { invalid } from '../platform/error.ts'
import { secondFields } from '../platform/field.ts'
import { countedFile, countedFileErrors } from './counted-file.ts'
import { exchanges } from './market.ts'

/** fair-value: the highest prices of 31 January 2018, from the exchanges' price lists of that day, for the cost in tax reports. */

export const fairValueRules = {
  /** Rupees of one share, far above every price of that day. */
  mostPrice: 1_000_000,
} as const

const reading = z.object({
  exchange: z.enum(exchanges),
  name: z.string(),
  rows: z.number(),
  /** One for each ISIN. */
  prices: z.number(),
  /** Rows that are not used, by the reason. */
  leftOut: z.array(z.object({ reason: z.string(), rows: z.number() })),
  /** Compared with the list of this exchange that counts; all are new without one. */
  added: z.number(),
  changed: z.number(),
  absent: z.number(),
})
export type FairValueReading = z.infer<typeof reading>

export const fairValueErrors = {
  columns: invalid(
    'This is not the price list of 31 January 2018: the first row must name a column with the ISIN and the column HIGH. The list of BSE without ISINs (EQ310118) cannot be used; choose EQ_ISINCODE_310118.',
  ),
  name: invalid(
    'The list must have the name the exchange gave it: cm31JAN2018bhav.csv for NSE, EQ_ISINCODE_310118.CSV for BSE, or either as a zip file.',
  ),
  noRows: invalid('The list has no prices in it'),
  ...packedFileErrors,
} as const

const e = fairValueErrors
const errors = countedFileErrors([e.columns, e.name, e.noRows])

export const fairValueCalls = {
  list: call('GET /desk/fair-values', 'price.import', {
    does: 'The lists of highest prices of 31 January 2018 that were imported, newest first, and those that wait for a second operator.',
    reads: ['market', 'proposal'],
    reply: z.object({
      /** `counts`: the newest of its exchange. */
      lists: z.array(z.extend(countedFile, { rows: z.number(), prices: z.number(), counts: z.boolean() })),
      waitingFiles: z.array(waitingFile),
    }),
  }),
  preview: call('POST /desk/fair-values/preview', 'price.import', {
    does: 'What importing a list of prices of 31 January 2018 (field `file`: CSV, gzip or zip) would do. Changes nothing.',
    csv: 'file',
    reply: z.extend(reading, { secondReasons: secondFields.secondReasons }),
    errors: errors.preview,
  }),
  importFile: call('POST /desk/fair-values', 'price.import', {
    does: 'Imports an exchange’s list of prices of 31 January 2018, whose highest prices the tax reports use as the cost of shares bought until that day. It waits for a second operator; a newer list of the exchange replaces the one before.',
    csv: 'file',
    reply: z.extend(reading, secondFields),
    errors: errors.send,
  }),
}
