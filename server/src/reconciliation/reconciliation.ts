import type { Query } from '@sauda/contract/call'
import { decimalRupees, rupeesOf } from '@sauda/contract/money'
import {
  reconciliationErrors,
  reconciliationRules,
  type BankLine,
  type reconciliationCalls,
} from '@sauda/contract/reconciliation'
import { normalizeReference } from '@sauda/contract/reference'
import { alreadyDecided, commonErrors, AppError } from '@sauda/contract/error'
import type { ReconciliationContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Db, Sql, Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { amountIn } from './reconciliation.cells.ts'
import { linesOfApproved, lockLine, matchLines, settleLine, tryLockMatching } from './reconciliation.match.sql.ts'
import { findLines, idsOfPayment, pageOf, searchIds, type LineRow, type Search } from './reconciliation.sql.ts'
import { lineOf } from './reconciliation.view.ts'

const { pageRows } = reconciliationRules
/** Payments approved within these hours are matched on every read, older ones when their line is read. */
const recentHours = 48

type LinesQuery = Query<typeof reconciliationCalls.lines>

export async function lines(db: Db, { show = 'approve', search = '', after }: LinesQuery) {
  await matchKnown(db, await linesOfApproved(db, recentHours))
  const page = await pageOf(db, { state: show, after: after ?? null, limit: pageRows + 1 })
  const { ids, exact_received, exact_paid, ...counts } = page
  const wanted = search === '' ? ids : await searchIds(db, searchIn(search), pageRows + 1)
  const rows = await inOrder(db, wanted.slice(0, pageRows))
  // Approved more than `recentHours` ago.
  const late = rows.filter(({ state }) => state === 'matched' && show !== 'matched' && search === '')
  if (late.length > 0 && (await matchKnown(db, idsOf(late)))) return lines(db, { show, search, after })
  return {
    lines: rows.map(lineOf),
    more: wanted.length > pageRows,
    counts: { ...counts, exactReceived: rupeesOf(exact_received), exactPaid: rupeesOf(exact_paid) },
  }
}

export const line = async (sql: Sql, id: string): Promise<BankLine> => lineOf(await requireLine(sql, id))

/** The most likely first. */
export async function ofPayment(sql: Sql, paymentId: string) {
  const rows = await findLines(sql, await idsOfPayment(sql, paymentId, pageRows))
  const rank = ({ state, how, id }: LineRow) => `${state === 'matched' ? 0 : 1} ${how ?? 9} ${id}`
  return { lines: rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).map(lineOf) }
}

const idsOf = (rows: readonly LineRow[]): string[] => rows.map(({ id }) => id)

async function inOrder(sql: Sql, ids: readonly string[]): Promise<LineRow[]> {
  const rows = new Map((await findLines(sql, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

type SettleCommand = {
  readonly id: string
  readonly operator: CurrentOperator
  readonly note: string
  readonly ip: string
}

export async function settle(
  { audit, notifyScreens }: ReconciliationContext,
  tx: Tx,
  { id, operator, note, ip }: SettleCommand,
): Promise<BankLine> {
  const locked = await lockLine(tx, id)
  const row = await requireLine(tx, id)
  if (row.settled_by_name !== null) throw new AppError(alreadyDecided(row.settled_by_name))
  if (row.state !== 'exception') throw new AppError(reconciliationErrors.notException)
  const settling = { id, operatorId: operator.id, note }
  const count = await settleLine(tx, locked ? 'bank_line' : 'missing_line', settling)
  if (count === 0) throw new AppError(alreadyDecided((await requireLine(tx, id)).settled_by_name ?? 'another operator'))
  await Promise.all([
    audit(tx, {
      actor: operatorActor(operator),
      action: 'reconciliation.settle',
      subjectId: row.client_id ?? id,
      before: {
        lineId: id,
        exception: row.exception,
        amount: decimalRupees(row.amount),
        reference: row.reference ?? undefined,
      },
      after: { lineId: id, note },
      ip,
    }),
    notifyScreens(tx, 'desk', 'reconciliation', id),
  ])
  return line(tx, id)
}

async function requireLine(sql: Sql, id: string): Promise<LineRow> {
  const [row] = await findLines(sql, [id])
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

/** Matches lines whose payment was approved on its own page; returns false if none matched. */
async function matchKnown(db: Db, lineIds: readonly string[]): Promise<boolean> {
  if (lineIds.length === 0) return false
  return db.transaction(async (tx) => (await tryLockMatching(tx)) && (await matchLines(tx, lineIds)) > 0)
}

function searchIn(text: string): Search {
  const amount = amountIn(text)
  const name = normalizeReference(text)
  const number = /^(?:ADD|WDR|CHG)(\d{1,18})$/.exec(name)?.[1]
  return {
    name: name === '' ? null : name,
    number: number === undefined ? null : BigInt(number),
    paise: typeof amount === 'object' ? amount.paise : null,
  }
}
