import type { authCalls } from '@sauda/contract/client/auth'
import type { Body } from '@sauda/contract/platform/call'
import type { KycStatus } from '@sauda/contract/client/kyc'
import { loginErrors, type PasskeyResponse } from '@sauda/contract/core/session'
import type { AppContext } from '../../app-context.ts'
import type { CurrentClient } from '../../platform/mount.ts'
import type { LoginCaller } from '../../core/session/browser.ts'
import { authenticate, authenticateByPasskey, type LoginKind } from '../../core/session/login.ts'
import { endSession, startSession } from '../../core/session/session.ts'
import { findClientByEmail, lockClient, type ClientRow } from './auth.sql.ts'

type LoggedIn = { token: string; _id: string; isDocsVerified: KycStatus }

/** Only a correct password or passkey reveals, by pointing to support, that a login is frozen. */
const loginKind = (context: AppContext, caller: LoginCaller): LoginKind<ClientRow, LoggedIn> => ({
  feature: 'auth',
  find: (email) => findClientByEmail(context.db, email),
  lock: lockClient,
  rejection: ({ blocked }) =>
    blocked === 'closed'
      ? { reason: 'closed', error: loginErrors.closed, extra: { need: 'closed' } }
      : blocked === 'frozen'
        ? { reason: 'frozen', error: loginErrors.wrongLogin, extra: { need: 'support' } }
        : undefined,
  async startSession(tx, { id, name, kyc_status }) {
    const token = await startSession(tx, { clientId: id }, caller)
    await context.audit(tx, { by: { client: { id, name }, ip: caller.ip }, action: 'auth.login', subjectId: id })
    return { token, _id: id, isDocsVerified: kyc_status }
  },
})

export const login = (context: AppContext, body: Body<typeof authCalls.login>, caller: LoginCaller) =>
  authenticate(context, loginKind(context, caller), body, caller)

export const loginByPasskey = (context: AppContext, response: PasskeyResponse, caller: LoginCaller) =>
  authenticateByPasskey(context, loginKind(context, caller), response, caller)

export const logout = ({ db, audit }: AppContext, client: CurrentClient, ip: string): Promise<void> =>
  db.transaction(
    async (tx) => {
      // Two quick presses are one logout.
      if (!(await endSession(tx, client.id, client.sessionId))) return
      await audit(tx, { by: { client, ip }, action: 'auth.logout', subjectId: client.id })
    },
    { checked: false },
  )
