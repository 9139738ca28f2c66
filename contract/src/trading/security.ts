import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { csvErrorList, packedFileErrors } from '../platform/csv.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { id, line, messageReply, moment } from '../platform/field.ts'
import { idempotencyErrors } from '../core/idempotency.ts'
import { closingPriceRules } from './closing-price.ts'
import { exchanges } from './market.ts'

/** security: the securities of the exchanges by ISIN, from their master files. */

export const securityRules = { leastRowsPercent: closingPriceRules.leastRowsPercent, files: 30, listed: 500 } as const

const exchange = z.enum(exchanges)
/** The symbol has another ISIN than before: after a split, consolidation or merger. */
const successor = z.object({ isin: z.string(), successor: z.string(), symbol: z.string(), from: z.iso.date() })
export type Successor = z.infer<typeof successor>

const reading = z.object({
  /** listing: a list of securities. symbols: changes of symbols. */
  kind: z.enum(['listing', 'symbols']),
  exchange,
  day: z.iso.date(),
  name: z.string(),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  renamed: z.array(z.object({ isin: z.string(), from: z.string(), to: z.string() })),
  successors: z.array(successor),
})
export type SecurityReading = z.infer<typeof reading>

export const securityErrors = {
  columns: invalid(
    'This is not a list of securities: choose EQUITY_L.csv, the security file of NSE or BSE, the list of scrips of BSE, or symbolchange.csv, as the exchange names and writes it.',
  ),
  noRows: invalid('The file has no securities in it'),
  ...packedFileErrors,
  ownFile: conflict('You imported this file, so another operator must decide on the new ISIN.'),
  decided: conflict('This ISIN does not wait for a decision any more'),
} as const

const e = securityErrors
const fileErrors = [...csvErrorList, e.columns, e.noRows, ...Object.values(packedFileErrors)]

export const securityCalls = {
  list: call('GET /desk/securities/files', 'trade.book', {
    does: 'The latest master files of the exchanges, and the new ISINs that wait for an operator.',
    reads: ['market'],
    reply: z.object({
      files: z.array(
        z.object({
          _id: id,
          kind: reading.shape.kind,
          exchange,
          day: z.iso.date(),
          name: z.string(),
          rows: z.number(),
          importedBy: z.string(),
          importedAt: moment,
        }),
      ),
      waiting: z.array(successor),
    }),
  }),
  preview: call('POST /desk/securities/files/preview', 'trade.book', {
    does: 'What importing a master file (field `file`: CSV, gzip or zip) would do. Changes nothing.',
    csv: 'file',
    reply: reading,
    errors: fileErrors,
  }),
  importFile: call('POST /desk/securities/files', 'trade.book', {
    does: 'Imports a master file of an exchange. A renamed security gets its new symbol as another name; a new ISIN of a symbol waits for another operator.',
    csv: 'file',
    reply: reading,
    errors: [...fileErrors, ...Object.values(idempotencyErrors)],
  }),
  decide: call('POST /desk/securities/successors/decide', 'trade.book', {
    does: 'Accepts or rejects that an ISIN was replaced by another one; not by the operator who imported the file.',
    body: z.object({
      isin: line('Enter the ISIN', 12),
      accept: z.boolean({ error: 'Choose whether the new ISIN is accepted' }),
      reason: line('Please enter the reason', 300),
    }),
    reply: messageReply,
    errors: [e.ownFile, e.decided, commonErrors.notFound],
  }),
}
