import * as z from 'zod/mini'
import { plainText } from '../platform/field.ts'
import { conflict } from '../platform/error.ts'

/** statement-layout: where a bank's statements have date, narration, reference, amounts and balance. */

const place = { error: 'Choose the column' }
const column = z.number(place).check(z.int(place), z.gte(0, place), z.lt(60, place))
/** Places of the columns of a statement below this header. Either `withdrawal` and `deposit`, or `amount`, with Cr or Dr in `type` or in the amount. */
export const statementLayout = z
  .object({
    header: z.array(z.string().check(plainText, z.maxLength(200))).check(z.minLength(2), z.maxLength(60)),
    date: column,
    text: column,
    reference: z.optional(column),
    withdrawal: z.optional(column),
    deposit: z.optional(column),
    amount: z.optional(column),
    type: z.optional(column),
    balance: z.optional(column),
  })
  .check(
    z.refine(({ header, withdrawal, deposit, amount, type, ...rest }) => {
      const amounts = amount === undefined ? [withdrawal, deposit] : [amount]
      const places = [...Object.values(rest), ...amounts]
      return (
        places.every((at) => at !== undefined && at < header.length) && (type === undefined || amount !== undefined)
      )
    }, 'Choose the columns of date, narration and amounts'),
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
