import { type Right, rights as allRights } from '@sauda/contract/platform/call'
import { rightNames, rightsOf } from '@sauda/contract/broker/operator'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { Evidence } from '@sauda/contract/core/proposal-review'
import { factsOf } from '../../core/approval/review.ts'
import type { Sql } from '../../platform/db.ts'
import { selectRoleRights, selectStaff } from './operator.sql.ts'

// What the second administrator sees of changes of operators and roles.

/** A change waits only from the second administrator on, when administrators have no rights over money. */
export const rightsOfRole = async (sql: Sql, role: string): Promise<readonly Right[]> =>
  rightsOf(role, true, (await selectRoleRights(sql)).find((row) => row.role === role)?.rights)

/** Every right that there is before or after the change, in words. */
export const rightsEvidence = (title: string, before: readonly Right[], after: readonly Right[]): Evidence => ({
  type: 'table',
  id: `rights ${before.join(' ')} > ${after.join(' ')}`,
  title,
  columns: ['Right', 'Before', 'After'],
  rows: allRights
    .filter((right) => before.includes(right) || after.includes(right))
    .map((right) => [rightNames[right], yesNo(before.includes(right)), yesNo(after.includes(right))])
    .map((row) => row.map((text) => ({ text }))),
  skipped: 0,
  last: [],
})

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

type Named = { readonly name: string }
const namesOf = (staff: readonly Named[]): string => staff.map(({ name }) => name).join(', ') || 'None'

/** Who has the role and may log in. */
export async function holdersEvidence(sql: Sql, role: string): Promise<Evidence> {
  const holders = (await selectStaff(sql)).filter((each) => each.role === role && !each.disabled)
  const facts = factsOf({ 'Operators with this role': { text: namesOf(holders), to: '/operators' } })
  return { type: 'facts', id: `role ${holders.map(({ _id }) => _id).join(' ')}`, title: `Role ${role}`, facts }
}

/** An address at another domain than those of the colleagues may be a mistake or an intruder's. */
export async function newOperatorEvidence(sql: Sql, email: string): Promise<Evidence> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const colleagues = (await selectStaff(sql)).filter((each) => each.email.endsWith(`@${domain}`) && !each.disabled)
  const facts = factsOf({ Invitation: `Sent to ${email}`, [`Operators at ${domain}`]: namesOf(colleagues) })
  return { type: 'facts', id: `colleagues ${colleagues.length}`, title: 'New operator', facts }
}

export const operatorEvidence = (given: {
  id: string
  name: string
  email: string
  role: string
  disabled: boolean
}) => {
  const { id, name, email, role, disabled } = given
  const facts = factsOf({
    Operator: { text: `${name}, ${email}`, to: addressOf('operator', id) },
    Role: role,
    Login: disabled ? 'Disabled' : 'Active',
  })
  return { type: 'facts', id: `${email} ${role} ${disabled}`, title: 'Operator', facts } satisfies Evidence
}
