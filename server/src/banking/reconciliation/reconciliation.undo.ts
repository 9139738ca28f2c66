import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { type lineBookingCalls, lineBookingErrors } from '@sauda/contract/banking/line-booking'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import {
  type Decider,
  type Executor,
  type ProposalHandlers,
  runOrPropose,
  secondOf,
} from '../../core/approval/proposal.ts'
import {
  entriesOfLink,
  type LinkEntry,
  type LinkRow,
  linksOfLine,
  removeLink,
  returnOf,
} from '../../core/ledger/bank-link.sql.ts'
import type { Tx } from '../../platform/db.ts'
import { lockedLine, record, requireSecond } from './reconciliation.book.ts'
import { nameOf } from './reconciliation.clearing.ts'
import { describeReversal } from './reconciliation.describe.ts'
import { bookLine, bookMove, requireUndecided } from './reconciliation.link.ts'

/** Reverses a booking with contra entries, at once or as a proposal to a second operator. */
export async function reverse(
  context: AppContext,
  tx: Tx,
  { operator, ip, ...payload }: Payload<'receipt.reverse'> & Decider,
): Promise<Reply<typeof lineBookingCalls.reverse>> {
  await requireUndecided(context, tx, payload.lineId)
  const change = { kind: 'receipt.reverse' as const, payload, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  return secondOf(await runOrPropose(context, tx, change, () => undo(context, tx, payload, by)))
}

export const reversalProposals = (context: AppContext): ProposalHandlers<'receipt.reverse'> => ({
  'receipt.reverse': {
    describe: describeReversal,
    carryOut: (tx, payload, by) => undo(context, tx, payload, by),
  },
})

async function undo(context: AppContext, tx: Tx, { lineId, reason }: Payload<'receipt.reverse'>, by: Executor) {
  const line = await lockedLine(tx, lineId)
  const links = await lastBooking(tx, lineId)
  const clientId = links.find(({ client_id }) => client_id !== null)?.client_id ?? undefined
  const [{ kind }] = links
  const amount = decimalRupees(line.amount)
  let isAlwaysTwo = clientId !== undefined || links.some((link) => !alone.has(link.kind))
  for (const booked of links) {
    const { id, payment_id: paymentId } = booked
    const entries = await entriesOfLink(tx, id)
    isAlwaysTwo ||= booked.kind === 'payment' ? entries.length > 0 : entries.some(isBorne)
    if (!(await removeLink(tx, { id, operatorId: by.operator.id, reason })))
      throw new AppError(lineBookingErrors.notBooked)
    const isMove = ({ event }: { event: string }) => event === 'bank.moved' && paymentId !== null
    for (const { accountId: to, day, debit, credit, amount: paise } of entries.filter(isMove)) {
      if (paymentId === null) continue
      const [link, posting] = [
        { id, paymentId, reason },
        { from: credit, to: debit, paise },
      ]
      await bookMove(tx, { event: 'bank.moved.reversed', link, other: { accountId: to, day }, to, posting })
    }
    // One journal: a returned charge with GST has two entries.
    const postings = entries
      .filter((entry) => !isMove(entry))
      .map(({ debit: to, credit: from, amount: paise, settlementId }) => ({
        from,
        to,
        paise,
        ...(settlementId !== null && { settlementId }),
      }))
    const contra = { event: 'line.reversed', postings } as const
    if (postings.length > 0)
      await bookLine(context, tx, { id, lineId, clientId: booked.client_id ?? undefined, reason, ...contra })
  }
  await record(context, tx, by, 'reconciliation.reverse', { lineId, clientId, reason, kind, amount })
  const summary = `Reverse the booking of ${nameOf(line)}: ${reason}`
  const always = isAlwaysTwo ? [reversesClient] : []
  await requireSecond(context, tx, by, { always, isLimited: true, clientId, summary })
}

const reversesClient =
  'The reversal of a booking that changed a client’s balance, a payment, a return or a transfer always needs a second operator'

/** By the broker, for the client of a closed account. */
const isBorne = ({ debit, credit }: LinkEntry): boolean => debit === 'adjustment' || credit === 'adjustment'

/** One operator may reverse these, unless they changed a client’s balance. */
const alone: ReadonlySet<LinkRow['kind']> = new Set([
  'payment',
  'returned',
  'charge',
  'interest',
  'penny_drop',
  'settlement',
  'levy',
  'note',
])

/** The links that the newest booking made: a move by itself, else all that operators booked on the line. */
async function lastBooking(tx: Tx, lineId: string): Promise<[LinkRow, ...LinkRow[]]> {
  const active = (await linksOfLine(tx, lineId)).filter(
    ({ unlinked_at, reason }) => unlinked_at === null && reason !== null,
  )
  const moved = active.filter(({ kind }) => kind === 'moved')
  const bookings = active.filter(({ kind }) => kind !== 'moved' && kind !== 'note')
  const [first, ...others] = moved.length > 0 ? moved : bookings.length > 0 ? bookings : active
  if (!first) throw new AppError(lineBookingErrors.notBooked)
  const links: [LinkRow, ...LinkRow[]] = [first, ...others]
  if (links.filter(({ kind }) => kind === 'payment').length > 1) throw new AppError(lineBookingErrors.splitStays)
  for (const { id } of links) if (await returnOf(tx, id)) throw new AppError(lineBookingErrors.isReturned)
  return links
}
