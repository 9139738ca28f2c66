import { chargeTexts, type ChargeStatus } from '@sauda/contract/charge'

export const chargeText = {
  status: {
    PENDING: 'PENDING',
    PAID: chargeTexts.PAID,
    APPROVED: chargeTexts.APPROVED,
    REJECTED: chargeTexts.REJECTED,
  } satisfies Record<ChargeStatus, string>,
  toPay: '{amount} to pay now',
  toPayAndConfirming: '{amount} to pay now · {confirming} being confirmed',
  paid: '{amount} paid so far',
  amountAndGst: '{amount} + {gst} GST',
  due: (day: string) => `Due ${day}`,
  payment: (transactionId: string, moment: string) => `Transaction ID ${transactionId} · ${moment}`,
  pay: 'Pay {amount}',
  failed: 'Payment failed. Please try again.',
  transactionIdHint: 'In your UPI app, look for “UTR” or “UPI transaction ID”',
} as const
