import {
  type Charge,
  chargeCalls,
  type ChargeStatus,
  chargeTransitions,
  chargeTexts,
} from '@sauda/contract/money/charge'
import { tradeDayCalls } from '@sauda/contract/trading/trade-day'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import type { Reply } from '@sauda/contract/platform/call'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import { givenList, givenRupees, givenText, givenWord, shortId } from '../../shell/given.ts'
import { ApiError, errorMessage, isRejection } from '@sauda/web/api-error'
import { chargeText } from './charge.text.ts'

export const useCharges = () => useClientQuery(chargeCalls.list, {}, { select: chargesOf })

/** The newest trade days, whose charges are paid with the trades; none where the server does not have them. */
export const useTradeDayCharges = () => useClientQuery(tradeDayCalls.days)

/** Refetches the charges also after a failure, because the request may have arrived. */
export function usePayCharge() {
  const refetched = useRefetchAfter('charge')
  return (chargeId: Charge['_id'], payment: { readonly transactionId: string; readonly remarks: string }) =>
    refetched(
      sendIdempotent(chargeCalls.pay, {
        params: { chargeId },
        body: { paymentMethod: 'UPI', ...payment },
      }),
    )
}

type ChargeList = Omit<Reply<typeof chargeCalls.list>, 'summary'>

const statuses = Object.keys(chargeTransitions) as ChargeStatus[]

/** The specification leaves the summary open, so nothing here depends on it. */
export function chargesOf(answer: Partial<ChargeList> | null): ChargeList {
  const { charges, upiId, upiName } = answer ?? {}
  return { charges: givenList<Charge>(charges).map(chargeOf), upiId: givenText(upiId), upiName: givenText(upiName) }
}

function chargeOf(given: Partial<Charge>): Charge {
  const _id = givenText(given._id)
  const [amount, gst] = [givenRupees(given.amount), givenRupees(given.gst)]
  const payment = given.paymentDetails
  return {
    ...given,
    _id,
    reference: givenText(given.reference, shortId(_id)),
    chargeType: givenText(given.chargeType, 'Other') as Charge['chargeType'],
    description: givenText(given.description),
    amount,
    gst,
    total: givenRupees(given.total ?? rupeesOf(paiseOf(amount) + paiseOf(gst))),
    status: givenWord(given.status, statuses, 'PENDING'),
    dueDate: given.dueDate ?? undefined,
    createdAt: givenText(given.createdAt),
    paymentDetails: payment
      ? { ...payment, transactionId: givenText(payment.transactionId), paymentDate: givenText(payment.paymentDate) }
      : undefined,
    upiLink: givenText(given.upiLink),
  }
}

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
