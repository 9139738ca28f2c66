import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { packedFileErrors } from '../platform/csv.ts'
import { waitingFile } from '../core/approval.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { line, messageReply, secondFields, unusedColumns } from '../platform/field.ts'
import { countedFile, countedFileErrors } from './counted-file.ts'
import { exchanges } from './market.ts'

/** security: the securities of the exchanges by ISIN, from their master files. */

export const securityRules = { files: 30, listed: 500 } as const

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
  /** Names and symbols that clients may not read: the former name stays, a row with such a symbol is left out. */
  rejected: z.array(
    z.object({ isin: z.optional(z.string()), symbol: z.string(), text: z.string(), reason: z.string() }),
  ),
  /** Symbols of ETFs whose underlying is not taxed as equity, on which STT is charged nevertheless. */
  sttToCheck: z.array(z.string()),
  /** Rows that are not used, by reason. */
  skipped: z.array(z.object({ reason: z.string(), rows: z.number() })),
  unused: unusedColumns,
})
export type SecurityReading = z.infer<typeof reading>

export const securityErrors = {
  columns: invalid(
    'This is not a list of securities: choose EQUITY_L, SME_EQUITY_L, eq_etfseclist, REITS_L or INVITS_L of NSE, Equity of BSE, the security file of NSE or BSE, or symbolchange, with the name and contents that the exchange gave it.',
  ),
  noRows: invalid('The file has no securities in it'),
  ...packedFileErrors,
  ownFile: conflict('You imported this file, so another operator must decide on the new ISIN.'),
  decided: conflict('This ISIN is no longer awaiting a decision'),
} as const

const e = securityErrors
const errors = countedFileErrors([e.columns, e.noRows])

export const securityCalls = {
  list: call('GET /desk/securities/files', 'exchange.import', {
    does: 'The latest master files of the exchanges, and the new ISINs that wait for an operator.',
    reads: ['market', 'proposal'],
    reply: z.object({
      files: z.array(z.extend(countedFile, { kind: reading.shape.kind, rows: z.number() })),
      waiting: z.array(successor),
      waitingFiles: z.array(waitingFile),
    }),
  }),
  preview: call('POST /desk/securities/files/preview', 'exchange.import', {
    does: 'What importing a master file (field `file`: CSV, gzip or zip) would do. Changes nothing.',
    csv: 'file',
    /** `secondReasons`: why its changes of known securities would wait for a second operator. */
    reply: z.extend(reading, { secondReasons: secondFields.secondReasons }),
    errors: errors.preview,
  }),
  importFile: call('POST /desk/securities/files', 'exchange.import', {
    does: 'Imports a master file of an exchange. New securities count at once; new symbols and ISINs of known ones, and that they are ETFs, wait for another operator. A renamed security gets its new symbol as another name.',
    csv: 'file',
    reply: z.extend(reading, secondFields),
    errors: errors.send,
  }),
  decide: call('POST /desk/securities/successors/decide', 'exchange.import', {
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
