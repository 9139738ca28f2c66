import { isDeepStrictEqual } from 'node:util'
import {
  complaintCalls,
  complaintErrors,
  type DeskComplaint,
  type OwnComplaint,
} from '@sauda/contract/client/complaint'
import { complaintRules, lastLevel, levelName } from '@sauda/contract/client/complaint-name'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { changeOrPropose, changeReply, type ProposalHandlers } from '../../core/approval/proposal.ts'
import type { Mail } from '../../core/mail/mail.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'
import { newId } from '../../platform/id.ts'
import type { Image, RequestInput } from '../../platform/mount.ts'
import { saveReply, viewProof } from '../../core/queue/reply.ts'
import { type Actor, type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { closedMail, escalatedMail, raisedMail, repliedMail, resolvedMail } from './complaint.mail.ts'
import { lockClientToChange } from '../../core/ledger/client.sql.ts'
import {
  close,
  type ComplaintRow,
  countOpen,
  escalate,
  findComplaint,
  insertComplaint,
  insertStep,
  isRaised,
  isReplied,
  lockComplaint,
  lockLevel,
  reopen,
  selectLevels,
  selectRegister,
  updateLevel,
} from './complaint.sql.ts'
import {
  deskComplaint,
  escalationObstacle,
  mayResolve,
  numberOf,
  ownComplaint,
  registerLine,
} from './complaint.view.ts'

type Calls = typeof complaintCalls

export async function raise(context: AppContext, given: RequestInput<Calls['raise']>): Promise<OwnComplaint> {
  const { client, ip, body } = given
  const id = newId()
  await saveReply(context, given, async (tx) => {
    await requireRow(lockClientToChange(tx, client.id))
    if (await isRaised(tx, client.id, body.text)) throw new AppError(complaintErrors.twice)
    const { category } = body
    const values = { id, clientId: client.id, complainant: null, source: 'investor', reference: null } as const
    await insertComplaint(tx, { ...values, category, receivedOn: null })
    const row = await requireRow(findComplaint(tx, id))
    await context.audit(tx, {
      by: { client, ip },
      action: 'complaint.raise',
      subjectId: client.id,
      after: { complaintId: id, number: numberOf(row), category },
    })
    await inform(context, tx, row, raisedMail(context.config, row))
    return { thread: id, rejection: null, field: 'complaintId' }
  })
  return ownComplaint(context.db, id)
}

export async function addMessage(context: AppContext, given: RequestInput<Calls['message']>): Promise<OwnComplaint> {
  const id = given.params.complaintId
  await saveReply(context, given, async (tx) => {
    const row = await lockOwn(tx, id, given.client.id)
    if (row.status === 'closed') throw new AppError(complaintErrors.closed)
    await notify(context, tx, row)
    return { thread: id, rejection: null, field: 'complaintId' }
  })
  return ownComplaint(context.db, id)
}

/** To the next level; a closed complaint is open again. */
export async function escalateOwn(
  context: AppContext,
  tx: Tx,
  { client, params: { complaintId: id }, body: { text }, ip }: RequestInput<Calls['escalate']>,
): Promise<OwnComplaint> {
  const row = await lockOwn(tx, id, client.id)
  const obstacle = escalationObstacle(row)
  if (obstacle) throw new AppError(obstacle)
  if (row.status === 'closed') await reopen(tx, id)
  const kind = row.status === 'closed' ? 'reopened' : 'escalated'
  await insertStep(tx, { id: newId(), complaintId: id, kind, text, operatorId: null })
  await escalate(tx, id)
  await record(context, tx, { row, by: { client, ip }, action: 'complaint.escalate' })
  const next = await requireRow(findComplaint(tx, id))
  await inform(context, tx, next, escalatedMail(context.config, next))
  return ownComplaint(tx, id)
}

/** The client says that it is resolved; what was raised with SEBI or an exchange is closed there. */
export async function resolveOwn(
  context: AppContext,
  tx: Tx,
  { client, params: { complaintId: id }, ip }: RequestInput<Calls['resolve']>,
): Promise<OwnComplaint> {
  const row = await lockOwn(tx, id, client.id)
  if (row.status === 'closed') throw new AppError(complaintErrors.alreadyClosed)
  if (!mayResolve(row)) throw new AppError(complaintErrors.elsewhere)
  await insertStep(tx, { id: newId(), complaintId: id, kind: 'closed', text: '', operatorId: null })
  await close(tx, id)
  await record(context, tx, { row, by: { client, ip }, action: 'complaint.close' })
  const next = await requireRow(findComplaint(tx, id))
  await inform(context, tx, next, resolvedMail(context.config, next))
  return ownComplaint(tx, id)
}

async function lockOwn(tx: Tx, id: string, clientId: string): Promise<ComplaintRow> {
  const { client_id: owner } = await requireRow(lockComplaint(tx, id))
  if (owner !== clientId) throw new AppError(commonErrors.notFound)
  return requireRow(findComplaint(tx, id))
}

export async function register(
  sql: Sql,
  { status, clientId, before }: RequestInput<Calls['register']>['query'],
): Promise<Reply<Calls['register']>> {
  const [rows, counts, levels] = await Promise.all([
    selectRegister(sql, {
      status,
      clientId: clientId ?? null,
      before: before ?? null,
      limit: complaintRules.registerRows,
    }),
    openCounts(sql),
    selectLevels(sql),
  ])
  return { complaints: rows.map(registerLine), counts, levels }
}

const openCounts = (sql: Sql, days = 0) => requireRow(countOpen(sql, addDays(dayInIndia(new Date()), days)))

/** `due`: how many await a reply or their resolution within so many days; overdue ones are not among them. */
export async function complaintCounts(sql: Sql, days: number) {
  const [counts, later] = await Promise.all([openCounts(sql), openCounts(sql, days + 1)])
  return { ...counts, due: later.overdue - counts.overdue }
}

export async function recordComplaint(
  context: AppContext,
  tx: Tx,
  { operator, body, ip }: Pick<RequestInput<Calls['record']>, 'operator' | 'body' | 'ip'>,
): Promise<DeskComplaint> {
  const { clientId = null, complainant = null, source, category, receivedOn, text } = body
  if ((clientId === null) === (complainant === null)) throw new AppError(complaintErrors.whose)
  const today = dayInIndia(new Date())
  if (receivedOn > today || receivedOn < addDays(today, -complaintRules.earlierDays))
    throw new AppError(complaintErrors.received)
  if (clientId !== null) await requireRow(lockClientToChange(tx, clientId))
  const [id, reference] = [newId(), body.reference || null]
  const received = receivedOn === today ? null : receivedOn
  await insertComplaint(tx, { id, clientId, complainant, source, reference, category, receivedOn: received })
  await insertStep(tx, { id: newId(), complaintId: id, kind: 'received', text, operatorId: operator.id })
  const row = await requireRow(findComplaint(tx, id))
  await context.audit(tx, {
    by: { operator, ip },
    action: 'complaint.record',
    ...(clientId !== null && { subjectId: clientId }),
    after: { complaintId: id, number: numberOf(row), source, category, receivedOn },
  })
  await inform(context, tx, row, raisedMail(context.config, row))
  return deskComplaint(tx, id)
}

export async function viewComplaintProof(
  context: AppContext,
  { operator, ip, params: { complaintId, replyId } }: RequestInput<Calls['proof']>,
): Promise<Image> {
  const { client_id: clientId } = await requireRow(findComplaint(context.db, complaintId))
  if (clientId === null) throw new AppError(commonErrors.notFound)
  const reply = { id: replyId, clientId, thread: complaintId }
  return viewProof(context, { operator, ip, reply, field: 'complaintId' })
}

type DeskInput = RequestInput<Calls['reply']>

export async function replyAtDesk(context: AppContext, tx: Tx, given: DeskInput): Promise<DeskComplaint> {
  const row = await lockOpen(tx, given, complaintErrors.notOpen)
  if (await isReplied(tx, { complaintId: row.id, text: given.body.text })) throw new AppError(complaintErrors.repeated)
  await addStep(context, tx, row, given, 'reply')
  await inform(context, tx, row, repliedMail(context.config, row, given.body.text))
  return deskComplaint(tx, row.id)
}

export async function passOn(context: AppContext, tx: Tx, given: DeskInput): Promise<DeskComplaint> {
  const row = await lockOpen(tx, given, complaintErrors.notOpen)
  if (row.level >= lastLevel) throw new AppError(complaintErrors.lastLevel)
  await addStep(context, tx, row, given, 'escalated')
  await escalate(tx, row.id)
  const next = await requireRow(findComplaint(tx, row.id))
  await inform(context, tx, next, escalatedMail(context.config, next))
  return deskComplaint(tx, row.id)
}

export async function closeComplaint(context: AppContext, tx: Tx, given: DeskInput): Promise<DeskComplaint> {
  const row = await lockOpen(tx, given, complaintErrors.alreadyClosed)
  await addStep(context, tx, row, given, 'closed')
  await close(tx, row.id)
  await inform(context, tx, row, closedMail(context.config, row, given.body.text))
  return deskComplaint(tx, row.id)
}

async function lockOpen(
  tx: Tx,
  { params: { complaintId: id } }: DeskInput,
  error: (typeof complaintErrors)['notOpen' | 'alreadyClosed'],
): Promise<ComplaintRow> {
  await requireRow(lockComplaint(tx, id))
  const row = await requireRow(findComplaint(tx, id))
  if (row.status === 'closed') throw new AppError(error)
  return row
}

async function addStep(
  context: AppContext,
  tx: Tx,
  row: ComplaintRow,
  { operator, ip, body: { text } }: DeskInput,
  kind: 'reply' | 'escalated' | 'closed',
): Promise<void> {
  await insertStep(tx, { id: newId(), complaintId: row.id, kind, text, operatorId: operator.id })
  const action = { reply: 'complaint.reply', escalated: 'complaint.escalate', closed: 'complaint.close' }[kind]
  await record(context, tx, { row, by: { operator, ip }, action })
}

type Change = {
  readonly row: ComplaintRow
  readonly by: Actor
  readonly action: string
}

/** The text is in the complaint; the audit log says what happened to it. */
async function record(context: AppContext, tx: Tx, { row, by, action }: Change): Promise<void> {
  const { id, client_id: clientId, level, status } = row
  await context.audit(tx, {
    by,
    action,
    ...(clientId !== null && { subjectId: clientId }),
    before: { status, level: levelName(level) },
    after: {
      complaintId: id,
      number: numberOf(row),
      ...(action === 'complaint.close' && { status: 'closed' }),
      ...(action === 'complaint.escalate' && { status: 'open', level: levelName(level + 1) }),
    },
  })
}

const notify = ({ notifyScreens }: AppContext, tx: Tx, { id, client_id: clientId }: ComplaintRow) =>
  clientId === null
    ? notifyScreens(tx, 'desk', 'complaint', id)
    : notifyScreens(tx, 'desk', 'complaint', id, [{ clientId }, 'complaint', id])

/** Mails the client; a complainant who is not a client is answered outside this system. */
async function inform(context: AppContext, tx: Tx, row: ComplaintRow, mail: Mail): Promise<void> {
  if (row.client_id !== null)
    await context.inform(tx, mail, { clientId: row.client_id, topic: 'complaint', id: row.id })
  await notify(context, tx, row)
}

/** From the second administrator on, one of them must approve it. */
export async function saveLevel(
  context: AppContext,
  tx: Tx,
  { operator, body, ip }: RequestInput<Calls['saveLevel']>,
): Promise<Reply<Calls['saveLevel']>> {
  const message = 'Escalation matrix updated'
  const before = { ...(await requireRow(lockLevel(tx, body.level))) }
  if (isDeepStrictEqual(before, body)) return { message }
  const summary = `Change level ${body.level} of the escalation matrix`
  const change = { kind: 'complaint.level' as const, payload: { before, after: body }, summary, operator, ip }
  const result = await changeOrPropose(context, tx, change, () => updateNow(context, tx, body, { operator, ip }))
  return changeReply(result, message)
}

type Level = RequestInput<Calls['saveLevel']>['body']

export const levelProposals = (context: AppContext): ProposalHandlers<'complaint.level'> => ({
  'complaint.level': {
    describe: async (_, { before }) => ({ before: { after: before }, replaced: 'before' }),
    carryOut: (tx, { after }, by) => updateNow(context, tx, complaintCalls.saveLevel.body.parse(after), by),
  },
})

async function updateNow(context: AppContext, tx: Tx, after: Level, by: ByOperator) {
  const before = await requireRow(lockLevel(tx, after.level))
  await updateLevel(tx, after)
  await recordByOperator(context, tx, by, { action: 'complaint.level', before, after, topic: 'complaint' })
}
