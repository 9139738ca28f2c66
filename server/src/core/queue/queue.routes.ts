import { queueCalls } from '@sauda/contract/core/queue'
import type { AppContext } from '../../app-context.ts'
import { assignCase, holdCase, type HoldContext, operatorsFor, remind, requireKind, resumeCase } from './hold.ts'
import { claimItem, listQueue, releaseItem, sweepClaims, type QueueDependencies } from './queue.ts'

const sweepMilliseconds = 5 * 60_000
const remindMilliseconds = 30_000

export function queueRoutes(
  context: QueueDependencies & HoldContext & Pick<AppContext, 'mount' | 'mountCommand' | 'every'>,
) {
  const { mount, mountCommand, db, every, sources, notifyScreens } = context

  mount(queueCalls.list, ({ operator, query }) => listQueue(context, operator.rights, query.kind))
  mount(queueCalls.claim, async ({ operator, body: { release, ...item }, ip }) => {
    if (release) await releaseItem(context, { operator, item, ip })
    else await claimItem(context, { operator, item, ip })
    return { message: release ? 'Released' : 'Picked up' }
  })

  mountCommand(queueCalls.hold, async (tx, given) => {
    await holdCase(context, tx, given)
    return { message: 'On hold' }
  })
  mountCommand(queueCalls.resume, async (tx, given) => {
    await resumeCase(context, tx, given)
    return { message: 'Pending again' }
  })
  mountCommand(queueCalls.assign, async (tx, given) => {
    await assignCase(context, tx, given)
    return { message: given.body.operatorId === undefined ? 'Assigned to nobody' : 'Assigned' }
  })
  mount(queueCalls.colleagues, async ({ operator, query: { kind } }) => {
    requireKind(operator, kind)
    return { operators: await operatorsFor(context, db, kind) }
  })

  every(sweepMilliseconds, 'old claims', () => sweepClaims(db, sources))
  every(remindMilliseconds, 'reminders of cases on hold', () => remind(db, notifyScreens))
}
