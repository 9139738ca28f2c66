import { addedByEachOther, approvalRules, newOperator, whoCanApprove } from '@sauda/contract/core/approval'
import { isAdministrator, type Role, rightsOf, roles } from '@sauda/contract/broker/operator'
import type { Right } from '@sauda/contract/platform/call'
import type { ErrorDefinition } from '@sauda/contract/platform/error'
import type { Config } from '../../config.ts'
import { formatMoment } from '../mail/mail.ts'
import type { Sql } from '../../platform/db.ts'
import { type ApproverRow, countAdministrators, selectApprovers } from './approval.sql.ts'
import { isSingle } from './waive.ts'

// Who may approve what, and from when.

export type PolicyContext = { readonly config: Pick<Config, 'approvals' | 'mode'> }
export type Person = { readonly id: string; readonly name: string }
/** `makerId`: the operator who requested it, or gave the first approval; none if a client did. */
type About = { readonly makerId?: string | null | undefined; readonly right: Right }

export const administratorRoles = (Object.keys(roles) as Role[]).filter(isAdministrator)

export const isSetUpPhase = async (sql: Sql): Promise<boolean> =>
  (await countAdministrators(sql, administratorRoles)) < approvalRules.administrators

/** Whether administrators have no rights over money. */
export const isSeparated = async ({ config }: PolicyContext, sql: Sql): Promise<boolean> =>
  !isSingle({ config }) && !(await isSetUpPhase(sql))

export const periodsOf = ({ config }: PolicyContext, operatorId: string | null, makerId?: string | null) => ({
  operatorId,
  makerId: makerId ?? null,
  newHours: config.approvals.newOperatorHours,
  addedByHours: config.approvals.addedByHours,
  waiverHours: approvalRules.breakGlassHours,
})

/** Operators whose second approval counts for what this maker requested, by name. */
export async function approversFor(context: PolicyContext, sql: Sql, about: About): Promise<Person[]> {
  const isSetUp = await isSetUpPhase(sql)
  return (await holdersOf(context, sql, about, isSetUp))
    .filter((row) => isSetUp || waitsUntil(row) === undefined)
    .map(({ id, name }) => ({ id, name }))
}

/** Active operators with the right, other than the maker. */
async function holdersOf(
  context: PolicyContext,
  sql: Sql,
  { makerId, right }: About,
  isSetUp: boolean,
): Promise<ApproverRow[]> {
  const separated = !isSingle(context) && !isSetUp
  const rows = await selectApprovers(sql, periodsOf(context, null, makerId))
  return rows.filter((row) => row.id !== makerId && rightsOf(row.role, separated, row.rights).includes(right))
}

/** The end of the operator's waiting periods; undefined if there is none. */
export function waitsUntil({ waived, new_until, apart_until }: ApproverRow): Date | undefined {
  if (waived) return undefined
  return [new_until, apart_until].flatMap((each) => each ?? []).toSorted((a, b) => b.getTime() - a.getTime())[0]
}

/** After the set-up phase: the error for an operator whose login or role is new, or who added or reset the maker; it names who can approve instead. */
export async function waitingFault(
  context: PolicyContext,
  sql: Sql,
  row: ApproverRow,
  about: About,
): Promise<ErrorDefinition | undefined> {
  if (waitsUntil(row) === undefined) return undefined
  // Without second operators nobody else is needed.
  const who = isSingle(context) ? '' : await othersThan(context, sql, row.id, about)
  const { new_until: newUntil, apart_until: apartUntil, maker_name: maker } = row
  if (newUntil) return newOperator(formatMoment(newUntil), who)
  return apartUntil ? addedByEachOther(maker ?? '', formatMoment(apartUntil), who) : undefined
}

async function othersThan(context: PolicyContext, sql: Sql, operatorId: string, about: About): Promise<string> {
  const others = (await holdersOf(context, sql, about, false)).filter(({ id }) => id !== operatorId)
  const now = others.filter((other) => waitsUntil(other) === undefined).map(({ name }) => name)
  const [next] = others
    .flatMap((other) => {
      const at = waitsUntil(other)
      return at === undefined ? [] : [{ name: other.name, at }]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return whoCanApprove({ now, ...(next && { next: { name: next.name, from: formatMoment(next.at) } }) })
}
