import type { adjustmentKinds } from '@sauda/contract/ledger'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Verdict } from '../shell/decision-form.tsx'
import type { Adjustment } from './ledger.api.ts'

type Kind = (typeof adjustmentKinds)[number]

export const kindNames: Record<Kind, string> = { credit: 'Credit', debit: 'Debit', cashback: 'Cashback' }

export function effectOf(kind: Kind, paise: bigint): string {
  const amount = formatRupees(paise)
  if (kind === 'credit') return `${amount} will be added to the balance.`
  if (kind === 'debit') return `${amount} will be debited from the balance.`
  return `${amount} will be credited as cashback.`
}

export const signedBy = (kind: Kind, paise: bigint): bigint => (kind === 'debit' ? -paise : paise)

export function adjustmentSummary(adjustment: Adjustment, verdict: Verdict | null, own: boolean): string {
  const { kind, amount, clientName } = adjustment
  if (verdict === 'approve') return `${effectOf(kind, paiseOf(amount))} ${clientName} will get the reason by e-mail.`
  if (verdict === 'reject') return 'No money moves.'
  return own ? 'Cancel your request, or leave it to another operator.' : 'Approve or reject the adjustment.'
}
