import * as z from 'zod/mini'
import { invalid } from '../platform/error.ts'
import { id, optionalLine } from '../platform/field.ts'

/** statement-file: bank statements that are no tables, and the sheets of a workbook. */

/** A sheet of a workbook with several; by default the first that names the columns. */
export const ofSheet = { sheet: z.optional(optionalLine(100)) }

/** By default the account whose number the file contains, or the only one. */
export const ofAccount = z.object({
  bankAccountId: z.optional(id),
  /** The days that the file covers, used if it names none itself. */
  from: z.optional(z.iso.date({ error: 'Enter the first day of the statement' })),
  to: z.optional(z.iso.date({ error: 'Enter the last day of the statement' })),
  ...ofSheet,
})
export const statementFileErrors = {
  noStatement: invalid(
    'This OFX or MT940 file holds no bank statement. Download the statement of the account as CSV, Excel, OFX, MT940 or camt.053.',
  ),
  mt942: invalid(
    'This is an MT942 interim report, whose entries may change. Download the statement of the finished day as MT940, CSV or Excel.',
  ),
  otherCamt: invalid(
    'This is a camt.052 report or a camt.054 notification, not a statement. Download the statement as camt.053, CSV or Excel.',
  ),
  otherXml: invalid(
    'This XML file holds no bank statement (camt.053). Download the statement as CSV, Excel, OFX, MT940 or camt.053.',
  ),
  entities: invalid(
    'This XML file defines entities of its own, which no bank statement needs. Download the statement again, or as CSV or Excel.',
  ),
  noSheet: invalid('The workbook has no sheet of this name. Choose another sheet.'),
} as const
