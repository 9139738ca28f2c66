import { sessionCalls } from '@sauda/contract/session'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import { endSession, listSessions } from './session.ts'

export function sessionRoutes({ mount, db, notify }: House) {
  mount(sessionCalls.list, ({ client }) => listSessions(db, client.id, client.sessionId))

  mount(sessionCalls.end, async ({ client, params }) => {
    if (!(await endSession(db, client.id, params.sessionId))) throw new Refusal(commonRefusals.notFound)
    await notify(db, { clientId: client.id }, 'session')
    return { message: 'Session ended' }
  })
}
