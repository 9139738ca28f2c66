import type { Reply } from '@sauda/contract/platform/call'
import type { lineBookingCalls } from '@sauda/contract/money/line-booking'
import { rupeesOf } from '@sauda/contract/platform/money'
import { linksOfLine } from '../../core/ledger/bank-link.sql.ts'
import { payerDoubtOf } from '../../core/ledger/payer.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { candidatePayments, candidateReturns, candidateSettlements, selectPaid } from './reconciliation.book.sql.ts'
import { findLine } from './reconciliation.sql.ts'

const candidateRows = 100
/** The newest ones. */
const settlementRows = 30

/** The operator's choices for the line. */
export async function candidates(sql: Sql, lineId: string): Promise<Reply<typeof lineBookingCalls.candidates>> {
  const { direction, amount: paise } = await requireRow(findLine(sql, lineId))
  const [pending, approved, returns, settlements] = await Promise.all([
    candidatePayments(sql, { direction, paise, status: 'pending' }, candidateRows),
    candidatePayments(sql, { direction, paise, status: 'approved' }, candidateRows),
    direction === 'debit' ? candidateReturns(sql, paise, candidateRows) : [],
    candidateSettlements(sql, settlementRows),
  ])
  const view = (rows: typeof pending) => rows.map(({ amount, ...row }) => ({ ...row, amount: rupeesOf(amount) }))
  return {
    pending: view(pending),
    approved: view(approved),
    returns: view(returns),
    settlements: settlements.map(({ id, day, open }) => ({
      _id: id,
      name: `${id}, settles on ${dateText(day)}${open === null ? ', without a final obligation file' : ''}`,
      amount: rupeesOf(open ?? 0n),
    })),
  }
}

/** Operators' bookings on the line, newest first. */
export const bookings = async (sql: Sql, lineId: string) =>
  (await linksOfLine(sql, lineId)).flatMap((row) =>
    row.reason === null || row.requested_by_name === null || row.linked_by_name === null
      ? []
      : {
          _id: row.id,
          kind: row.kind,
          amount: rupeesOf(row.amount),
          ...(row.payment_id !== null && { paymentId: row.payment_id }),
          reason: row.reason,
          requestedBy: row.requested_by_name,
          bookedBy: row.linked_by_name,
          bookedAt: row.linked_at.toISOString(),
          ...(row.unlinked_at !== null &&
            row.unlinked_by_name !== null && {
              reversed: {
                by: row.unlinked_by_name,
                at: row.unlinked_at.toISOString(),
                reason: row.unlink_reason ?? '',
              },
            }),
        },
  )

const recentDays = 7

/** Recent deposits of these clients that another person paid, by the name in the narration. */
export async function otherPayers(sql: Sql, clientIds: readonly string[]) {
  const rows = await selectPaid(sql, clientIds, recentDays)
  return rows.flatMap(({ client_id: clientId, text, names }) => {
    // Also of a confirmed account, so that the deciding operator sees it.
    const doubt = payerDoubtOf(text, { names, accounts: [] })
    return typeof doubt === 'object' ? [{ clientId, text: doubt.other }] : []
  })
}
