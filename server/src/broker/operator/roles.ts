import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import {
  isStandardRole,
  operatorCalls,
  operatorErrors,
  rightNames,
  roles,
  isAdministrator,
} from '@sauda/contract/broker/operator'
import type { Right } from '@sauda/contract/platform/call'
import type { AppContext, StaffContext } from '../../app/app-context.ts'
import { changeOrPropose, changeReply, type ProposalHandlers } from '../../core/approval/proposal.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { holdersEvidence, rightsEvidence, rightsOfRole } from './staff.describe.ts'
import {
  countByRole,
  insertRole,
  lockRoles,
  renameRole,
  retireRole,
  selectRoleRights,
  deleteSessionsOfRole,
  saveRights,
} from './operator.sql.ts'

type NewRole = RequestInput<typeof operatorCalls.addRole>['body']
type RoleName = { readonly role: string; readonly name: string }

const isRole = async (sql: Sql, role: string): Promise<boolean> =>
  isStandardRole(role) || (await selectRoleRights(sql)).some((row) => row.role === role)

/** Until the transaction ends, the role is neither renamed nor retired. */
export async function requireRole(tx: Tx, role: string, missing: ErrorDefinition): Promise<void> {
  if (isStandardRole(role)) return
  await lockRoles(tx)
  if (!(await isRole(tx, role))) throw new AppError(missing)
}

const namesOf = (rights: readonly Right[]) => rights.map((right) => rightNames[right].toLowerCase()).join(', ')

export async function addRole(context: AppContext, { body, ...by }: RequestInput<typeof operatorCalls.addRole>) {
  const payload: NewRole = { name: body.name, rights: [...new Set(body.rights)] }
  if (payload.rights.length === 0) throw new AppError(operatorErrors.noRights)
  const result = await context.db.transaction(async (tx) => {
    await requireFree(tx, body.name)
    const summary = `Add the role ${body.name}: ${namesOf(payload.rights)}`
    const change = { kind: 'operator.role-add' as const, payload, summary, ...by }
    return changeOrPropose(context, tx, change, () => insert(context, tx, by, payload))
  })
  return changeReply(result, 'Role added')
}

export async function changeRoleName(
  context: AppContext,
  { params: { role }, body: { name }, ...by }: RequestInput<typeof operatorCalls.renameRole>,
) {
  const result = await context.db.transaction(async (tx) => {
    await requireUnused(tx, role, commonErrors.notFound)
    await requireFree(tx, name, role)
    const change = { kind: 'operator.role-rename' as const, payload: { role, name }, ...by }
    const summary = `Rename the role ${role} to ${name}`
    return changeOrPropose(context, tx, { ...change, summary }, () => rename(context, tx, by, { role, name }))
  })
  return changeReply(result, 'Role renamed')
}

export async function endRole(
  context: AppContext,
  { params: { role }, ...by }: RequestInput<typeof operatorCalls.retireRole>,
) {
  const result = await context.db.transaction(async (tx) => {
    await requireUnused(tx, role, commonErrors.notFound)
    const change = {
      kind: 'operator.role-retire' as const,
      payload: { role },
      summary: `Retire the role ${role}`,
      ...by,
    }
    return changeOrPropose(context, tx, change, () => retire(context, tx, by, role))
  })
  return changeReply(result, 'Role retired')
}

/** Whatever the case of its letters; `but`: the role that is being renamed. */
async function requireFree(tx: Tx, name: string, but?: string): Promise<void> {
  await lockRoles(tx)
  const taken = [...Object.keys(roles), ...(await selectRoleRights(tx)).map(({ role }) => role)]
  const isTaken = taken.some((role) => role !== but && role.toLowerCase() === name.toLowerCase())
  if (isTaken || name === but) throw new AppError(operatorErrors.roleTaken)
}

/** A role made at the desk that no operator has, also no disabled one, who could be enabled again. */
async function requireUnused(tx: Tx, role: string, missing: ErrorDefinition): Promise<void> {
  await lockRoles(tx)
  if (!(await isRole(tx, role))) throw new AppError(missing)
  if (isStandardRole(role)) throw new AppError(operatorErrors.standardRole)
  if ((await countByRole(tx)).some((row) => row.role === role)) throw new AppError(operatorErrors.roleInUse)
}

async function insert(context: AppContext, tx: Tx, by: ByOperator, { name, rights }: NewRole): Promise<void> {
  await requireFree(tx, name)
  await insertRole(tx, name, rights)
  await record(context, tx, by, { action: 'operator.role.add', after: { role: name, rights } })
}

async function rename(context: AppContext, tx: Tx, by: ByOperator, { role, name }: RoleName): Promise<void> {
  await requireUnused(tx, role, operatorErrors.roleGone)
  await requireFree(tx, name, role)
  await renameRole(tx, role, name)
  await record(context, tx, by, { action: 'operator.role.rename', before: { role }, after: { role: name } })
}

async function retire(context: AppContext, tx: Tx, by: ByOperator, role: string): Promise<void> {
  await requireUnused(tx, role, operatorErrors.roleGone)
  // The row stays under a name that nobody can choose.
  await retireRole(tx, role, `${role}, retired ${newId()}`)
  await record(context, tx, by, { action: 'operator.role.retire', before: { role } })
}

type RoleChange = { readonly action: string; readonly before?: object; readonly after?: object }

const record = (context: AppContext, tx: Tx, by: ByOperator, change: RoleChange): Promise<void> =>
  recordByOperator(context, tx, by, { subjectId: by.operator.id, ...change, topic: 'operator' })

export const roleProposals = (
  context: AppContext,
): ProposalHandlers<'operator.role-add' | 'operator.role-rename' | 'operator.role-retire'> => ({
  'operator.role-add': {
    carryOut: (tx, payload, by) => insert(context, tx, by, operatorCalls.addRole.body.parse(payload)),
    describe: async (_, { name, rights }) => ({
      evidence: [rightsEvidence(`Rights of the role ${name}`, [], rights as readonly Right[])],
    }),
  },
  'operator.role-rename': {
    carryOut: (tx, payload, by) => rename(context, tx, by, payload),
    describe: async (_, { role }) => ({ before: { name: role } }),
  },
  'operator.role-retire': {
    carryOut: (tx, payload, by) => retire(context, tx, by, payload.role),
    describe: async (tx, { role }) => ({
      evidence: [await holdersEvidence(tx, role), rightsEvidence('Rights', await rightsOfRole(tx, role), [])],
    }),
  },
})

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
async function giveRights(context: StaffContext, tx: Tx, by: ByOperator, { role, before, rights }: RightsChange) {
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
