import { sessionCalls } from '@sauda/contract/core/session'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { SessionContext, RouteContext } from '../../app-context.ts'
import { clientActor, operatorActor } from '../audit/audit.ts'
import { endSession, endSessions, listSessions, sweepSessions } from './session.ts'

const sweepMilliseconds = 5 * 60_000

type Actor = ReturnType<typeof clientActor | typeof operatorActor>
type Owner = { readonly id: string; readonly sessionId: string }

export function sessionRoutes({ mount, db, audit, every }: RouteContext & SessionContext) {
  const record = (actor: Actor, id: string, ip: string) => ({ actor, action: 'session.end', subjectId: id, ip })
  const end = async (owner: Owner, actor: Actor, sessionId: string, ip: string) => {
    await db.transaction(
      async (tx) => {
        if (!(await endSession(tx, owner.id, sessionId))) throw new AppError(commonErrors.notFound)
        await audit(tx, record(actor, owner.id, ip))
      },
      { checked: sessionId !== owner.sessionId },
    )
    return { message: 'Session ended' }
  }
  const endOthers = async (owner: Owner, actor: Actor, ip: string) => {
    await db.transaction(async (tx) => {
      if ((await endSessions(tx, owner.id, owner.sessionId)) > 0)
        await audit(tx, { ...record(actor, owner.id, ip), after: { all: true } })
    })
    return { message: 'Every other session ended' }
  }

  mount(sessionCalls.list, ({ client }) => listSessions(db, client))
  mount(sessionCalls.end, ({ client, params, ip }) => end(client, clientActor(client), params.sessionId, ip))
  mount(sessionCalls.endOthers, ({ client, ip }) => endOthers(client, clientActor(client), ip))
  mount(sessionCalls.operatorList, ({ operator }) => listSessions(db, operator))
  mount(sessionCalls.operatorEnd, ({ operator, params, ip }) =>
    end(operator, operatorActor(operator), params.sessionId, ip),
  )
  mount(sessionCalls.operatorEndOthers, ({ operator, ip }) => endOthers(operator, operatorActor(operator), ip))

  every(sweepMilliseconds, 'session.sweep', () => sweepSessions(db))
}
