import { authErrors, authRules } from '@sauda/contract/client/auth'
import { bankRules } from '@sauda/contract/money/bank'
import { type contactCalls, contactErrors } from '@sauda/contract/client/contact'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app-context.ts'
import type { Person } from '../../core/audit/audit.ts'
import { codeBlock, composeMail, notYouLine, plainMail, secretLine, sourceBlock } from '../../core/mail/mail.ts'
import { breaksUnique, requireRow, type Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { confirmPassword } from '../../core/session/login.ts'
import { createOneTimeCodes } from '../../core/session/one-time-code.ts'
import { deviceOf, endSessions } from '../../core/session/session.ts'
import { changeContact, type ClientRow, findClient, lockClient } from './contact.sql.ts'

export type Contact = { readonly email?: string | undefined; readonly mobile?: string | undefined }

/** Each code is for this client, this change and this session: it confirms no other. */
const holderOf = (flow: 'contact-present' | 'contact-new', client: { id: string; sessionId: string }, to: Contact) => ({
  flow,
  email: `${client.id} ${client.sessionId} ${to.email ?? to.mobile ?? ''}`,
  browser: client.sessionId,
})

export function requireChange(owner: ClientRow, { email, mobile }: Contact): void {
  if (email === owner.email || mobile === owner.mobile) throw new AppError(contactErrors.same)
}

/** For the audit log, which keeps no personal data. */
const changed = ({ email }: Contact) => ({ changed: email === undefined ? 'mobile' : 'email' })

const whatOf = ({ email, mobile }: Contact): string =>
  email === undefined ? `your mobile number to ${mobile}` : `your email address to ${email}`

/** Whether the new address belongs to another client is said only once its code was entered. */
export async function startChange(
  context: AppContext,
  { client, body, ip }: RequestInput<typeof contactCalls.start>,
): Promise<void> {
  const { db, config, secret, audit, mail } = context
  const { password, ...to } = body
  const kind = { feature: 'auth', find: findClient, owner: client } as const
  const owner = await confirmPassword(context, kind, password, ip)
  requireChange(owner, to)
  const codes = createOneTimeCodes(secret)
  const { brandName } = config
  const lines = (code: string) => [codeBlock(code), secretLine(brandName, authRules.code.validMinutes)]
  await db.transaction(async (tx) => {
    const code = await codes.issue(tx, holderOf('contact-present', client, to))
    if (code !== undefined)
      await mail(
        tx,
        composeMail(owner, `Confirm the change of ${whatOf(to)}`, [
          `Your code to change ${whatOf(to)}:`,
          ...lines(code),
          `If you did not request this, do not share the code: without it, nothing changes.\n${notYouLine(config)}`,
        ]),
      )
    const newCode = to.email === undefined ? undefined : await codes.issue(tx, holderOf('contact-new', client, to))
    if (newCode !== undefined && to.email !== undefined)
      await mail(
        tx,
        plainMail(to.email, `Verify your email address for ${brandName}`, [
          `Your code to use this email address for your ${brandName} login:`,
          ...lines(newCode),
          'If you did not request this, please ignore this e-mail.',
        ]),
      )
    await audit(tx, { by: { client, ip }, action: 'contact.request', subjectId: client.id, after: changed(to) })
  })
}

export async function change(
  context: AppContext,
  { client, body, ...caller }: RequestInput<typeof contactCalls.change>,
): Promise<void> {
  const { db, secret } = context
  const { code, newCode, ...to } = body
  if (to.email !== undefined && newCode === undefined) throw new AppError(contactErrors.newCodeNeeded)
  requireChange(await requireRow(findClient(db, client.id)), to)
  const codes = createOneTimeCodes(secret)
  const entered = [{ holder: holderOf('contact-present', client, to), code }]
  if (newCode !== undefined && to.email !== undefined)
    entered.push({ holder: holderOf('contact-new', client, to), code: newCode })
  for (const each of entered) {
    // Outside the transaction, because a wrong code must count.
    const compared = await codes.compare(db, each.holder, each.code)
    if (compared !== 'correct') throw new AppError(compared === 'wrong' ? authErrors.wrongCode : authErrors.codeOver)
  }
  await db.transaction(async (tx) => {
    const owner = await requireRow(lockClient(tx, client.id))
    for (const each of entered)
      if (!(await codes.spend(tx, each.holder, each.code))) throw new AppError(authErrors.codeOver)
    await applyChange(context, tx, { owner, to, who: { client }, caller, exceptSession: client.sessionId })
  })
}

type Change = {
  readonly owner: ClientRow
  readonly to: Contact
  readonly who: { readonly client: Person } | { readonly operator: Person }
  readonly caller: { readonly ip: string; readonly userAgent?: string }
  /** The session of the client who made the change. */
  readonly exceptSession?: string
}

/** The one change, by the client or by two operators: sessions end, both addresses are mailed, withdrawals pause. */
export async function applyChange(
  { config, audit, mail, notifyScreens }: Pick<AppContext, 'audit' | 'config' | 'mail' | 'notifyScreens'>,
  tx: Tx,
  { owner, to, who, caller, exceptSession }: Change,
): Promise<void> {
  const { ip, userAgent } = caller
  await changeContact(tx, owner.id, { email: to.email, mobile: to.mobile }).catch((error: unknown) => {
    if (breaksUnique(error, 'client_email_key')) throw new AppError(authErrors.emailTaken)
    if (breaksUnique(error, 'client_mobile_key')) throw new AppError(authErrors.mobileTaken)
    throw error
  })
  await endSessions(tx, owner.id, exceptSession)
  await audit(tx, { by: { ...who, ip }, action: 'contact.change', subjectId: owner.id, after: changed(to) })
  const whose = exceptSession === undefined ? 'Our staff changed' : 'You changed'
  const devices = exceptSession === undefined ? 'All devices' : 'All other devices'
  for (const email of new Set([owner.email, to.email ?? owner.email]))
    await mail(
      tx,
      composeMail(
        { name: owner.name, email },
        `Your ${to.email === undefined ? 'mobile number' : 'email address'} was changed`,
        [
          `${whose} ${whatOf(to)}${exceptSession === undefined ? ', as you requested' : ''}. ${devices} were logged out, and withdrawals pause for ${bankRules.coolOffHours} hours.`,
          ...(userAgent === undefined ? [] : [sourceBlock(deviceOf({ ip, userAgent }), ip)]),
          `If this was you, no action is needed.\n${notYouLine(config)}`,
        ],
      ),
    )
  for (const topic of ['profile', 'wallet', 'session'] as const) await notifyScreens(tx, { clientId: owner.id }, topic)
  await notifyScreens(tx, 'desk', 'client', owner.id)
}
