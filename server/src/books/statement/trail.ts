import { maskAccountNumber } from '@sauda/contract/money/bank'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type MoneyTrail, statementRules, type TrailSource } from '@sauda/contract/books/statement'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { requireRow, type Sql } from '../../platform/db.ts'
import { type EventRow, selectEntries } from './statement.sql.ts'
import { eventView } from './statement.ts'
import {
  findCause,
  findTrailStart,
  selectCauses,
  selectChanges,
  selectHeld,
  selectLines,
  selectSales,
  selectTrail,
  type TrailLine,
} from './trail.sql.ts'

const most = statementRules.trailEvents

/** Where the money of a journal, or of what caused it, came from and went to, oldest first. Throws `Not found`. */
export async function moneyTrail(sql: Sql, clientId: string, id: string): Promise<MoneyTrail> {
  const own = await requireRow(findTrailStart(sql, clientId, id))
  return trailOfCauses(sql, clientId, [own.cause_id], own)
}

/** Where an amount came from, oldest first. Throws `Not found`. */
export async function trailOf(sql: Sql, clientId: string, source: TrailSource): Promise<MoneyTrail> {
  const { figure, stock = '', sales, cause } = source
  if (figure !== undefined) {
    const rows = await selectChanges(sql, clientId, { ...source, figure }, most + 1)
    const shown = rows.slice(0, most).toReversed()
    const causes = shown.map((row) => row.cause_id)
    return { steps: await stepsOf(sql, clientId, shown, causes), hasMore: rows.length > most }
  }
  if (cause !== undefined) await requireRow(findCause(sql, clientId, cause))
  const trades = () => (sales === undefined ? selectHeld(sql, clientId, stock) : selectSales(sql, clientId, sales))
  const sources = cause === undefined ? await trades() : [cause]
  if (sources.length === 0) throw new AppError(commonErrors.notFound)
  return trailOfCauses(sql, clientId, sources)
}

/** With `own`, which the limit must not leave out. */
async function trailOfCauses(
  sql: Sql,
  clientId: string,
  sources: readonly string[],
  own?: EventRow,
): Promise<MoneyTrail> {
  const causes = await selectCauses(sql, clientId, sources)
  const rows = await selectTrail(sql, clientId, causes, most + 1)
  const shown = rows.slice(0, most)
  if (own && !shown.some(({ id }) => id === own.id)) shown.push(own)
  return { steps: await stepsOf(sql, clientId, shown, causes), hasMore: rows.length > most }
}

async function stepsOf(
  sql: Sql,
  clientId: string,
  shown: readonly EventRow[],
  causes: readonly string[],
): Promise<MoneyTrail['steps']> {
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
  return placed.toSorted((one, other) => one.place - other.place).map(({ step }) => step)
}

/** A receipt comes before the journal that books it, a payment after it: if that is shown, after the one that pays. */
function placeOf({ causeIds, direction }: TrailLine, rows: readonly EventRow[]): number {
  const isOwn = ({ cause_id: causeId }: EventRow) => causeIds.includes(causeId)
  const paid = rows.findLastIndex((row) => isOwn(row) && row.event !== 'withdrawal.requested')
  const booked = paid < 0 ? rows.findLastIndex(isOwn) : paid
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
