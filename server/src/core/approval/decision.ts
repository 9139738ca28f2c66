import { alreadyDecided, AppError } from '@sauda/contract/platform/error'
import { requireRow, type Tx } from '../../platform/db.ts'
import { type RequestTable, updateDecided } from './decision.sql.ts'
import { type Caller, isSingle, type RefusedDecision, refuseUnlessWaived, type WaiveContext } from './waive.ts'

type OwnRequest = RefusedDecision & { readonly makerId: string | null }

/** Throws where an operator would decide what they themselves requested or imported, unless one operator may decide everything. */
export async function refuseOwnRequest(
  context: WaiveContext,
  tx: Tx,
  by: Caller,
  { makerId, ...about }: OwnRequest,
): Promise<void> {
  if (makerId === by.operator.id) await refuseUnlessWaived(context, tx, by, about)
}

type Decision<Row> = {
  readonly table: RequestTable
  readonly id: string
  readonly status: 'approved' | 'rejected'
  readonly find: () => Promise<Row | undefined>
  /** `decidedBy`: the name of the operator who decided it, unless it is still pending. */
  readonly about: (row: Row) => OwnRequest & { readonly decidedBy: string | null | undefined }
}

/** Decides a pending request. Its maker may reject it, which cancels it, but not approve it. Throws if it is decided already. */
export async function decideRequest<Row>(
  context: WaiveContext,
  tx: Tx,
  by: Caller,
  { table, id, status, find, about }: Decision<Row>,
): Promise<Row> {
  const isWaived = status === 'approved' && isSingle(context)
  const changed = await updateDecided(tx, table, { id, status, operatorId: by.operator.id, isWaived })
  const row = await requireRow(find())
  const { decidedBy, ...request } = about(row)
  if (changed === 0) throw new AppError(decidedBy ? alreadyDecided(decidedBy) : request.error)
  if (status === 'approved') await refuseOwnRequest(context, tx, by, request)
  return row
}
