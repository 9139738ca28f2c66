import * as z from 'zod/mini'
import { moment, rupeesOut } from './field.ts'

/** bank-reversal: an approved request that the bank reversed later: a withdrawal came back, or a deposit was taken back. */

export const bankReversal = z.object({
  /** The bank's day. */
  on: z.iso.date(),
  /** When the balance followed. */
  bookedAt: moment,
  amount: rupeesOut,
  /** Given by the operator. */
  reason: z.string(),
})
export type BankReversal = z.infer<typeof bankReversal>

export const bankReversalText = (type: 'added' | 'withdrawal', day: string, amount: string): string =>
  type === 'added'
    ? `The bank took this payment back on ${day}. ${amount} was debited from your balance.`
    : `The bank returned this payment on ${day}. ${amount} is back in your balance.`
