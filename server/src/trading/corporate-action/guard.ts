import { ratioText, replacesLots } from '@sauda/contract/trading/corporate-action-name'
import { AppError, conflict } from '@sauda/contract/platform/error'
import type { PolicyContext } from '../../core/approval/approver.ts'
import { findPendingAbout } from '../../core/approval/proposal.ts'
import { reservedError } from '../../core/approval/reservation.ts'
import type { Sql } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { actionAfter } from './corporate-action.sql.ts'

/** Throws where a booked action has replaced what a trade of this day would change: what was held before the ex-date is fixed. */
export async function requireNoActionAfter(sql: Sql, stocks: readonly string[], day: string): Promise<void> {
  const action = stocks.length === 0 ? undefined : await actionAfter(sql, stocks, day)
  if (!action) return
  throw new AppError(
    conflict(
      `The ${ratioText(action)} of ${action.stock} on ${dateText(action.exDate)} (${action.name}) is booked, so trades before that day no longer change. Reverse the corporate action first, and book it again afterwards.`,
    ),
  )
}

/** Throws where an action that replaces what is sold waits for a second operator: from its ex-date on the price is that of other shares. */
export async function requireNoActionWaiting(context: PolicyContext, sql: Sql, stock: string, day: string) {
  const waiting = await findPendingAbout(sql, ['corporate-action.book'], { stockName: stock })
  if (waiting && replacesLots(waiting.payload.kind) && waiting.payload.exDate <= day)
    throw await reservedError(context, sql, waiting)
}
