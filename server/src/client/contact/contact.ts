import { authErrors, authRules } from '@sauda/contract/client/auth'
import { bankRules } from '@sauda/contract/money/bank'
import { contactCalls, contactErrors } from '@sauda/contract/client/contact'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import type { Person, ByOperator } from '../../core/audit/audit.ts'
import { codeBlock, composeMail, notYouLine, plainMail, secretLine, sourceBlock } from '../../core/mail/mail.ts'
import { breaksUnique, requireRow, type Tx } from '../../platform/db.ts'
import type { RequestInput, Image } from '../../platform/mount.ts'
import { confirmPassword } from '../../core/session/login.ts'
import { createOneTimeCodes } from '../../core/session/one-time-code.ts'
import { deviceOf, endSessions } from '../../core/session/session.ts'
import { type ClientRow, findClient, lockClientToChange } from '../auth/auth.sql.ts'
import { changeContact, findChange, findPending } from './contact.sql.ts'
import type { Reply } from '@sauda/contract/platform/call'
import type { Payload } from '@sauda/contract/core/proposal'
import { type ProposalHandlers, tryOrPropose, waiting } from '../../core/approval/proposal.ts'
import { newId } from '../../platform/id.ts'
import { redrawImage } from '../../platform/image.ts'
import { randomToken } from '../../platform/secret.ts'
import { saveEvidence, viewProof } from '../../core/queue/reply.ts'
import { requireNotClosed } from '../../core/ledger/client.sql.ts'

export type Contact = { readonly email?: string | undefined; readonly mobile?: string | undefined }

/** Each code is for this client, this change and this session: it confirms no other. */
const holderOf = (flow: 'contact-present' | 'contact-new', client: { id: string; sessionId: string }, to: Contact) => ({
  flow,
  email: `${client.id} ${client.sessionId} ${to.email ?? to.mobile ?? ''}`,
  browser: client.sessionId,
})

function requireChange(owner: ClientRow, { email, mobile }: Contact): void {
  if (email === owner.email || mobile === owner.mobile) throw new AppError(contactErrors.same)
}

/** For the audit log, which keeps no personal data. */
const changed = ({ email }: Contact) => ({ changed: email === undefined ? 'mobile' : 'email' })

const whatOf = ({ email, mobile }: Contact): string =>
  email === undefined ? `your mobile number to ${mobile}` : `your email address to ${email}`

/** Whether the new address belongs to another client is said only once its code was entered. */
async function startChange(context: AppContext, { client, body, ip }: RequestInput<typeof contactCalls.start>) {
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

async function change(context: AppContext, { client, body, ...caller }: RequestInput<typeof contactCalls.change>) {
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
    const owner = await requireRow(lockClientToChange(tx, client.id))
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
async function applyChange(
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

type Proposed = Payload<'contact.change'>

/** Pixels; enough to read an identity card. */
const longestSide = 3000
const second = 'A change of contact details always needs a second operator'

/** Never alone. The evidence is kept with the client's replies. */
async function propose(
  context: AppContext,
  { operator, params: { clientId }, body, images, ip }: RequestInput<typeof contactCalls.propose>,
): Promise<Reply<typeof contactCalls.propose>> {
  const { evidence } = images
  if (!evidence) throw new AppError(commonErrors.unreadable)
  const name = `reply/${randomToken()}`
  const bytes = await redrawImage(evidence, { longest: longestSide })
  return context.files.add([{ name, bytes, ownerId: clientId }], async (tx) => {
    const owner = await requireRow(lockClientToChange(tx, clientId))
    if (await findPending(tx, clientId)) throw new AppError(contactErrors.pending)
    const evidenceId = newId()
    const payload: Proposed = { clientId, ...body, evidenceId }
    // Without the value, because the audit log has this sentence.
    const summary = `Change the ${body.email === undefined ? 'mobile number' : 'email address'} of ${owner.name}: ${body.reason}`
    const change = { kind: 'contact.change' as const, payload, operator, ip }
    const result = await tryOrPropose(context, tx, change, async () => ({
      result: await carryOut(context, tx, payload, { operator, ip }),
      clientId,
      summary,
      reasons: [second],
    }))
    const thread = 'proposal' in result ? result.proposal._id : clientId
    await saveEvidence(tx, { id: evidenceId, clientId, thread, fileKey: name })
    await context.notifyScreens(tx, 'desk', 'client', clientId)
    return 'done' in result ? { message: 'Contact details changed' } : { message: second, ...waiting(result.proposal) }
  })
}

export const contactProposals = (context: AppContext): ProposalHandlers<'contact.change'> => ({
  'contact.change': {
    carryOut: (tx, payload, by) => carryOut(context, tx, payload, by),
    async describe(tx, { clientId, evidenceId }) {
      const { email, mobile } = await requireRow(lockClientToChange(tx, clientId))
      return {
        before: { email, mobile },
        evidence: [{ type: 'photo', id: evidenceId, title: 'Evidence of the change' }],
      }
    },
  },
})

async function carryOut(
  context: AppContext,
  tx: Tx,
  { clientId, email, mobile }: Proposed,
  { operator, ip }: ByOperator,
) {
  const owner = await requireRow(lockClientToChange(tx, clientId))
  requireNotClosed(owner)
  const to = { email, mobile }
  requireChange(owner, to)
  await applyChange(context, tx, { owner, to, who: { operator }, caller: { ip } })
}

async function viewEvidence(
  context: AppContext,
  { operator, params: { proposalId }, ip }: RequestInput<typeof contactCalls.evidence>,
): Promise<Image> {
  const { client_id: clientId, payload } = await requireRow(findChange(context.db, proposalId))
  const { evidenceId } = payload as Partial<Proposed>
  if (evidenceId === undefined) throw new AppError(commonErrors.notFound)
  const reply = { id: evidenceId, clientId, thread: proposalId }
  return viewProof(context, { operator, ip, reply, field: 'proposalId' })
}

export function contactRoutes(context: AppContext) {
  context.mount(contactCalls.start, async (given) => {
    await startChange(context, given)
    return { message: 'We have sent the code' }
  })
  context.mount(contactCalls.change, async (given) => {
    await change(context, given)
    return { message: 'Your contact details were changed' }
  })
  context.mount(contactCalls.propose, (given) => propose(context, given))
  context.mount(contactCalls.evidence, (given) => viewEvidence(context, given))
}
