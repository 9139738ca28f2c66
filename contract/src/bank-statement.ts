import * as z from 'zod/mini'
import { id, moment } from './field.ts'

/** bank-statement: an imported file, and whether one operator may rely on its lines (settled, section 14). */

export const statementFields = {
  fileName: z.string(),
  /** Last four digits, if the file contains them. */
  account: z.optional(z.string()),
  firstOn: z.iso.date(),
  lastOn: z.iso.date(),
  lines: z.number(),
  added: z.number(),
  /** The broker’s bank account it belongs to. */
  bankAccount: z.object({ _id: id, name: z.string() }),
}

export const statement = z.object({
  _id: id,
  ...statementFields,
  importedBy: z.string(),
  importedById: id,
  importedAt: moment,
  /** Its entries continue from the last accepted one, or `confirmedBy` entered the bank’s balance: one operator may rely on them. */
  accepted: z.boolean(),
  confirmedBy: z.optional(z.string()),
  /** Its lines have running balances. */
  hasBalance: z.boolean(),
})
export type Statement = z.infer<typeof statement>
