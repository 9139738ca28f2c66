import { type Charge, type ChargeStatus, chargeTransitions, type chargeCalls } from '@sauda/contract/money/charge'
import type { Reply } from '@sauda/contract/platform/call'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import { givenList, givenRupees, givenText, givenWord, shortId } from '../../shell/given.ts'

export type ChargeList = Omit<Reply<typeof chargeCalls.list>, 'summary'>

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
