import { authErrors, authRules } from '@sauda/contract/auth'
import type { authCalls } from '@sauda/contract/auth'
import type { Body } from '@sauda/contract/call'
import { commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { AuthContext } from '../app-context.ts'
import { breaksUnique } from '../platform/db.ts'
import { randomToken, sha256 } from '../platform/secret.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { startSession } from '../session/session.ts'
import type { Caller } from '../session/session.ts'
import { perNetwork, spend } from '../session/throttle.ts'
import { alreadyRegisteredMail, registerMail } from './auth.mail.ts'
import { deletePending, findPending, findTaken, insertClient, insertPending } from './auth.sql.ts'
import { checkCode, issueCode, useCode } from './code.ts'
import { mayTell } from './disclosure.ts'

/** Limits how many codes one network may ask for in an hour; the limit of each address holds besides. */
export async function countCodeRequest({ db, config }: AuthContext, ip: string): Promise<void> {
  if (!config.rateLimits) return
  const budget = { most: authRules.network.codesPerHour, seconds: 3600 }
  await spend(db, perNetwork('codes', ip), budget, commonErrors.tooMany)
}

/** True where the address belongs to a client and the answer must not say so. */
async function isSecretlyTaken(context: AuthContext, email: string, mobile: string, ip: string): Promise<boolean> {
  const taken = await findTaken(context.db, email, mobile)
  const may = (about: string) => mayTell(context, 'taken', { ip, about, perDay: authRules.takenPerDay })
  if (taken?.email && (await may(email))) throw new AppError(authErrors.emailTaken)
  if (taken?.mobile && (await may(mobile))) throw new AppError(authErrors.mobileTaken)
  return taken?.email ?? false
}

/** Keeps a pending registration and mails its code; answers the token of the flow cookie. */
export async function register(
  context: AuthContext,
  body: Body<typeof authCalls.register>,
  caller: Caller,
): Promise<string> {
  const { db, config, secret, audit, mail } = context
  if (isCommonPassword(body.password)) throw new AppError(authErrors.commonPassword)
  await countCodeRequest(context, caller.ip)
  const secretlyTaken = await isSecretlyTaken(context, body.email, body.mobile, caller.ip)
  const flow = randomToken()
  const pending = {
    id: uuidv7(),
    email: body.email,
    name: body.name,
    mobile: body.mobile,
    password_hash: await hashPassword(body.password),
    executive_name: body.executiveName,
    referral_id: body.referralId,
  }
  await db.transaction(async (tx) => {
    await insertPending(tx, pending, sha256(flow))
    const code = await issueCode(secret, tx, 'register', body.email)
    if (code !== undefined) {
      const mailContent = secretlyTaken ? alreadyRegisteredMail(config) : registerMail(config, code)
      await mail(tx, { to: body.email, ...mailContent })
    }
    await audit(tx, { actor: { kind: 'visitor' }, action: 'auth.register', subjectId: pending.id, ip: caller.ip })
  })
  return flow
}

/** Turns the pending registration, found by e-mail or by the flow cookie, into a client and logs in. */
export async function verifyOtp(
  { db, secret, audit, notifyScreens }: AuthContext,
  { otp, email, flow }: { otp: string; email: string | undefined; flow: string | undefined },
  caller: Caller,
): Promise<{ token: string; userId: string; isDocsVerified: 'UNVERIFIED' }> {
  const pending = await findPending(db, email ?? null, flow === undefined ? null : sha256(flow))
  const address = email ?? pending?.email
  if (address === undefined) throw new AppError(authErrors.noRegistration)
  await checkCode(secret, db, 'register', address, otp)
  if (!pending) throw new AppError(authErrors.noRegistration)
  try {
    return await db.transaction(async (tx) => {
      await useCode(secret, tx, 'register', address, otp)
      await insertClient(tx, pending)
      await deletePending(tx, address)
      const token = await startSession(tx, { clientId: pending.id }, caller)
      const actor = { kind: 'client', id: pending.id, name: pending.name } as const
      await audit(tx, { actor, action: 'auth.verify', subjectId: pending.id, ip: caller.ip })
      await notifyScreens(tx, 'desk', 'client', pending.id)
      return { token, userId: pending.id, isDocsVerified: 'UNVERIFIED' }
    })
  } catch (error) {
    if (breaksUnique(error, 'client_email_key')) throw new AppError(authErrors.emailTaken)
    if (breaksUnique(error, 'client_mobile_key')) throw new AppError(authErrors.mobileTaken)
    throw error
  }
}
