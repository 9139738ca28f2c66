import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { isAdministrator, operatorCalls, operatorErrors } from '@sauda/contract/broker/operator'
import type { Right } from '@sauda/contract/platform/call'
import type { StaffContext } from '../../app-context.ts'
import { changeOrPropose, changeReply, type ProposalHandlers } from '../../core/approval/proposal.ts'
import type { Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { isRole, namesOf } from './roles.ts'
import { holdersEvidence, rightsEvidence, rightsOfRole } from './staff.describe.ts'
import { deleteSessionsOfRole, lockRoles, saveRights } from './operator.sql.ts'

type RightsInput = RequestInput<typeof operatorCalls.changeRights>
type RightsChange = {
  readonly role: string
  readonly before: readonly Right[]
  readonly rights: readonly Right[]
}

const without = (all: readonly Right[], others: readonly Right[]) => all.filter((right) => !others.includes(right))

/** Under the approval policy, as a change of an operator's role. */
export async function changeRights(context: StaffContext, { params, body, ...by }: RightsInput) {
  const { role } = params
  const result = await context.db.transaction(async (tx) => {
    await lockRoles(tx)
    if (isAdministrator(role) || !(await isRole(tx, role))) throw new AppError(commonErrors.notFound)
    const before = await rightsOfRole(tx, role)
    const rights = [...new Set(body.rights)]
    const [added, removed] = [without(rights, before), without(before, rights)]
    if (added.length + removed.length === 0) throw new AppError(operatorErrors.sameRights)
    const parts = [
      added.length > 0 && `add ${namesOf(added)}`,
      removed.length > 0 && `remove ${namesOf(removed)}`,
    ].filter(Boolean)
    const summary = `Change the rights of the role ${role}: ${parts.join('; ')}`
    const payload: RightsChange = { role, before, rights }
    const change = { kind: 'operator.rights' as const, payload, summary, operator: by.operator, ip: by.ip }
    return changeOrPropose(context, tx, change, () => giveRights(context, tx, by, payload))
  })
  return changeReply(result, 'Rights changed')
}

/** An operator who loses a right is logged out, which also rolls back requests in progress; an added right starts the waiting period. */
async function giveRights(
  context: StaffContext,
  tx: Tx,
  by: ByOperator,
  { role, before, rights }: RightsChange,
): Promise<void> {
  await lockRoles(tx)
  if (!(await isRole(tx, role))) throw new AppError(operatorErrors.roleGone)
  const current = await rightsOfRole(tx, role)
  if (without(current, before).length + without(before, current).length > 0)
    throw new AppError(operatorErrors.rightsChanged)
  await saveRights(tx, { role, rights, isExtended: without(rights, before).length > 0 })
  if (without(before, rights).length > 0) await deleteSessionsOfRole(tx, role)
  await recordByOperator(context, tx, by, {
    action: 'operator.rights',
    subjectId: by.operator.id,
    before: { role, rights: before },
    after: { role, rights },
    topic: 'operator',
  })
  await context.lapse(tx, by)
}

export const rightsProposals = (context: StaffContext): ProposalHandlers<'operator.rights'> => ({
  'operator.rights': {
    async describe(tx, { role, rights }) {
      const current = await rightsOfRole(tx, role)
      return {
        before: { rights: current },
        evidence: [await holdersEvidence(tx, role), rightsEvidence('Rights', current, rights as readonly Right[])],
      }
    },
    carryOut(tx, { role, before, rights }, by) {
      const parsed = operatorCalls.changeRights.body
      return giveRights(context, tx, by, {
        role,
        before: parsed.parse({ rights: before }).rights,
        ...parsed.parse({ rights }),
      })
    },
  },
})
