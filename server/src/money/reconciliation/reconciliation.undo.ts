import { AppError } from '@sauda/contract/platform/error'
import { lineBookingErrors, linkLabels } from '@sauda/contract/money/line-booking'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import type { Effect, Evidence } from '@sauda/contract/core/proposal-review'
import type { AppContext } from '../../app/app-context.ts'
import { planHandler } from '../../core/approval/plan.ts'
import type { Executor, ProposalHandlers } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import {
  entriesOfLink,
  type LinkEntry,
  type LinkRow,
  linksOfLine,
  removeLink,
  returnOf,
} from '../../core/ledger/bank-link.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { nameOf } from './reconciliation.clearing.ts'
import { clientEffects, lineEvidence } from './reconciliation.describe.ts'
import { type LinePlan, lockedLine, recordOf } from './reconciliation.line-plan.ts'
import { bookLine, bookMove } from './reconciliation.link.ts'

// How a booking is reversed with contra entries.

export const reversalProposals = (context: AppContext): ProposalHandlers<'receipt.reverse'> => ({
  'receipt.reverse': planHandler(context, (tx, payload, by) => reversalPlan(context, tx, payload, by)),
})

type Booked = LinkRow & { readonly entries: readonly LinkEntry[] }

export async function reversalPlan(
  context: AppContext,
  tx: Tx,
  { lineId, reason }: Payload<'receipt.reverse'>,
  { operator }: Executor,
): Promise<LinePlan> {
  const line = await lockedLine(tx, lineId)
  const links = await lastBooking(tx, lineId)
  const booked: Booked[] = []
  for (const link of links) booked.push({ ...link, entries: await entriesOfLink(tx, link.id) })
  const clientId = links.find(({ client_id }) => client_id !== null)?.client_id ?? undefined
  const isAlwaysTwo =
    clientId !== undefined ||
    booked.some(
      ({ kind, entries }) => !alone.has(kind) || (kind === 'payment' ? entries.length > 0 : entries.some(isBrokers)),
    )
  return {
    summary: `Reverse the booking of ${nameOf(line)}: ${reason}`,
    clientId: clientId ?? null,
    reasons: isAlwaysTwo ? [reversesClient] : [],
    isLimited: true,
    review: async () => ({
      effects: await effectsOf(tx, booked),
      evidence: [lineEvidence(line), ...booked.map(linkEvidence)],
    }),
    async write() {
      for (const link of booked) await reverseLink(context, tx, link, { lineId, reason, operatorId: operator.id })
    },
    ...recordOf(line, 'reconciliation.reverse', { clientId, reason, kind: links[0].kind }),
  }
}

type Reversed = { readonly lineId: string; readonly reason: string; readonly operatorId: string }

async function reverseLink(
  context: AppContext,
  tx: Tx,
  { id, payment_id: paymentId, client_id: clientId, entries }: Booked,
  { lineId, reason, operatorId }: Reversed,
): Promise<void> {
  if (!(await removeLink(tx, { id, operatorId, reason }))) throw new AppError(lineBookingErrors.notBooked)
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
    await bookLine(context, tx, { id, lineId, clientId: clientId ?? undefined, reason, ...contra })
}

async function effectsOf(sql: Sql, booked: readonly Booked[]): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const { client_id: clientId, entries } of booked) {
    if (clientId === null) continue
    const reversed = (account: LedgerAccount) =>
      sum(entries.map(({ debit, credit, amount }) => (debit === account ? amount : credit === account ? -amount : 0n)))
    effects.push(...(await clientEffects(sql, clientId, reversed('cash'), -reversed('client_dues'))))
  }
  return effects
}

function linkEvidence(link: LinkRow): Evidence {
  const facts = factsOf({
    'Booked as': linkLabels[link.kind],
    Amount: formatRupees(link.amount),
    Reason: link.reason ?? 'None',
    'Requested by': link.requested_by_name ?? 'The system',
    'Booked by': link.linked_by_name ?? 'The system',
  })
  return { type: 'facts', id: link.id, title: 'Booking to be reversed', facts }
}

const reversesClient =
  'The reversal of a booking that changed a client’s balance, a payment, a return or a transfer always needs a second operator'

/** The broker bore it for the client of a closed account. */
const isBrokers = ({ debit, credit }: LinkEntry): boolean => debit === 'adjustment' || credit === 'adjustment'

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
