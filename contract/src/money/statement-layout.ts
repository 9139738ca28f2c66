import * as z from 'zod/mini'
import { plainText } from '../platform/field.ts'
import { conflict } from '../platform/error.ts'

/** statement-layout: where a bank's statements have date, narration, reference, amounts and balance. */

const place = { error: 'Choose the column' }
const column = z.number(place).check(z.int(place), z.gte(0, place), z.lt(60, place))
/** A date or an amount with paise is no name of a column. */
const written = /^(?:\d{1,2}[/. -](?:\d{1,2}|[a-z]{3,9})[/. -]\d{2,4}\b|\d{4}-\d\d-\d\d|₹?[\d,]+\.\d\d$)/i

/** Places of the columns of a statement below this header. Either `withdrawal` and `deposit`, or `amount`, with Cr or Dr in `type` or in the amount. */
export const statementLayout = z
  .object({
    header: z.array(z.string().check(plainText, z.maxLength(200))).check(
      z.minLength(2),
      z.maxLength(60),
      z.refine(
        (cells) => cells.filter((cell) => written.test(cell)).length < 2,
        'This row is a booking. Choose the row with the names of the columns; if the file has none, add one above its first booking.',
      ),
    ),
    date: column,
    text: column,
    reference: z.optional(column),
    withdrawal: z.optional(column),
    deposit: z.optional(column),
    amount: z.optional(column),
    type: z.optional(column),
    balance: z.optional(column),
    /** Cr or Dr of the balance, for an account that may be overdrawn. */
    balanceType: z.optional(column),
  })
  .check(
    z.refine(({ header, withdrawal, deposit, amount, type, ...rest }) => {
      const amounts = amount === undefined ? [withdrawal, deposit] : [amount]
      const places = [...Object.values(rest), ...amounts]
      return (
        places.every((at) => at !== undefined && at < header.length) &&
        (type === undefined || amount !== undefined) &&
        (rest.balanceType === undefined || rest.balance !== undefined)
      )
    }, 'Choose the columns of date, narration and amounts. Amounts are either in two columns or in one.'),
    z.refine((layout) => {
      const used = Object.values(layout).filter((at) => typeof at === 'number')
      return new Set(used).size === used.length
    }, 'Choose a different column for each'),
  )
export type StatementLayout = z.infer<typeof statementLayout>

/** `operatorName`: who chose columns that a second operator has not approved yet. */
export const layoutRequested = (operatorName: string) =>
  conflict(
    `${operatorName} has already chosen columns for this bank account. Approve or reject that request first; it is in the queue.`,
  )
