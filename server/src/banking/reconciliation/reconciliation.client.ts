import type { PaymentRow } from './reconciliation.book.sql.ts'
import type { Link } from './reconciliation.link.ts'
import type { LineRow } from './reconciliation.sql.ts'

/** What a bank line is to the client of the payment that it names. */

export type Bookable = PaymentRow & { readonly id: string }

/**
 * Credits the client what the bank received beyond the books, or debits what it received less; `link`: of the line. From a closed
 * account nothing can be taken, so that the broker bears the debit.
 */
export function clientLink(payment: Bookable, { direction }: LineRow, link: bigint): Link {
  const received = direction === 'credit' ? link : -link
  const about = { kind: 'client', amount: link, paymentId: payment.id } as const
  const { client_id: clientId } = payment
  if (received > 0n)
    return { ...about, clientId, event: 'line.credited', postings: [{ from: 'bank', to: 'cash', paise: received }] }
  const paise = -received
  return payment.is_closed
    ? { ...about, event: 'line.debited', postings: [{ from: 'adjustment', to: 'bank', paise }] }
    : { ...about, clientId, event: 'line.debited', postings: [{ from: 'cash', to: 'bank', paise }] }
}

/** Whom the link concerns. */
export const concerned = ({ client_id: id }: Bookable, { clientId }: Link) =>
  clientId === undefined ? { closedId: id } : { clientId }

export const bornText = (summary: string, { clientId }: Link): string =>
  clientId === undefined ? `${summary}; the account is closed, so that the broker bears the amount` : summary

/** Receipts of an unknown payer, and their returns. */
export const held = (
  link: Pick<Link, 'kind' | 'paymentId' | 'returnsId'>,
  { direction, amount: paise }: LineRow,
): Link =>
  direction === 'credit'
    ? { ...link, amount: paise, event: 'receipt.held', postings: [{ from: 'bank', to: 'unidentified', paise }] }
    : { ...link, amount: paise, event: 'receipt.returned', postings: [{ from: 'unidentified', to: 'bank', paise }] }
