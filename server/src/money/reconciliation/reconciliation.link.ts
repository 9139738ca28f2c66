import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { insufficientBalance, type LedgerEvent, afterDues, paysDues } from '@sauda/contract/core/ledger'
import { lineBookingErrors, type LinkKind } from '@sauda/contract/money/line-booking'
import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import type { Use } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { bookingOfLine } from '../../core/ledger/bank-account.ts'
import { insertLink, type LinkFault } from '../../core/ledger/bank-link.sql.ts'
import { lockedFigures, post, postHouse, type Posting } from '../../core/ledger/ledger.ts'
import { requireSafeText } from '../../core/mail/client-text.ts'
import { throwReferenceUsed } from '../../core/ledger/reference.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { setAccount, lockLine, referenceOf, type PaymentRow } from './reconciliation.book.sql.ts'
import { formatRupees } from '@sauda/contract/platform/money'
import { amountBlock, buttonBlock, composeMail, contactLine, recipientOf } from '../../core/mail/mail.ts'
import { matchRules } from './reconciliation.rules.ts'
import type { LineRow } from './reconciliation.sql.ts'

/** The links and bookings of a bank line: no booking for a payment that its approval has booked. */
export type Link = {
  readonly kind: LinkKind
  /** Paise of the line; below zero for what a payment has beyond it. */
  readonly amount: bigint
  readonly how?: number
  readonly paymentId?: string
  readonly returnsId?: string
  /** The client of the journal; the broker's own without one. */
  readonly clientId?: string
  readonly event?: LedgerEvent
  readonly postings?: readonly Posting[]
}

type LinkedBy = {
  readonly lineId: string
  /** For the books; absent for a match. */
  readonly reason?: string
  readonly requestedBy: string
  readonly operatorId: string
}

const faults: Record<Exclude<LinkFault, 'reference' | 'waiting'>, ErrorDefinition> = {
  explained: reconciliationErrors.changed,
  payment: lineBookingErrors.notLate,
  returned: lineBookingErrors.alreadyReturned,
}

/**
 * Links a bank line to what it explains, reserves the bank's reference for it and books its entries in the bank account and
 * on the day of the line. Every operator's decision about a line ends here; returns the id of the link.
 */
export async function linkLine(
  context: AppContext,
  tx: Tx,
  { event, postings = [], ...link }: Link,
  { lineId, reason, requestedBy, operatorId }: LinkedBy,
): Promise<string> {
  const id = newId()
  const fault = await insertLink(tx, {
    how: matchRules.operator.how,
    ...link,
    id,
    lineId,
    reason,
    requestedBy,
    linkedBy: operatorId,
  })
  if (fault === 'waiting') await requireUnreserved(context, tx, { uses: usesOfLink({ lineId, ...link }) })
  if (fault === 'waiting') throw new AppError(reconciliationErrors.changed)
  if (fault === 'reference')
    await throwReferenceUsed(tx, await requireRow(referenceOf(tx, lineId)), link.paymentId ?? id)
  else if (fault !== null) throw new AppError(faults[fault])
  if (event && postings.length > 0)
    await bookLine(context, tx, { id, lineId, event, postings, clientId: link.clientId, reason: reason ?? '' })
  return id
}

export type LineBookingEntries = {
  /** Id of the link. */
  readonly id: string
  readonly lineId: string
  readonly event: LedgerEvent
  readonly postings: readonly Posting[]
  readonly clientId: string | undefined
  readonly reason: string
}

/** Books a line in its bank account and on its day; a client whose balance changes is notified. */
export async function bookLine(
  context: AppContext,
  tx: Tx,
  { id, lineId, clientId, event, postings, reason }: LineBookingEntries,
): Promise<void> {
  const journal = { event, reason, causeId: id, bank: await bookingOfLine(tx, lineId), postings }
  if (clientId === undefined) return void (await postHouse(tx, journal))
  const { cash, dues } = await lockedFigures(tx, clientId)
  await requireSafeText(context.config, tx, { clientId, texts: [{ what: 'The reason', text: reason }] })
  await post(tx, { ...journal, clientId }, insufficientBalance(cash))
  const [posting] = postings
  if (posting === undefined || (posting.from !== 'cash' && posting.to !== 'cash')) return
  await Promise.all([
    bookedMail(context, tx, { clientId, posting, reason, dues, owedAgain: sumOwed(postings) }),
    context.notifyScreens(tx, { clientId }, 'wallet'),
    context.notifyScreens(tx, 'desk', 'client', clientId),
  ])
}

