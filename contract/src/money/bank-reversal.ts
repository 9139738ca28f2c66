import * as z from 'zod/mini'
import { afterDues } from '../core/ledger.ts'
import { moment, rupeesOut } from '../platform/field.ts'
import { formatRupees, paiseOf } from '../platform/money.ts'

/** bank-reversal: what an operator approved and the bank reversed later: a withdrawal came back, or a deposit or the payment of a charge was taken back. */

export const bankReversal = z.object({
  /** The bank's day. */
  on: z.iso.date(),
  /** When the balance followed. */
  bookedAt: moment,
  amount: rupeesOut,
  /** What of a returned withdrawal paid dues for executed trades. */
  paidDues: z.optional(rupeesOut),
  /** Entered by the operator. */
  reason: z.string(),
})
export type BankReversal = z.infer<typeof bankReversal>

export function bankReversalText(
  type: 'added' | 'withdrawal',
  day: string,
  { amount, paidDues = 0 }: Pick<BankReversal, 'amount' | 'paidDues'>,
): string {
  const paise = paiseOf(amount)
  return type === 'added'
    ? `The bank took this payment back on ${day}. ${formatRupees(paise)} was debited from your balance.`
    : `The bank returned ${formatRupees(paise)} on ${day}; ${afterDues(paise, paiseOf(paidDues))}.`
}

/** Text about a charge, which is paid outside the wallet. */
export const chargeReversalText = (day: string, amount: string): string =>
  `The bank took this payment of ${amount} back on ${day}. Your wallet did not change. If the charge is still due, it will be raised again.`
