import { AppError } from '@sauda/contract/platform/error'
import { type Breach, type privacyCalls, privacyErrors, privacyRules } from '@sauda/contract/client/privacy'
import type { PrivacyContext } from '../../app/app-context.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import {
  type BreachInput,
  type BreachRow,
  insertBreach,
  lockBreach,
  selectBreaches,
  updateBreach,
} from './privacy.sql.ts'

export const listBreaches = async (sql: Sql): Promise<{ breaches: Breach[] }> => ({
  breaches: (await selectBreaches(sql, privacyRules.requestRows)).map(viewOf),
})

function viewOf(row: BreachRow): Breach {
  const reportDue = new Date(Date.parse(row.knownAt) + privacyRules.boardHours * 3_600_000)
  const reported = row.boardReportedAt === undefined ? new Date() : new Date(row.boardReportedAt)
  return { ...row, reportDueAt: reportDue.toISOString(), overdue: reported > reportDue }
}

/** The database cannot store every date that a time may have. */
const earliest = Date.parse('1900-01-01T00:00:00Z')

function requireTimes({ happenedAt, knownAt, ...rest }: BreachInput): void {
  const [happened, known] = [Date.parse(happenedAt), Date.parse(knownAt)]
  const { clientsInformedAt, boardInformedAt, boardReportedAt } = rest
  const informed = [clientsInformedAt, boardInformedAt, boardReportedAt].flatMap((at) => (at ? Date.parse(at) : []))
  const isOrdered = happened >= earliest && happened <= known && informed.every((at) => at >= known)
  // Browsers round to the minute.
  const latest = Date.now() + 60_000
  if (!isOrdered || [known, ...informed].some((at) => at > latest)) throw new AppError(privacyErrors.wrongTimes)
}

type Save = { readonly operator: RequestInput<typeof privacyCalls.recordBreach>['operator']; readonly ip: string }

export async function recordBreach(
  context: PrivacyContext,
  tx: Tx,
  { body, ...by }: Save & { readonly body: BreachInput },
): Promise<Breach> {
  requireTimes(body)
  const id = newId()
  await insertBreach(tx, id, by.operator.id, body)
  return record(context, tx, id, by)
}

export async function changeBreach(
  context: PrivacyContext,
  tx: Tx,
  { body, params: { breachId }, ...by }: Save & { readonly body: BreachInput; readonly params: { breachId: string } },
): Promise<Breach> {
  requireTimes(body)
  const before = viewOf(await requireRow(lockBreach(tx, breachId)))
  await updateBreach(tx, breachId, body)
  return record(context, tx, breachId, by, before)
}

async function record(context: PrivacyContext, tx: Tx, id: string, by: Save, before?: Breach) {
  const after = viewOf(await requireRow(lockBreach(tx, id)))
  if (before && JSON.stringify(before) === JSON.stringify(after)) return after
  const action = before ? 'privacy.breach-change' : 'privacy.breach'
  await recordByOperator(context, tx, by, { action, ...(before && { before }), after, topic: 'privacy' })
  return after
}