const sumOwed = (postings: readonly Posting[]): bigint =>
  postings.reduce((sum, { from, paise }) => (from === 'client_dues' ? sum + paise : sum), 0n)

/** Moves the amount to the bank account, or from it if below zero. */
export const inTransit = (paise: bigint): Posting =>
  paise > 0n ? { from: 'bank', to: 'transit', paise } : { from: 'transit', to: 'bank', paise: -paise }

type Move = {
  readonly event: 'bank.moved' | 'bank.moved.reversed'
  readonly link: { readonly id: string; readonly paymentId: string; readonly reason: string }
  /** The account to which the payment was booked before, and the day it was booked there. */
  readonly other: { readonly accountId: string; readonly day: string }
  /** The account to which it is booked from now on. */
  readonly to: string
  readonly posting: Posting
}

/** The other side of a payment that moves to the bank account of its line: on the day it was booked there, if that is open. */
export async function bookMove(tx: Tx, { event, link, other, to, posting }: Move): Promise<void> {
  const bank = { accountId: other.accountId, valueDate: other.day }
  await postHouse(tx, { event, causeId: link.id, reason: link.reason, bank, postings: [posting] })
  await setAccount(tx, link.paymentId, to)
}

/** What a link uses: as link_bank_line checks it. */
const usesOfLink = ({ lineId, kind, paymentId, returnsId }: Omit<Link, 'amount'> & { lineId: string }): Use[] => [
  `line:${lineId}`,
  ...(kind === 'payment' && paymentId !== undefined ? [`request:${paymentId}` as const] : []),
  ...(returnsId === undefined ? [] : [`receipt:${returnsId}` as const]),
]

/** What the links of a line would use, for a proposal. */
export const usesOfLinks = (lineId: string, links: readonly Link[]): Use[] =>
  links.flatMap((link) => usesOfLink({ lineId, ...link }))

/** Locks the line, so that of several decisions at once each sees the one before. */
export async function requireUndecided(context: AppContext, tx: Tx, lineId: string): Promise<void> {
  await lockLine(tx, lineId)
  await requireUnreserved(context, tx, { uses: [`line:${lineId}`] })
}

type Booked = {
  readonly clientId: string
  readonly posting: Posting
  readonly reason: string
  /** Paise that the client owed for trades before, and what is owed again. */
  readonly dues: bigint
  readonly owedAgain: bigint
}

/** To the client whose balance a bank line changed. */
async function bookedMail(
  { inform, config: { brandName, publicUrl, supportEmail } }: AppContext,
  tx: Tx,
  { clientId, posting: { to, paise }, reason, dues, owedAgain }: Booked,
): Promise<void> {
  const { name, email } = await recipientOf(tx, clientId)
  const amount = formatRupees(paise)
  const paid = to === 'cash' ? paysDues(paise, dues) : 0n
  const change = to === 'cash' ? 'added to' : 'debited from'
  const subject = `${amount} ${change} your ${brandName} wallet`
  const mail = composeMail({ name, email }, subject, [
    amountBlock(to === 'cash' ? 'Added to your wallet' : 'Debited from your wallet', amount),
    `${subject}, as our bank statement shows. Reason: ${reason}`,
    ...(paid > 0n ? [`${afterDues(paise, paid)}.`] : []),
    ...(owedAgain > 0n ? [`You owe ${formatRupees(owedAgain)} of it for executed trades again.`] : []),
    buttonBlock('View your wallet', `${publicUrl}/account/wallet`),
    contactLine(supportEmail),
  ])
  await inform(tx, mail, { clientId, topic: 'wallet' })
}

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

/** The client whose balance the link changes, or whose account is closed. */
export const clientOf = ({ client_id: id }: Bookable, { clientId }: Link) =>
  clientId === undefined ? { closedId: id } : { clientId }

export const brokerBears = (summary: string, { clientId }: Link): string =>
  clientId === undefined ? `${summary}; the account is closed, so that the broker bears the amount` : summary

/** Receipts of an unknown payer, and their returns. */
export const receiptLink = (
  link: Pick<Link, 'kind' | 'paymentId' | 'returnsId'>,
  { direction, amount: paise }: LineRow,
): Link =>
  direction === 'credit'
    ? { ...link, amount: paise, event: 'receipt.held', postings: [{ from: 'bank', to: 'unidentified', paise }] }
    : { ...link, amount: paise, event: 'receipt.returned', postings: [{ from: 'unidentified', to: 'bank', paise }] }
