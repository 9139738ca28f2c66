import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Verdict } from '../shell/decision-form.tsx'
import type { DeskCharge } from './charge.api.ts'

/** What the decision on a payment will do. */
export function summaryOf(
  { clientName, amount, gst }: Pick<DeskCharge, 'clientName' | 'amount' | 'gst'>,
  verdict: Verdict | null,
): string {
  if (verdict === null) return 'Find the payment in the bank statement, then approve or reject it.'
  if (verdict === 'reject') return `The charge becomes payable again. ${clientName} will get the reason by e-mail.`
  const fees = formatRupees(paiseOf(amount))
  return gst > 0
    ? `${fees} will be booked as fees and ${formatRupees(paiseOf(gst))} as GST. ${clientName}’s wallet does not change.`
    : `${fees} will be booked as fees. ${clientName}’s wallet does not change.`
}
