import { AppError } from '@sauda/contract/platform/error'
import { lineBookingErrors } from '@sauda/contract/money/line-booking'
import type { Tx } from '../../platform/db.ts'
import { findReturnable } from './reconciliation.book.sql.ts'
import { nameOf } from './reconciliation.clearing.ts'
import { type Bookable, brokerBears, clientLink, clientOf, receiptLink } from './reconciliation.link.ts'
import type { LineRow } from './reconciliation.sql.ts'

/**
 * A payment that comes back: a withdrawal that the bank could not pay, or a deposit or charge that the payer's bank took back. Undoes
 * only what the client was credited or paid before, and once.
 */
export async function planReturned(tx: Tx, line: LineRow, payment: Bookable) {
  const { amount: paise, direction } = line
  const summary = `Returned by the bank: ${nameOf(line)}, ${payment.name} of ${payment.client_name}`
  const { client_id: clientId } = payment
  const isReturn = direction === 'credit'
  const earlier = await findReturnable(tx, { paymentId: payment.id, direction, paise })
  // What the broker paid for a closed account comes back first.
  if (earlier?.isBrokers) {
    const postings = [{ from: 'bank', to: 'adjustment', paise } as const]
    const returned = { kind: 'returned', returnsId: earlier.id, paymentId: payment.id } as const
    return {
      closedId: clientId,
      links: [{ ...returned, amount: paise, event: 'line.credited' as const, postings }],
      summary,
    }
  }
  if (payment.status === 'approved' && payment.amount === paise && !payment.is_returned) {
    const link = { kind: 'returned', amount: paise, paymentId: payment.id } as const
    if (payment.kind === 'charge') {
      const parts = [
        { from: 'fees', to: 'bank', paise: paise - payment.gst },
        { from: 'gst', to: 'bank', paise: payment.gst },
      ] as const
      const postings = parts.filter((part) => part.paise > 0n)
      return { links: [{ ...link, clientId, event: 'charge.returned' as const, postings }], summary }
    }
    const change = clientLink(payment, line, paise)
    const about = { ...clientOf(payment, change), summary: brokerBears(summary, change), isReturn }
    return { ...about, links: [{ ...change, ...link }] }
  }
  if (!earlier) {
    const isFailed = payment.kind === 'withdrawal' && payment.status === 'rejected'
    throw new AppError(isFailed ? lineBookingErrors.debitFirst : lineBookingErrors.nothingToReturn)
  }
  const returned = { kind: 'returned', returnsId: earlier.id, paymentId: payment.id } as const
  if (earlier.client_id === null) return { links: [receiptLink(returned, line)], summary }
  return { clientId, links: [{ ...clientLink(payment, line, paise), ...returned }], summary, isReturn }
}
