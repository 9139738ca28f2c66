import { commonErrors } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { isId } from '../../platform/id.ts'
import { audit } from '../audit/audit.ts'
import { selectOwnAccounts } from './approval.sql.ts'
import { type isSingle, refuseUnlessWaived, unwaived, type WaiveContext } from './waive.ts'

// An operator who is a client too, with the same e-mail address, requests and decides nothing about that account, or about another
// account with the same PAN or bank account.

/** What they may still do: look, claim a case, protect the login, and end what ends with the right of another operator. */
const allowed: ReadonlySet<string> = new Set([
  'approval.lapse',
  'approval.waive',
  'client.freeze',
  'client.view',
  'client.view.end',
  'kyc.check-pan',
  'privacy.export',
  'queue.release',
  'queue.take',
  'wallet.lapse-first',
])

/** Which of these clients the operator is; none where it does not matter. */
export async function ownAccounts(
  context: Parameters<typeof isSingle>[0],
  sql: Sql,
  who: { readonly operatorId: string; readonly clientIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  return new Set(await unwaived(context, [], () => selectOwnAccounts(sql, who)))
}

/** Throws if one of these is the operator's own account; for decisions whose audit row names no client. */
export async function requireOthersAccount(
  context: WaiveContext,
  tx: Tx,
  by: { readonly operator: { readonly id: string; readonly name: string }; readonly ip?: string | undefined },
  { clientIds, summary }: { readonly clientIds: readonly string[]; readonly summary: string },
): Promise<void> {
  const [own] = await selectOwnAccounts(tx, { operatorId: by.operator.id, clientIds })
  if (own) await refuseUnlessWaived(context, tx, by, { clientId: own, summary, error: commonErrors.ownAccount })
}

/** The obstacle of a review whose decision changes the operator's own account. */
export const ownObstacle = async (
  context: Parameters<typeof isSingle>[0],
  sql: Sql,
  operator: { readonly id: string },
  clients: readonly { readonly clientId: string }[],
) => {
  const clientIds = [...new Set(clients.map(({ clientId }) => clientId))]
  const own = await ownAccounts(context, sql, { operatorId: operator.id, clientIds })
  return { obstacle: own.size > 0 ? commonErrors.ownAccount : undefined }
}

/** The pairs of operator and client that were already compared in a transaction. */
const asked = new WeakMap<Tx, Set<string>>()

/**
 * `requireOthersAccount` for a decision about one client, called with the other checks of the decision. The audit row, which names the client,
 * does not compare operator and client again.
 */
export async function requireOthersAccountFirst(
  context: WaiveContext,
  tx: Tx,
  by: Parameters<typeof requireOthersAccount>[2],
  { clientId, summary }: { readonly clientId: string; readonly summary: string },
): Promise<void> {
  await requireOthersAccount(context, tx, by, { clientIds: [clientId], summary })
  asked.set(tx, (asked.get(tx) ?? new Set()).add(`${by.operator.id} ${clientId}`))
}

/** Writes audit rows, of which every change of a client by an operator has one; throws if it is their own account. */
export const createAudit =
  ({ config }: Pick<AppContext, 'config'>): AppContext['audit'] =>
  async (tx, entry) => {
    const { by, action, subjectId } = entry
    const isAsked = by !== 'system' && 'operator' in by && asked.get(tx)?.has(`${by.operator.id} ${subjectId}`)
    if (!isAsked && by !== 'system' && 'operator' in by && subjectId && isId(subjectId) && !allowed.has(action))
      await requireOthersAccount({ audit, config }, tx, by, { clientIds: [subjectId], summary: action })
    await audit(tx, entry)
  }
