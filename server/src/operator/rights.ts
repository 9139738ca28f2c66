import { secondAdministrator } from '@sauda/contract/approval'
import { AppError, commonErrors } from '@sauda/contract/error'
import { isAdministrator, operatorCalls, operatorErrors, rightsOf } from '@sauda/contract/operator'
import type { Right } from '@sauda/contract/call'
import type { StaffContext } from '../app-context.ts'
import { changeOrPropose, type ProposalHandlers, waiting } from '../approval/proposal.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Tx } from '../platform/db.ts'
import type { RequestInput } from '../platform/mount.ts'
import { isRole, namesOf } from './roles.ts'
import { deleteSessionsOfRole, lockRoles, saveRights, selectRoleRights } from './rights.sql.ts'

type RightsInput = RequestInput<typeof operatorCalls.changeRights>
type RightsChange = {
  readonly role: string
  readonly before: readonly Right[]
  readonly rights: readonly Right[]
}
type Change = { readonly operator: { readonly id: string; readonly name: string }; readonly ip: string }

const currentRights = async (tx: Tx, role: string) =>
  rightsOf(role, false, (await selectRoleRights(tx)).find((row) => row.role === role)?.rights)

const without = (all: readonly Right[], others: readonly Right[]) => all.filter((right) => !others.includes(right))

/** Under the approval policy, as a change of an operator's role. */
export async function changeRights(context: StaffContext, { params, body, ...by }: RightsInput) {
  const { role } = params
  const result = await context.db.transaction(async (tx) => {
    await lockRoles(tx)
    if (isAdministrator(role) || !(await isRole(tx, role))) throw new AppError(commonErrors.notFound)
    const before = await currentRights(tx, role)
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
  return 'done' in result
    ? { message: 'Rights changed' }
    : { message: secondAdministrator, ...waiting(result.proposal) }
}

/** Who loses a right is logged out, which also rolls back what they are sending; an added right starts the waiting period. */
async function giveRights(
  context: StaffContext,
  tx: Tx,
  { operator, ip }: Change,
  { role, before, rights }: RightsChange,
): Promise<void> {
  await lockRoles(tx)
  if (!(await isRole(tx, role))) throw new AppError(operatorErrors.roleGone)
  const current = await currentRights(tx, role)
  if (without(current, before).length + without(before, current).length > 0)
    throw new AppError(operatorErrors.rightsChanged)
  await saveRights(tx, { role, rights, isExtended: without(rights, before).length > 0 })
  if (without(before, rights).length > 0) await deleteSessionsOfRole(tx, role)
  await context.audit(tx, {
    actor: operatorActor(operator),
    action: 'operator.rights',
    subjectId: operator.id,
    before: { role, rights: before },
    after: { role, rights },
    ip,
  })
  await context.lapse(tx, { operator, ip })
  await context.notifyScreens(tx, 'desk', 'operator')
}

/** Carries out what a second administrator has approved. */
export const rightsProposals = (context: StaffContext): ProposalHandlers<'operator.rights'> => ({
  'operator.rights': {
    describe: async (tx, { role }) => ({ before: { rights: await currentRights(tx, role) } }),
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
