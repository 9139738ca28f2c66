import { isAdministrator, rightsOf } from '@sauda/contract/broker/operator'
import { setUpCalls, setUpSteps } from '@sauda/contract/broker/set-up'
import type { Reply } from '@sauda/contract/platform/call'
import { queueKinds, queueRights } from '@sauda/contract/core/queue'
import { selectApprovers } from '../../core/approval/approval.sql.ts'
import { isSetUpPhase, periodsOf, type PolicyContext, waitsUntil } from '../../core/approval/approver.ts'
import { isSingle } from '../../core/approval/waive.ts'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql } from '../../platform/db.ts'
import { selectInvited, selectSetUp } from './set-up.sql.ts'

/** What is done of the set-up, and who may approve what and from when. */
async function readSetUp(context: PolicyContext, sql: Sql): Promise<Reply<typeof setUpCalls.read>> {
  const [stored, rows, invited, setUpPhase] = await Promise.all([
    selectSetUp(sql),
    selectApprovers(sql, periodsOf(context, null)),
    selectInvited(sql),
    isSetUpPhase(sql),
  ])
  const separated = !isSingle(context) && !setUpPhase
  const people = rows.map((row) => {
    const rights = rightsOf(row.role, separated, row.rights)
    const until = isSingle(context) ? undefined : waitsUntil(row)
    return {
      _id: row.id,
      name: row.name,
      role: row.role,
      isInvited: invited.includes(row.id),
      approves: queueKinds.filter((kind) => rights.includes(queueRights[kind])),
      ...(until && { waitsUntil: until.toISOString() }),
    }
  })
  const hasCashier = people.some(
    ({ role, isInvited, approves }) => !isAdministrator(role) && !isInvited && approves.includes('deposit'),
  )
  const done = { ...stored, cashier: hasCashier, administrator: !setUpPhase }
  return { setUpPhase, steps: setUpSteps.map((step) => ({ step, isDone: done[step] })), people }
}

export const setUpRoutes = (context: Pick<AppContext, 'mount' | 'db' | 'config'>) =>
  context.mount(setUpCalls.read, () => readSetUp(context, context.db))
