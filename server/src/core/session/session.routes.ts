import { sessionCalls } from '@sauda/contract/core/session'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import type { Actor } from '../audit/audit.ts'
import { endSession, endSessions, listSessions, sweepSessions } from './session.ts'

const sweepMilliseconds = 5 * 60_000

type Owner = { readonly id: string; readonly sessionId: string }

export function sessionRoutes({ mount, db, audit, every }: AppContext) {
  const record = (by: Actor, id: string) => ({ by, action: 'session.end', subjectId: id })
  const end = async (owner: Owner, by: Actor, sessionId: string) => {
    await db.transaction(
      async (tx) => {
        if (!(await endSession(tx, owner.id, sessionId))) throw new AppError(commonErrors.notFound)
        await audit(tx, record(by, owner.id))
      },
      { checked: sessionId !== owner.sessionId },
    )
    return { message: 'Session ended' }
  }
  const endOthers = async (owner: Owner, by: Actor) => {
    await db.transaction(async (tx) => {
      if ((await endSessions(tx, owner.id, owner.sessionId)) > 0)
        await audit(tx, { ...record(by, owner.id), after: { all: true } })
    })
    return { message: 'Every other session ended' }
  }

  mount(sessionCalls.list, ({ client }) => listSessions(db, client))
  mount(sessionCalls.end, ({ client, params, ip }) => end(client, { client, ip }, params.sessionId))
  mount(sessionCalls.endOthers, ({ client, ip }) => endOthers(client, { client, ip }))
  mount(sessionCalls.operatorList, ({ operator }) => listSessions(db, operator))
  mount(sessionCalls.operatorEnd, ({ operator, params, ip }) => end(operator, { operator, ip }, params.sessionId))
  mount(sessionCalls.operatorEndOthers, ({ operator, ip }) => endOthers(operator, { operator, ip }))

  every(sweepMilliseconds, 'session.sweep', () => sweepSessions(db))
}
