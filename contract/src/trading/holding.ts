import * as z from 'zod/mini'
import { waitingFile } from '../core/approval.ts'
import { sentFileErrors } from '../core/sent-file.ts'
import { call } from '../platform/call.ts'
import { packedFileErrors, exchangeCsvErrorList } from '../platform/csv.ts'
import { invalid } from '../platform/error.ts'
import { clientFields, day, keysOf, moment, secondFields, unusedColumns } from '../platform/field.ts'

/** holding: files of the depositories with the shares in each client's demat account, compared with the positions here. */

export const holdingRules = {
  /** Days in the list of files. */
  days: 30,
  /** Lines that differ or are explained, in one answer. */
  lines: 500,
} as const

export const depositories = ['NSDL', 'CDSL'] as const
export type Depository = (typeof depositories)[number]

/** The depository of a demat account of 16 characters: NSDL begins with IN, CDSL has digits only. */
export const depositoryOf = (demat: string): Depository => (demat.startsWith('IN') ? 'NSDL' : 'CDSL')

/** explained: equal once trades that are not settled and bonus shares that are not credited yet are taken into account. */
export const holdingStates = { equal: 'Equal', explained: 'Explained', different: 'Different' } as const
export type HoldingState = keyof typeof holdingStates

/** Decimal text, units. */
const units = z.string()

const holdingLine = z.object({
  ...clientFields,
  demat: z.string(),
  isin: z.string(),
  symbol: z.optional(z.string()),
  /** In the demat account, by the file: free, pledged and locked in. */
  depository: units,
  pledged: units,
  lockedIn: units,
  /** Bought until the evening of the day, and not yet paid out. */
  bought: units,
  /** Sold until the evening of the day, and still in the demat account. */
  sold: units,
  /** Bonus shares in the position that are credited after the day. */
  entitled: units,
  /** The client's position here on the evening of the day. */
  books: units,
  /** books − (depository + bought + entitled − sold). */
  difference: units,
  state: z.enum(keysOf(holdingStates)),
  /** The first of the days, one after the other, on which the line differs; absent for a line that does not. */
  since: z.optional(z.iso.date()),
})
export type HoldingLine = z.infer<typeof holdingLine>

const counts = z.object({
  day: z.iso.date(),
  clients: z.number(),
  equal: z.number(),
  explained: z.number(),
  different: z.number(),
})
export type HoldingCounts = z.infer<typeof counts>

/** The positions in one share of the clients with a demat account here. */
const expectedHolding = z.object({ isin: z.string(), symbol: z.optional(z.string()), clients: z.number(), units })
export type ExpectedHolding = z.infer<typeof expectedHolding>

const columnName = z.optional(z.string().check(z.maxLength(60)))
const columnNames = { account: columnName, isin: columnName, quantity: columnName }

const reading = z.extend(counts, {
  name: z.string(),
  /** The names of columns by which it was read, where the usual ones were not enough: entered now or for an earlier file. */
  columns: z.optional(z.object(columnNames)),
  rows: z.number(),
  /** Rows that are not used, by the reason. */
  leftOut: z.array(z.object({ reason: z.string(), rows: z.number() })),
  /** Clients with shares here and an account of a depository in the file, which has no row of theirs; they are not compared. */
  absent: z.number(),
  unused: unusedColumns,
  /** Explained and different lines, different ones first. */
  lines: z.array(holdingLine),
})
export type HoldingReading = z.infer<typeof reading>

export const holdingErrors = {
  columns: invalid(
    'The file names no columns with the ISIN and the quantity, or not the columns that you entered. Enter the names as the file has them under Columns of the file.',
  ),
  noRows: invalid('The file has no holdings in it'),
  account: invalid(
    'The file says neither in a column nor above the table of which demat account its shares are. Enter the name of the column with the demat account under Columns of the file.',
  ),
  day: invalid(
    'The file says neither in a column nor above the table of which day its holdings are. Enter the day of the holdings.',
  ),
  days: invalid('The holdings in the file are of several days. Choose a file of one day.'),
  otherDay: invalid(
    'The file has the holdings of another day than the one entered. Correct the day, or leave it empty.',
  ),
  noClient: invalid(
    'None of the demat accounts in the file belongs to a client. Record the demat accounts of the clients first.',
  ),
  noContent: packedFileErrors.noContent,
  brokenArchive: packedFileErrors.brokenArchive,
} as const

const previewErrors = [...exchangeCsvErrorList, ...Object.values(holdingErrors)]

/** Where the file has other names: those of its columns; without any, those of earlier files are tried too. `day`: of holdings whose file does not say it. */
const columns = z.object({
  ...columnNames,
  day: z.optional(day('Enter the date as YYYY-MM-DD')),
})

export const holdingCalls = {
  list: call('GET /desk/holdings', 'settlement.manage', {
    does: 'The holdings of a day as the depositories have them, compared with the positions here; without a day, of the newest one.',
    reads: ['trade', 'proposal'],
    query: z.object({ day: z.optional(day('Enter the date as YYYY-MM-DD')) }),
    reply: z.object({
      days: z.array(counts),
      lines: z.array(holdingLine),
      /** What the first file will be compared with, shares of most clients first; none once a file was compared. */
      expected: z.array(expectedHolding),
      /** Clients with shares here whose demat account is not recorded, so that no file can be compared for them. */
      withoutDemat: z.number(),
      waitingFiles: z.array(waitingFile),
    }),
  }),
  preview: call('POST /desk/holdings/preview', 'settlement.manage', {
    does: 'What importing a holdings file (field `file`: CSV, gzip, zip or Excel workbook) would do. Changes nothing.',
    csv: 'file',
    query: columns,
    reply: z.extend(reading, { secondReasons: secondFields.secondReasons }),
    errors: previewErrors,
  }),
  importFile: call('POST /desk/holdings', 'settlement.manage', {
    does: 'Compares the holdings of the demat accounts in a file of a depository with the positions of their clients. Changes no position. A file that ends a difference or replaces holdings of the same day waits for a second operator.',
    csv: 'file',
    query: columns,
    reply: z.extend(reading, secondFields),
    errors: [...previewErrors, ...sentFileErrors],
  }),
  own: call('GET /user/demat', 'client', {
    does: 'The demat account of the client, and when it was last compared with the depository.',
    reads: ['trade', 'profile'],
    reply: z.object({
      demat: z.optional(z.string()),
      depository: z.optional(z.enum(depositories)),
      compared: z.optional(
        z.object({ day: z.iso.date(), at: moment, equal: z.number(), explained: z.number(), different: z.number() }),
      ),
    }),
  }),
}
