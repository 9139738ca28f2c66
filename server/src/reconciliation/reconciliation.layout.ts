import type { StatementLayout } from '@sauda/contract/statement-layout'
import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '@sauda/contract/call'
import { AppError, commonErrors } from '@sauda/contract/error'
import type { reconciliationCalls } from '@sauda/contract/reconciliation'
import type { ReconciliationContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Sql } from '../platform/db.ts'
import type { RequestInput } from '../platform/mount.ts'
import { findLayouts, insertLayout, lockBankAccount } from './reconciliation.import.sql.ts'

export const layouts = async (sql: Sql) => ({ layouts: await findLayouts(sql, undefined) })

/** Remembers how the statements of a bank account are read. */
export const saveLayout = (
  { db, audit }: ReconciliationContext,
  { params: { bankAccountId }, body: layout, operator, ip }: RequestInput<typeof reconciliationCalls.saveLayout>,
): Promise<Reply<typeof reconciliationCalls.saveLayout>> =>
  db.transaction(async (tx) => {
    if (!(await lockBankAccount(tx, bankAccountId))) throw new AppError(commonErrors.notFound)
    const [before] = await findLayouts(tx, bankAccountId)
    if (isDeepStrictEqual(before?.layout, layout)) return { layout }
    await insertLayout(tx, { bankAccountId, layout, operatorId: operator.id })
    await audit(tx, {
      actor: operatorActor(operator),
      action: 'reconciliation.layout',
      subjectId: bankAccountId,
      ...(before && { before: named(before.layout) }),
      after: named(layout),
      ip,
    })
    return { layout }
  })

/** The headers of the chosen columns. */
function named({ header, ...places }: StatementLayout): Record<string, string> {
  return Object.fromEntries(Object.entries(places).map(([meaning, at]) => [meaning, header[at] ?? '']))
}
