import { sessionCalls } from '@sauda/contract/session'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { SessionContext, RouteContext } from '../app-context.ts'
import { clientActor } from '../audit/audit.ts'
import { endSession, listSessions, sweepSessions } from './session.ts'

const sweepMilliseconds = 5 * 60_000

export function sessionRoutes({ mount, db, audit, every }: RouteContext & SessionContext) {
  mount(sessionCalls.list, ({ client }) => listSessions(db, client.id, client.sessionId))

  mount(sessionCalls.end, async ({ client, params, ip }) => {
    await db.transaction(
      async (tx) => {
        if (!(await endSession(tx, client.id, params.sessionId))) throw new AppError(commonErrors.notFound)
        await audit(tx, { actor: clientActor(client), action: 'session.end', subjectId: client.id, ip })
      },
      { checked: params.sessionId !== client.sessionId },
    )
    return { message: 'Session ended' }
  })

  every(sweepMilliseconds, 'session.sweep', () => sweepSessions(db))
}
