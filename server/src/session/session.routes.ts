import { sessionCalls } from '@sauda/contract/session'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import { endSession, listSessions, sweepSessions } from './session.ts'

const sweepMilliseconds = 5 * 60_000

export function sessionRoutes({ mount, db, audit, notify, every }: House) {
  mount(sessionCalls.list, ({ client }) => listSessions(db, client.id, client.sessionId))

  mount(sessionCalls.end, async ({ client, params, ip }) => {
    await db.transaction(async (tx) => {
      if (!(await endSession(tx, client.id, params.sessionId))) throw new Refusal(commonRefusals.notFound)
      const actor = { kind: 'client', id: client.id, name: client.name } as const
      await audit(tx, { actor, action: 'session.end', subjectId: client.id, ip })
      await notify(tx, { clientId: client.id }, 'session')
    })
    return { message: 'Session ended' }
  })

  every(sweepMilliseconds, 'session.sweep', () => sweepSessions(db))
}
