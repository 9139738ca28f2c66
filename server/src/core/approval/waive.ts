import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import type { Tx } from '../../platform/db.ts'

// `APPROVALS=single` waives every rule that needs a second person (settled, section 14). Each decision that such a rule would have
// stopped is marked in the audit log here.

export type WaiveContext = Pick<AppContext, 'audit' | 'config'>

export type Needed = {
  readonly clientId?: string | null | undefined
  /** The decision. */
  readonly summary: string
  /** Why one operator is not enough; none if one is. */
  readonly reasons: readonly string[]
}
export type Caller = {
  readonly operator: { readonly id: string; readonly name: string }
  readonly ip?: string | undefined
}

export const isSingle = ({ config }: { readonly config: Pick<AppContext['config'], 'approvals'> }): boolean =>
  config.approvals.mode === 'single'

/** The reasons that remain: none where they are waived, which is written to the audit log. */
export async function unlessWaived(
  context: WaiveContext,
  tx: Tx,
  { operator, ip }: Caller,
  { clientId, summary, reasons }: Needed,
): Promise<readonly string[]> {
  if (reasons.length === 0 || !isSingle(context)) return reasons
  await context.audit(tx, {
    by: { operator, ip },
    action: 'approval.waive',
    subjectId: clientId ?? operator.id,
    after: { summary, waived: reasons, because: 'APPROVALS=single' },
  })
  return []
}

export type RefusedDecision = Omit<Needed, 'reasons'> & { readonly error: ErrorDefinition }

/** Throws the error unless it is waived. */
export async function refuseUnlessWaived(
  context: WaiveContext,
  tx: Tx,
  by: Caller,
  { error, ...about }: RefusedDecision,
): Promise<void> {
  if ((await unlessWaived(context, tx, by, { ...about, reasons: [error.message] })).length > 0)
    throw new AppError(error)
}

/** What `find` returns for a screen about the reasons of a decision, or `none` where they are waived. */
export const unwaived = async <Found>(
  context: Parameters<typeof isSingle>[0],
  none: Found,
  find: () => Promise<Found>,
): Promise<Found> => (isSingle(context) ? none : find())
