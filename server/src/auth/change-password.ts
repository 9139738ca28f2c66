import { authRefusals } from '@sauda/contract/auth'
import { Refusal } from '@sauda/contract/refusal'
import type { RefusalWords } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import type { ClientAtKeyboard } from '../platform/mount.ts'
import { hashPassword, isCommonPassword, passwordFits } from '../session/password.ts'
import { deviceOf, endSessions } from '../session/session.ts'
import type { Caller } from '../session/session.ts'
import { attempt, forgetAttempts } from '../session/throttle.ts'
import { passwordChangedLetter } from './auth.mails.ts'
import { findClient, replacePassword } from './auth.sql.ts'
import type { ClientRow } from './auth.sql.ts'

/** Counts a logged-in client's attempt at a secret, where limits are on. */
export async function countAttempt({ db, config }: House, key: string, words: RefusalWords): Promise<void> {
  if (config.rateLimits) await attempt(db, key, words)
}

/** The client of the session, once the password they typed again proves right. */
export async function confirmPassword(
  house: House,
  { id, name }: ClientAtKeyboard,
  password: string,
  ip: string,
): Promise<ClientRow> {
  const { db, audit } = house
  const key = `password:${id}`
  await countAttempt(house, key, authRefusals.slowDown)
  const client = await findClient(db, id)
  if (!(await passwordFits(client?.password_hash, password)) || !client) {
    const actor = { kind: 'client', id, name } as const
    await db.transaction((tx) => audit(tx, { actor, action: 'auth.password.refused', subjectId: id, ip }))
    throw new Refusal(authRefusals.wrongPassword)
  }
  await forgetAttempts(db, key)
  return client
}

/** Sets a new password against the current one and ends every other session. */
export async function changePassword(
  house: House,
  client: ClientAtKeyboard,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  const { db, config, audit, mail, notify } = house
  if (isCommonPassword(newPassword)) throw new Refusal(authRefusals.commonPassword)
  const { email, name, password_hash } = await confirmPassword(house, client, currentPassword, caller.ip)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    // Somebody else changed it between the check and now, so what was checked is not the current one.
    if ((await replacePassword(tx, client.id, password_hash, hash)) === 0) throw new Refusal(authRefusals.wrongPassword)
    await endSessions(tx, client.id, client.sessionId)
    const happening = { name, device: deviceOf(caller), ip: caller.ip }
    await mail(tx, { to: email, ...passwordChangedLetter(config, happening) })
    const actor = { kind: 'client', id: client.id, name } as const
    await audit(tx, { actor, action: 'auth.password.change', subjectId: client.id, ip: caller.ip })
    await notify(tx, { clientId: client.id }, 'session')
  })
}
