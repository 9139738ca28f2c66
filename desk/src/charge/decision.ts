import { chargeCalls } from '@sauda/contract/charge'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Verdict } from '../shell/decision-form.tsx'
import { reasonText, type Reason } from '../shell/reason.ts'
import type { DeskCharge, Order } from './charge.api.ts'

/** What the operator has chosen and typed about one payment, not yet sent. */
export interface Draft extends Reason {
  verdict: Verdict | null
}
export const emptyDraft: Draft = { verdict: null, reason: '', more: '' }

export interface Faults {
  verdict?: string
  reason?: string | undefined
}

/** What is sent, or what is still wrong; only ever about the payment that was looked at. */
export function orderOf(draft: Draft, transactionId: string | undefined): { order: Order } | { faults: Faults } {
  if (draft.verdict === null) return { faults: { verdict: 'Choose Approve or Reject' } }
  if (draft.verdict === 'accept') return { order: { transactionId } }
  const body = { transactionId, reason: reasonText(draft) }
  const checked = chargeCalls.reject.body.safeParse(body)
  return checked.success ? { order: body } : { faults: { reason: checked.error.issues[0]?.message } }
}

type Subject = Pick<DeskCharge, 'clientName' | 'amount' | 'gst'>

/** What will happen, in the words of whoever has to answer for it. */
export function summaryOf({ clientName, amount, gst }: Subject, verdict: Verdict | null): string {
  if (verdict === null) return 'Find the payment in the bank statement, then approve or reject it.'
  if (verdict === 'refuse') return `The charge becomes payable again. ${clientName} will get the reason by e-mail.`
  const fees = formatRupees(paiseOf(amount))
  return gst > 0
    ? `${fees} will be booked as fees and ${formatRupees(paiseOf(gst))} as GST. ${clientName}’s wallet does not change.`
    : `${fees} will be booked as fees. ${clientName}’s wallet does not change.`
}
