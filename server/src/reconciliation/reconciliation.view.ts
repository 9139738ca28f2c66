import type { Reply } from '@sauda/contract/call'
import { AppError, commonErrors } from '@sauda/contract/error'
import type { lineBookingCalls } from '@sauda/contract/line-booking'
import { rupeesOf } from '@sauda/contract/money'
import { linksOfLine } from '../ledger/bank-link.sql.ts'
import type { Sql } from '../platform/db.ts'
import { candidatePayments, candidateReturns } from './reconciliation.book.sql.ts'
import { findLines } from './reconciliation.sql.ts'

const candidateRows = 100

/** What the operator may choose for the line. */
export async function candidates(sql: Sql, lineId: string): Promise<Reply<typeof lineBookingCalls.candidates>> {
  const [line] = await findLines(sql, [lineId])
  if (!line) throw new AppError(commonErrors.notFound)
  const { direction, amount: paise } = line
  const [pending, approved, returns] = await Promise.all([
    candidatePayments(sql, { direction, paise, status: 'pending' }, candidateRows),
    candidatePayments(sql, { direction, paise, status: 'approved' }, candidateRows),
    direction === 'debit' ? candidateReturns(sql, paise, candidateRows) : [],
  ])
  const view = (rows: typeof pending) =>
    rows.map(({ id, name, client_name, amount }) => ({
      _id: id,
      name,
      ...(client_name !== null && { clientName: client_name }),
      amount: rupeesOf(amount),
    }))
  return { pending: view(pending), approved: view(approved), returns: view(returns) }
}

/** What operators booked on the line, newest first. */
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
