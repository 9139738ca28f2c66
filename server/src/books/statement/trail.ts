import { maskAccountNumber } from '@sauda/contract/money/bank'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type MoneyTrail, statementRules } from '@sauda/contract/books/statement'
import { requireRow, type Sql } from '../../platform/db.ts'
import {
  type EventRow,
  findTrailStart,
  selectCauses,
  selectEntries,
  selectLines,
  selectTrail,
  type TrailLine,
} from './statement.sql.ts'
import { eventView } from './statement.ts'

/** Where the money of a journal, or of what caused it, came from and went to, oldest first. Throws `Not found`. */
export async function moneyTrail(sql: Sql, clientId: string, id: string): Promise<MoneyTrail> {
  const own = await requireRow(findTrailStart(sql, clientId, id))
  const causes = (await selectCauses(sql, clientId, own.cause_id)).map(({ id }) => id)
  const most = statementRules.trailEvents
  const rows = await selectTrail(sql, clientId, causes, most + 1)
  const shown = rows.slice(0, most)
  if (!shown.some(({ id }) => id === own.id)) shown.push(own)
  const [entries, lines] = await Promise.all([
    selectEntries(
      sql,
      clientId,
      shown.map(({ id }) => id),
    ),
    selectLines(sql, causes),
  ])
  const placed = [
    ...shown.map((row, at) => ({ place: at, step: { event: eventView(row, entries) } })),
    ...lines.map((line) => ({ place: placeOf(line, shown), step: { line: lineView(line) } })),
  ]
  return {
    steps: placed.toSorted((one, other) => one.place - other.place).map(({ step }) => step),
    hasMore: rows.length > most,
  }
}

/** A receipt comes before the journal that books it, a payment after it. */
function placeOf({ causeIds, direction }: TrailLine, rows: readonly EventRow[]): number {
  const booked = rows.findLastIndex(
    ({ cause_id: causeId, event }) => causeIds.includes(causeId) && event !== 'withdrawal.requested',
  )
  if (booked < 0) return rows.length
  return booked + (direction === 'credit' ? -0.5 : 0.5)
}

const lineView = ({ id, day, direction, amount, reference, bankName, accountNumber }: TrailLine) => ({
  id,
  day,
  direction,
  amount: rupeesOf(amount),
  ...(reference !== null && { reference }),
  account: `${bankName} ${maskAccountNumber(accountNumber ?? '')}`.trim(),
})
