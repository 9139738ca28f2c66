import { authRefusals } from '@sauda/contract/auth'
import { Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import type { Tx } from '../platform/db.ts'
import type { ClientAtKeyboard } from '../platform/mount.ts'
import { deviceOf } from '../session/session.ts'
import type { Caller } from '../session/session.ts'
import { forgetAttempts } from '../session/throttle.ts'
import { twoStepOffLetter, twoStepOnLetter } from './auth.mails.ts'
import { findClient } from './auth.sql.ts'
import { confirmPassword, countAttempt } from './change-password.ts'

const key = (client: ClientAtKeyboard) => `totp:${client.id}`

/** A new secret for an authenticator app; it counts only once confirmed. */
export async function startTwoStep(house: House, client: ClientAtKeyboard, password: string, caller: Caller) {
  const { email } = await confirmPassword(house, client, password, caller.ip)
  const started = await house.twoStep.start(house.db, client.id, email)
  if (!started) throw new Refusal(authRefusals.totpOn)
  return started
}

/** Turns two-step login on; answers the recovery codes. */
export async function confirmTwoStep(house: House, client: ClientAtKeyboard, code: string, caller: Caller) {
  await countAttempt(house, key(client), authRefusals.slowDown)
  const result = await house.db.transaction(async (tx) => {
    const outcome = await house.twoStep.confirm(tx, client.id, code)
    if (typeof outcome === 'object') await tell(house, tx, client, 'on', caller)
    return outcome
  })
  switch (result) {
    case 'on':
      throw new Refusal(authRefusals.totpOn)
    case 'not started':
      throw new Refusal(authRefusals.totpNotStarted)
    case 'wrong':
      throw new Refusal(authRefusals.totpWrong)
    default:
      return result
  }
}

/** Turns two-step login off against the password and a code, or a recovery code. */
export async function removeTwoStep(
  house: House,
  client: ClientAtKeyboard,
  { password, code }: { password: string; code: string },
  caller: Caller,
): Promise<void> {
  const { db, twoStep } = house
  if (!(await twoStep.status(db, client.id)).on) throw new Refusal(authRefusals.totpOff)
  await confirmPassword(house, client, password, caller.ip)
  await countAttempt(house, key(client), authRefusals.slowDown)
  await db.transaction(async (tx) => {
    const outcome = await twoStep.check(tx, client.id, code)
    if (outcome === 'off') throw new Refusal(authRefusals.totpOff)
    if (outcome !== 'fits') throw new Refusal(authRefusals.totpWrong)
    await twoStep.remove(tx, client.id)
    await tell(house, tx, client, 'off', caller)
  })
}

async function tell(house: House, tx: Tx, { id, name }: ClientAtKeyboard, now: 'on' | 'off', caller: Caller) {
  await forgetAttempts(tx, `totp:${id}`)
  const client = await findClient(tx, id)
  const letter = now === 'on' ? twoStepOnLetter : twoStepOffLetter
  const happening = { name, device: deviceOf(caller), ip: caller.ip }
  if (client) await house.mail(tx, { to: client.email, ...letter(house.config, happening) })
  const actor = { kind: 'client', id, name } as const
  await house.audit(tx, { actor, action: `auth.totp.${now}`, subjectId: id, ip: caller.ip })
  await house.notify(tx, { clientId: id }, 'session')
}
