import { authErrors } from '@sauda/contract/client/auth'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { passkeyRules, type PasskeyResponse } from '@sauda/contract/core/session'
import type { AppContext } from '../../app/app-context.ts'
import type { Tx } from '../../platform/db.ts'
import { passkeyMail } from './login.mail.ts'
import { byOwner, confirmPassword, type Owner, type PasswordKind } from './login.ts'
import { endSessions, type Caller } from './session.ts'

/** A logged-in client or operator who changes their own passkeys. */
type Holder<O> = PasswordKind<O> & { readonly sessionId: string }

type Confirm = (tx: Tx) => Promise<void>

/** `confirm` demands a fresh factor, where one is required; also in `removePasskey`. */
export async function startPasskey<O extends Owner>(
  context: AppContext,
  holder: Holder<O>,
  { password, ip }: { password: string; ip: string },
  confirm: Confirm = async () => undefined,
) {
  const owner = await confirmPassword(context, holder, password, ip)
  const known = await context.passkeys.list(context.db, owner.id)
  if (known.length >= passkeyRules.mostPerOwner) throw new AppError(authErrors.tooManyPasskeys)
  return context.db.transaction(async (tx) => {
    const options = await context.passkeys.startAdding(tx, holder.feature, owner)
    await confirm(tx)
    return options
  })
}

/** Ends the other sessions, which may have been opened with the password alone. */
export const addPasskey = <O extends Owner>(
  context: AppContext,
  holder: Holder<O>,
  { name, response }: { name: string; response: PasskeyResponse },
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> =>
  context.db.transaction(async (tx) => {
    const ownerId = holder.owner.id
    await context.passkeys.add(tx, { feature: holder.feature, ownerId, name }, response)
    const recoveryCodes = await context.twoStep.firstRecoveryCodes(tx, ownerId)
    await endSessions(tx, ownerId, holder.sessionId)
    await record(context, tx, holder, 'added', caller)
    return { recoveryCodes }
  })

/** 404 if it is not the owner's. */
export async function removePasskey<O extends Owner>(
  context: AppContext,
  holder: Holder<O>,
  { passkeyId, password }: { passkeyId: string; password: string },
  caller: Caller,
  confirm: Confirm = async () => undefined,
): Promise<void> {
  const known = await context.passkeys.list(context.db, holder.owner.id)
  if (!known.some(({ _id }) => _id === passkeyId)) throw new AppError(commonErrors.notFound)
  await confirmPassword(context, holder, password, caller.ip)
  await context.db.transaction(async (tx) => {
    const ownerId = holder.owner.id
    if (!(await context.passkeys.remove(tx, ownerId, passkeyId))) throw new AppError(commonErrors.notFound)
    await context.twoStep.dropUnneededRecoveryCodes(tx, ownerId)
    await confirm(tx)
    await record(context, tx, holder, 'removed', caller)
  })
}

async function record<O extends Owner>(
  { config, audit, mail, notifyScreens }: AppContext,
  tx: Tx,
  holder: Holder<O>,
  event: 'added' | 'removed',
  caller: Caller,
): Promise<void> {
  const { feature, find } = holder
  const { id } = holder.owner
  const owner = await find(tx, id)
  if (owner) await mail(tx, passkeyMail(config, feature, owner, event, caller))
  await audit(tx, { by: byOwner(holder, caller.ip), action: `${feature}.passkey.${event}`, subjectId: id })
  if (feature === 'auth') await notifyScreens(tx, { clientId: id }, 'session')
}
