import { AppError } from '@sauda/contract/platform/error'
import { exportRules, tooManyExports } from '@sauda/contract/core/export'
import type { AppContext } from '../../app/app-context.ts'
import { formatMoment } from '../mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { mailAdministrators } from './approval.policy.ts'
import { freeFrom, insertExport, lockOperator, takeUnmailed } from './approval.sql.ts'

type Export = {
  readonly operator: { readonly id: string; readonly name: string }
  readonly ip: string
  /** For the administrators, such as `Report “Charges and GST”`. */
  readonly what: string
  readonly clients?: number
  readonly action: string
  readonly subjectId?: string
  readonly after?: object
}

/** Counts and audits a file with clients' data before it is sent; throws above the limit of the operator (settled, section 14). */
export const recordExport = (context: AppContext, given: Export): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { operator, ip, what, clients, action, subjectId, after } = given
    const { exportsPerOperator: limit } = context.config.approvals
    await lockOperator(tx, operator.id)
    const free = await freeFrom(tx, { operatorId: operator.id, limit, hours: exportRules.hours })
    if (free) {
      const retryAfter = Math.max(1, Math.ceil((free.getTime() - Date.now()) / 1000))
      throw new AppError(tooManyExports(limit, formatMoment(free)), { retryAfter })
    }
    await insertExport(tx, { id: newId(), operatorId: operator.id, what, clients: clients ?? null })
    await context.audit(tx, {
      by: { operator, ip },
      action,
      after: { ...after, ...(clients !== undefined && { clients }) },
      ...(subjectId !== undefined && { subjectId }),
    })
    await mailExports(context, tx)
  })

/** Mails the administrators the exports that were not mailed yet, in one mail and at most once an hour. */
export async function mailExports(context: Pick<AppContext, 'mail'>, tx: Tx): Promise<void> {
  const rows = await takeUnmailed(tx, exportRules.mailMinutes)
  if (rows.length === 0) return
  const clientsOf = (clients: number | null) =>
    clients === null ? 'number of clients not counted' : clients === 1 ? '1 client' : `${clients} clients`
  await mailAdministrators(context, tx, 'Clients’ data was exported', [
    ...rows.map(
      ({ operator, what, clients, at }) => `${operator}: ${what}, ${clientsOf(clients)}, on ${formatMoment(at)}.`,
    ),
    'What to do: if you cannot explain an export, ask the operator, and disable the login if needed. The audit log has every export.',
  ])
}
