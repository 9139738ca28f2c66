import { formatCount } from '@sauda/contract/platform/decimal'
import { chargeTexts, type ChargeStatus } from '@sauda/contract/money/charge'

export const chargeText = {
  status: {
    PENDING: 'PENDING',
    PAID: chargeTexts.PAID,
    APPROVED: chargeTexts.APPROVED,
    REJECTED: chargeTexts.REJECTED,
    CANCELLED: chargeTexts.CANCELLED,
  } satisfies Record<ChargeStatus, string>,
  reversed: 'Payment returned by the bank',
  toPay: '{amount} to pay now',
  nothing: 'Nothing to pay now',
  none: 'No charges found',
  tradeDays: (count: number, hasMore: boolean) =>
    count === 1
      ? 'Paid with the trades of 1 day. {link}'
      : `Paid with the trades of ${hasMore ? 'the last ' : ''}${count} days. {link}`,
  uncharged: (count: number) =>
    count === 1
      ? '1 trade is not included: no exchange file has confirmed it, so its charges are not known yet.'
      : `${formatCount(count)} trades are not included: no exchange file has confirmed them, so their charges are not known yet.`,
  paid: '{amount} paid so far',
  confirmingAndPaid: '{confirming} being confirmed · {amount} paid so far',
  unknown: 'This charge does not exist',
  unknownHint: 'Choose a charge from the list.',
  raised: 'We raised this charge',
  submitted: 'You submitted a payment',
  confirming: 'We are looking for your payment in our bank statement',
  payNow: 'Pay it by UPI and submit the transaction ID',
  payAgain: 'Pay it again by UPI, or correct the transaction ID',
  cancelled: 'We cancelled this charge',
  openStatement: 'Open it in your statement',
  due: (day: string) => `Due ${day}`,
  pay: 'Pay {amount}',
  noLink:
    'The UPI details are not available at the moment. If you have already paid, go on and enter the transaction ID.',
  failed: 'Payment failed. Please try again.',
  transactionIdHint: 'In your UPI app, look for “UTR” or “UPI transaction ID”',
} as const
