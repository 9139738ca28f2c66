import type { Reply } from '@sauda/contract/call'
import { AppError, commonErrors } from '@sauda/contract/error'
import type { lineBookingCalls } from '@sauda/contract/line-booking'
import { rupeesOf } from '@sauda/contract/money'
import type { Sql } from '../platform/db.ts'
import { bookingsOfLine, candidatePayments, candidateReturns } from './reconciliation.book.sql.ts'
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

/** Newest first. */
export const bookings = async (sql: Sql, lineId: string) =>
  (await bookingsOfLine(sql, lineId)).map((row) => ({
    _id: row.id,
    kind: row.kind,
    reason: row.reason,
    requestedBy: row.requested_by_name,
    bookedBy: row.booked_by_name,
    bookedAt: row.booked_at.toISOString(),
    ...(row.reversed_at !== null &&
      row.reversed_by_name !== null && {
        reversed: { by: row.reversed_by_name, at: row.reversed_at.toISOString(), reason: row.reversal_reason ?? '' },
      }),
  }))
