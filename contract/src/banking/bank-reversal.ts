import * as z from 'zod/mini'
import { moment, rupeesOut } from '../platform/field.ts'

/** bank-reversal: what an operator approved and the bank reversed later: a withdrawal came back, or a deposit or the payment of a charge was taken back. */

export const bankReversal = z.object({
  /** The bank's day. */
  on: z.iso.date(),
  /** When the balance followed. */
  bookedAt: moment,
  amount: rupeesOut,
  /** Entered by the operator. */
  reason: z.string(),
})
export type BankReversal = z.infer<typeof bankReversal>

export const bankReversalText = (type: 'added' | 'withdrawal', day: string, amount: string): string =>
  type === 'added'
    ? `The bank took this payment back on ${day}. ${amount} was debited from your balance.`
    : `The bank returned this payment on ${day}. ${amount} is back in your balance.`

/** Text about a charge, which is paid outside the wallet. */
export const chargeReversalText = (day: string, amount: string): string =>
  `The bank took this payment of ${amount} back on ${day}. Your wallet did not change. If the charge is still due, it will be raised again.`
