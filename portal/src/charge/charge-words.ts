import { chargeTransitions, chargeWords, type Charge, type ChargeStatus } from '@sauda/contract/charge'
import type { StatusTone } from '@sauda/ui/badge'

export const statusWords = {
  PENDING: { words: 'PENDING', tone: 'warn' },
  PAID: { words: chargeWords.PAID, tone: 'info' },
  APPROVED: { words: chargeWords.APPROVED, tone: 'success' },
  REJECTED: { words: chargeWords.REJECTED, tone: 'error' },
} as const satisfies Record<ChargeStatus, { words: string; tone: StatusTone }>

/** Not paid yet, or refused and payable again. */
export function isPayable({ status }: Pick<Charge, 'status'>): boolean {
  const next: readonly ChargeStatus[] = chargeTransitions[status]
  return next.includes('PAID')
}

/** `Payment made via UPI` when the client writes nothing (section 5). */
export function proofOf(transactionId: string, remarks: string) {
  return { transactionId: transactionId.trim(), remarks: remarks.trim() || chargeWords.defaultRemarks }
}
