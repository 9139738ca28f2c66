import { authErrors, authRules, type authCalls } from '@sauda/contract/client/auth'
import type { Body } from '@sauda/contract/platform/call'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { breaksUnique, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { randomCode, randomToken, sha256 } from '../../platform/secret.ts'
import { deleteOldCodes } from '../../core/session/one-time-code.ts'
import { rememberBrowser, type LoginCaller } from '../../core/session/browser.ts'
import { hashPassword, isCommonPassword, isCorrectPassword } from '../../core/session/password.ts'
import { startSession, type Caller } from '../../core/session/session.ts'
import { perNetwork, spend, uses } from '../../core/session/throttle.ts'
import { alreadyRegisteredMail, codeMail } from './auth.mail.ts'
import {
  lockBudget,
  rememberRevealed,
  spendBudget,
  wasRevealed,
  countWrongTry,
  deleteOldRegistrations,
  deleteRegistrations,
  findByFlow,
  findTaken,
  insertClient,
  insertRegistration,
  isCodeInUse,
  lockAddress,
  lockRegistrations,
  mailSchedule,
  replaceCode,
  type Registration,
} from './auth.sql.ts'

const { tries, validMinutes, resendSeconds, perHour } = authRules.code

export async function countCodeRequest({ db, config }: AppContext, ip: string): Promise<void> {
  if (!config.rateLimits) return
  const budget = { most: authRules.network.codesPerHour, seconds: 3600 }
  await spend(db, perNetwork('codes', ip), budget, commonErrors.tooMany)
}

/** True if the address belongs to a client and the response must not reveal it. */
async function isConcealedDuplicate(context: AppContext, email: string, mobile: string, ip: string): Promise<boolean> {
  const taken = await findTaken(context.db, email, mobile)
  const may = (about: string) => mayReveal(context, { ip, about })
  if (taken?.email && (await may(email))) throw new AppError(authErrors.emailTaken)
  if (taken?.mobile && (await may(mobile))) throw new AppError(authErrors.mobileTaken)
  return taken?.email ?? false
}

type Flow = string | undefined

/** The form requires that the privacy notice is accepted. */
export type RecordConsent = (tx: Tx, clientId: string, ip: string) => Promise<unknown>

/**
 * Stores a pending registration and mails its own code; returns the token of the flow cookie. The same data from the
 * same browser within 30 seconds sends nothing. Another registration of the address is stored separately, and its
 * mail is sent after the 30 seconds.
 */
export async function register(
  context: AppContext,
  body: Body<typeof authCalls.register>,
  { flow, ...caller }: Caller & { readonly flow: Flow },
): Promise<string> {
  const { db, config } = context
  if (isCommonPassword(body.password, config.brandName)) throw new AppError(authErrors.commonPassword)
  await countCodeRequest(context, caller.ip)
  const isConcealed = await isConcealedDuplicate(context, body.email, body.mobile, caller.ip)
  const own = await repeated(db, body, flow)
  const token = own && flow !== undefined ? flow : randomToken()
  const registration = own ?? {
    id: newId(),
    email: body.email,
    name: body.name,
    mobile: body.mobile,
    password_hash: await hashPassword(body.password),
    executive_name: body.executiveName,
    referral_id: body.referralId,
  }
  await mailCode(context, registration, { isConcealed, ip: caller.ip }, (tx, code) =>
    own ? replaceCode(tx, own.id, code) : insertRegistration(tx, registration, sha256(token), code),
  )
  return token
}

/** For the screen that has only the flow cookie of the registration, which it returns. */
export async function resendOtp(context: AppContext, flow: Flow, { ip }: Caller): Promise<string> {
  const own = flow === undefined ? undefined : await findByFlow(context.db, sha256(flow))
  if (flow === undefined || !own) throw new AppError(authErrors.noRegistration)
  await countCodeRequest(context, ip)
  const isConcealed = await isConcealedDuplicate(context, own.email, own.mobile, ip)
  await mailCode(context, own, { isConcealed, ip }, (tx, code) => replaceCode(tx, own.id, code))
  return flow
}

/** Sends nothing within 30 seconds of the registration's last code. */
async function mailCode(
  { db, config, secret, audit, mail }: AppContext,
  { id, email }: Registration,
  { isConcealed, ip }: { isConcealed: boolean; ip: string },
  store: (tx: Tx, code: { hash: Buffer; delay: number; validMinutes: number }) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAddress(tx, email)
    await audit(tx, { by: { visitor: true, ip }, action: 'auth.register', subjectId: id })
    const schedule = await mailSchedule(tx, { email, id, pauseSeconds: resendSeconds, perHour })
    const { delay = 0, mails = 0, wait = 0, is_recent = false } = schedule ?? {}
    if (is_recent) return
    if (mails >= perHour) throw new AppError(authErrors.tooManyCodes, { retryAfter: Math.max(1, wait) })
    const code = await newCode(secret, tx, email)
    await store(tx, { hash: code.hash, delay, validMinutes })
    const content = isConcealed ? alreadyRegisteredMail(config, email) : codeMail(config, 'register', email, code.text)
    await mail(tx, { ...content, delaySeconds: delay })
  })
}

