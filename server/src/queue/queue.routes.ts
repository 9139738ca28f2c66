import { queueCalls } from '@sauda/contract/queue'
import type { AppContext } from '../app-context.ts'
import { claimItem, listQueue, releaseItem, sweepClaims, type QueueDependencies } from './queue.ts'

const sweepMilliseconds = 5 * 60_000

export function queueRoutes(context: QueueDependencies & Pick<AppContext, 'mount' | 'every'>) {
  const { mount, db, every } = context

  mount(queueCalls.list, ({ operator, query }) => listQueue(context, operator.rights, query.kind))
  mount(queueCalls.claim, async ({ operator, body: { release, ...item }, ip }) => {
    if (release) await releaseItem(context, { operator, item, ip })
    else await claimItem(context, { operator, item, ip })
    return { message: release ? 'Released' : 'Picked up' }
  })

  every(sweepMilliseconds, 'old claims', () => sweepClaims(db))
}
