import { chargeTransitions, chargeTexts, type Charge, type ChargeStatus } from '@sauda/contract/money/charge'
import { paiseOf } from '@sauda/contract/platform/money'
import { ApiError, errorMessage, isRejection } from '@sauda/web/api-error'
import { chargeText } from './charge.text.ts'

export function isPayable({ status }: Pick<Charge, 'status'>): boolean {
  const next: readonly ChargeStatus[] = chargeTransitions[status]
  return next.includes('PAID')
}

export const isPaid = ({ status, reversed }: Pick<Charge, 'status' | 'reversed'>): boolean =>
  status === 'APPROVED' && !reversed

/** Payable charges first, in the order of the server within both parts. */
export const payableFirst = <Each extends Pick<Charge, 'status'>>(charges: readonly Each[]): Each[] =>
  charges.toSorted((one, other) => Number(isPayable(other)) - Number(isPayable(one)))

/** Paise. The specification leaves the fields of the server's summary open. */
export function sumsOf(charges: readonly Pick<Charge, 'status' | 'total' | 'reversed'>[]) {
  const sum = (matches: (charge: Pick<Charge, 'status' | 'reversed'>) => boolean) =>
    charges.filter(matches).reduce((paise, { total }) => paise + paiseOf(total), 0n)
  return {
    toPay: sum(isPayable),
    confirming: sum(({ status }) => status === 'PAID'),
    paid: sum(isPaid),
  }
}

export function paymentOf(transactionId: string, remarks: string) {
  return { transactionId: transactionId.trim(), remarks: remarks.trim() || chargeTexts.defaultRemarks }
}

export function paymentError(error: unknown): string {
  if (isRejection(error)) return error.serverMessage ?? chargeText.failed
  const message = error instanceof ApiError ? error.serverMessage : undefined
  return `${message ?? chargeText.failed} ${errorMessage(error, 'your charges')}`
}