/** The registration of this browser, if it has the same data. */
async function repeated(db: Sql, body: Body<typeof authCalls.register>, flow: Flow): Promise<Registration | undefined> {
  const own = flow === undefined ? undefined : await findByFlow(db, sha256(flow))
  const isSame =
    own !== undefined &&
    own.email === body.email &&
    own.name === body.name &&
    own.mobile === body.mobile &&
    own.executive_name === body.executiveName &&
    own.referral_id === body.referralId &&
    (await isCorrectPassword(own.password_hash, body.password))
  return isSame ? own : undefined
}

const codeHash = (secret: AppContext['secret'], email: string, code: string) =>
  secret.hmac('code', 'register', email, code)

/** A code that no other registration of the address has, or it would verify both. */
async function newCode(secret: AppContext['secret'], tx: Tx, email: string) {
  for (;;) {
    const text = randomCode()
    const hash = codeHash(secret, email, text)
    if (!(await isCodeInUse(tx, email, hash))) return { text, hash }
  }
}

/**
 * Turns the registration that the code was mailed for into a client and logs in. With its flow cookie a browser
 * verifies only its own registration; tries without it are counted apart, since anybody can make them.
 */
export async function verifyOtp(
  context: AppContext & { readonly recordConsent: RecordConsent },
  { otp, email, flow }: { otp: string; email: string | undefined; flow: Flow },
  caller: LoginCaller,
): Promise<{ token: string; userId: string; isDocsVerified: 'UNVERIFIED' }> {
  const { db, secret, audit, notifyScreens } = context
  const flowHash = flow === undefined ? null : sha256(flow)
  const address = email ?? (flowHash && (await findByFlow(db, flowHash))?.email)
  if (!address) throw new AppError(authErrors.noRegistration)
  try {
    const outcome = await db.transaction(async (tx) => {
      const hash = codeHash(secret, address, otp)
      const found = await lockRegistrations(tx, { email: address, flowHash, codeHash: hash, tries })
      const valid = found.filter(({ is_valid }) => is_valid)
      const registration = valid.find(({ fits }) => fits)
      if (!registration) {
        // Committed, so that the wrong try counts.
        for (const { id } of valid) {
          await countWrongTry(tx, id, flowHash)
          // At most one row a minute.
          if ((await uses(tx, `verify.refused:${id}`, 60)) > 1) continue
          await audit(tx, { by: { visitor: true, ip: caller.ip }, action: 'auth.verify.refused', subjectId: id })
        }
        return valid.length === 0 ? authErrors.codeOver : authErrors.wrongCode
      }
      const { id } = registration
      await insertClient(tx, registration)
      await context.recordConsent(tx, id, caller.ip)
      await deleteRegistrations(tx, address)
      await rememberBrowser(context, tx, id, caller)
      const token = await startSession(tx, { clientId: id }, caller)
      await audit(tx, { by: { client: registration, ip: caller.ip }, action: 'auth.verify', subjectId: id })
      await notifyScreens(tx, 'desk', 'client', id)
      return { token, userId: id, isDocsVerified: 'UNVERIFIED' } as const
    })
    if ('status' in outcome) throw new AppError(outcome)
    return outcome
  } catch (error) {
    if (breaksUnique(error, 'client_email_key')) throw new AppError(authErrors.emailTaken)
    if (breaksUnique(error, 'client_mobile_key')) throw new AppError(authErrors.mobileTaken)
    throw error
  }
}

export async function sweepRegistrations(sql: Sql): Promise<void> {
  await deleteOldRegistrations(sql, authRules.pendingHours)
  await deleteOldCodes(sql)
}

/**
 * Whether a response may reveal that an address or mobile number is, or is not, registered. A daily limit per network gives
 * a person with a typo a clear answer and stops lists from being tested. The same one may be revealed again.
 */
export async function mayReveal(
  { db, config, secret }: Pick<AppContext, 'db' | 'config' | 'secret'>,
  question: { readonly ip: string; readonly about: string },
): Promise<boolean> {
  if (!config.rateLimits) return true
  const budget = perNetwork('revealed', question.ip)
  const revealed = `${budget}:${secret.hmac('lookup', 'revealed', question.about).toString('base64url')}`
  return db.transaction(async (tx) => {
    const spent = await lockBudget(tx, budget)
    if (await wasRevealed(tx, revealed)) return true
    if (spent >= authRules.revealedPerDay) return false
    await spendBudget(tx, budget)
    await rememberRevealed(tx, revealed)
    return true
  })
}
