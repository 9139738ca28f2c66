import { authRefusals } from '@sauda/contract/auth'
import type { authCalls } from '@sauda/contract/auth'
import type { Body } from '@sauda/contract/call'
import type { KycStatus } from '@sauda/contract/kyc'
import type { House } from '../house.ts'
import type { ClientAtKeyboard } from '../platform/mount.ts'
import { enterBy } from '../session/login.ts'
import { endSession, startSession } from '../session/session.ts'
import type { Caller } from '../session/session.ts'
import { findClientByEmail, holdClient } from './auth.sql.ts'

/** Logs a client in; throws one of loginRefusals, or `frozen` to whoever gave the right password. */
export function login(house: House, body: Body<typeof authCalls.login>, caller: Caller) {
  return enterBy(
    house,
    {
      room: 'auth',
      find: (email) => findClientByEmail(house.db, email),
      hold: holdClient,
      barred: ({ frozen }) => (frozen ? { reason: 'frozen', words: authRefusals.frozen } : undefined),
      async enter(tx, { id, name, kyc_status }): Promise<{ token: string; _id: string; isDocsVerified: KycStatus }> {
        const token = await startSession(tx, { clientId: id }, caller)
        const actor = { kind: 'client', id, name } as const
        await house.audit(tx, { actor, action: 'auth.login', subjectId: id, ip: caller.ip })
        return { token, _id: id, isDocsVerified: kyc_status }
      },
    },
    body,
    caller,
  )
}

export function logout({ db, audit, notify }: House, client: ClientAtKeyboard, ip: string): Promise<void> {
  return db.transaction(async (tx) => {
    // Pressed twice, it is one logout.
    if (!(await endSession(tx, client.id, client.sessionId))) return
    const actor = { kind: 'client', id: client.id, name: client.name } as const
    await audit(tx, { actor, action: 'auth.logout', subjectId: client.id, ip })
    await notify(tx, { clientId: client.id }, 'session')
  })
}
