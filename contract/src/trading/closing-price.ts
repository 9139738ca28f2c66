import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { packedFileErrors } from '../platform/csv.ts'
import { waitingFile } from '../core/approval.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { day, line, messageReply, secondFields } from '../platform/field.ts'
import { countedFile, countedFileErrors } from './counted-file.ts'
import { decimalText, exchanges, symbolText } from './market.ts'

/** closing-price: closing prices of the exchanges, from their daily price files (UDiFF bhavcopy). */

export const closingPriceRules = {
  /** The least share of the rows of the file before; fewer means that the file was cut. */
  leastRowsPercent: 90,
  /** A larger rise or fall waits for an operator. */
  mostMovePercent: 25,
  /** Days in the list of files. */
  days: 30,
  /** Held prices in one answer. */
  held: 500,
} as const

const price = z.string()
const exchange = z.enum(exchanges)

const heldPrice = z.object({
  exchange,
  day: z.iso.date(),
  isin: z.string(),
  symbol: z.string(),
  close: price,
  /** Our last close before it. */
  before: z.optional(z.object({ close: price, day: z.iso.date() })),
  /** Whether clients hold positions in it. */
  isHeldByClients: z.boolean(),
  /** Sentences. */
  reasons: z.array(z.string()),
})
export type HeldPrice = z.infer<typeof heldPrice>

const priceFile = z.extend(countedFile, { prices: z.number() })
export type PriceFile = z.infer<typeof priceFile>

const reading = z.object({
  exchange,
  day: z.iso.date(),
  name: z.string(),
  rows: z.number(),
  prices: z.number(),
  /** Rows that are not used, by the reason. */
  leftOut: z.array(z.object({ reason: z.string(), rows: z.number() })),
  held: z.array(heldPrice),
  /** Symbols of instruments in open positions that the file lacks: suspended or delisted; they keep their last close. */
  missing: z.array(z.string()),
})
export type PriceFileReading = z.infer<typeof reading>

export const closingPriceErrors = {
  columns: invalid(
    'This is not a price file of NSE or BSE: the first row must name the columns TradDt, Sgmt, Src, ISIN, TckrSymb, SctySrs, HghPric, LwPric, ClsPric and PrvsClsgPric.',
  ),
  name: invalid(
    'The file must have the name the exchange gave it, such as BhavCopy_NSE_CM_0_0_0_20261120_F_0000.csv.zip, because the day in it is compared with the rows.',
  ),
  noRows: invalid('The file has no prices in it'),
  ...packedFileErrors,
  ownFile: conflict('You imported this price, so another operator must decide on it.'),
  decided: conflict('This price is no longer awaiting a decision'),
  changed: conflict('A newer file has a different closing price. Check it and decide again.'),
} as const

const e = closingPriceErrors

const errors = countedFileErrors([e.columns, e.name, e.noRows])

export const closingPriceCalls = {
  list: call('GET /desk/closing-prices', 'price.import', {
    does: 'The latest price files, the trading days without one, and the prices that wait for an operator.',
    reads: ['market', 'proposal'],
    reply: z.object({
      files: z.array(priceFile),
      /** Past trading days since the first file of the exchange that have none. */
      missing: z.array(z.object({ exchange, day: z.iso.date() })),
      held: z.array(heldPrice),
      waitingFiles: z.array(waitingFile),
    }),
  }),
  closes: call('GET /user/closes', 'client', {
    does: 'The closing prices of a symbol, oldest first; sample data in demo mode without any.',
    reads: ['market'],
    query: z.object({ symbol: symbolText }),
    reply: z.object({
      symbol: z.string(),
      sample: z.boolean(),
      closes: z.array(z.object({ day: z.iso.date(), close: decimalText })),
    }),
  }),
  preview: call('POST /desk/closing-prices/preview', 'price.import', {
    does: 'What importing a price file (field `file`: CSV, gzip or zip) would do. Changes nothing.',
    csv: 'file',
    /** `secondReasons`: why it would wait for a second operator. */
    reply: z.extend(reading, { secondReasons: secondFields.secondReasons }),
    errors: errors.preview,
  }),
  importFile: call('POST /desk/closing-prices', 'price.import', {
    does: 'Imports the closing prices of one exchange and day, by which positions are valued where no live price is known. The first file of an exchange, one of a day that has prices already, and one after a missing day wait for a second operator.',
    csv: 'file',
    reply: z.extend(reading, secondFields),
    errors: errors.send,
  }),
  decide: call('POST /desk/closing-prices/decide', 'price.import', {
    does: 'Accepts a price that waits for an operator, or leaves it out; not by the operator who imported it.',
    body: z.object({
      exchange: z.enum(exchanges, { error: 'Choose NSE or BSE' }),
      day: day('Enter the date as YYYY-MM-DD'),
      isin: line('Enter the ISIN', 12),
      /** As the operator read it; a newer file may have another one. */
      close: z.optional(line('Enter the close', 30)),
      accept: z.boolean({ error: 'Choose whether the price is accepted' }),
      reason: line('Please enter the reason', 300),
    }),
    reply: messageReply,
    errors: [e.ownFile, e.decided, e.changed, commonErrors.notFound],
  }),
}
