import type { Reply, Topic } from '@sauda/contract/platform/call'
import { AppError, invalid } from '@sauda/contract/platform/error'
import {
  fillPlaceholders,
  messageCalls,
  messageErrors,
  type MessageKind,
  messageKinds,
  messageRules,
  placeholderProblem,
} from '@sauda/contract/client/message'
import { formatRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { requireSafeText } from '../../core/mail/client-text.ts'
import { type Mail, buttonBlock, composeMail } from '../../core/mail/mail.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { sha256 } from '../../platform/secret.ts'
import { type CaseRow, countSent, findCase, findTemplate, insertMessage, selectTexts } from './message.sql.ts'
import { addTemplate, editTemplate, listTemplates, retireTemplate } from './template.ts'
import type { Config } from '../../config.ts'
import type { ByOperator } from '../../core/audit/audit.ts'

type Draft = {
  readonly kind: MessageKind
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly isHold: boolean
}
type MessageParts = { readonly row: CaseRow; readonly subject: string; readonly text: string; readonly mail: Mail }

/** Fills in subject and text; what is prepared twice from the same data is the same mail. */
async function prepare({ config }: Pick<AppContext, 'config'>, sql: Sql, draft: Draft): Promise<MessageParts> {
  const row = await requireRow(findCase(sql, draft))
  if (row.is_erased) throw new AppError(messageErrors.erased)
  const [subject, text] = [draft.subject, draft.text].map((part) => fill(draft.kind, row, part)) as [string, string]
  await requireSafeText(config, sql, {
    clientId: row.client_id,
    texts: [
      { what: 'The subject', text: subject },
      { what: 'The text', text },
    ],
  })
  return { row, subject, text, mail: messageMail(config, row, { ...draft, subject, text }) }
}

function fill(kind: MessageKind, row: CaseRow, text: string): string {
  const problem = placeholderProblem(kind, text)
  if (problem !== undefined) throw new AppError(invalid(problem))
  return fillPlaceholders(text, {
    name: row.name,
    client_id: row.sauda_id,
    ...(row.request !== null && { request: row.request }),
    ...(row.amount !== null && { amount: formatRupees(row.amount) }),
    ...(row.at !== null && { date: dateText(dayInIndia(row.at)) }),
  })
}

const digest = ({ to, subject, text }: Mail): string => sha256(JSON.stringify([to, subject, text])).toString('hex')

async function previewMessage(
  context: Pick<AppContext, 'config' | 'db'>,
  { body }: Pick<RequestInput<typeof messageCalls.preview>, 'body'>,
): Promise<Reply<typeof messageCalls.preview>> {
  const { subject, text, mail } = await prepare(context, context.db, { ...body, isHold: false })
  return { subject, text, mail: { to: mail.to, subject: mail.subject, text: mail.text }, seen: digest(mail) }
}

async function sendMessage(
  context: AppContext,
  tx: Tx,
  { body, ...sender }: Pick<RequestInput<typeof messageCalls.send>, 'body' | 'operator' | 'ip'>,
): Promise<Reply<typeof messageCalls.send>> {
  const { seen, templateId = null, ...draft } = body
  const parts = await prepare(context, tx, { ...draft, isHold: false })
  if (templateId !== null) await requireRow(findTemplate(tx, templateId))
  if (digest(parts.mail) !== seen) throw new AppError(messageErrors.changed)
  await deliver(context, tx, sender, { ...draft, isHold: false, templateId, ...parts })
  return { message: `The message to ${parts.row.name} was accepted for delivery` }
}

/** Sends the message of a case that is put on hold; resolves to its text with the placeholders filled in. */
export type SendHoldMessage = (
  tx: Tx,
  message: ByOperator & { readonly kind: MessageKind; readonly id: string; readonly text: string },
) => Promise<string>

const createSendHoldMessage =
  (context: AppContext): SendHoldMessage =>
  async (tx, { kind, id, text, ...sender }) => {
    const draft = { kind, id, text, subject: holdSubject(kind), isHold: true }
    const parts = await prepare(context, tx, draft)
    await deliver(context, tx, sender, { ...draft, templateId: null, ...parts })
    return parts.text
  }

const topics: Readonly<Record<MessageKind, Topic>> = {
  kyc: 'kyc',
  deposit: 'wallet',
  withdrawal: 'wallet',
  loan: 'loan',
  charge: 'charge',
  setting: 'setting',
  bank: 'bank',
  complaint: 'complaint',
  client: 'client',
}

/** By which the timeline finds the case. */
const caseFields: Partial<Record<MessageKind, string>> = {
  kyc: 'kycId',
  deposit: 'requestId',
  withdrawal: 'requestId',
  loan: 'loanId',
  charge: 'chargeId',
  setting: 'settingId',
}

type Message = Draft & MessageParts & { readonly templateId: string | null }

/** The audit log, which is never erased, names the message without its text. */
async function deliver(context: AppContext, tx: Tx, { operator, ip }: ByOperator, message: Message): Promise<void> {
  const { row, kind, id: caseId, subject, text, mail, isHold, templateId } = message
  const [id, clientId] = [newId(), row.client_id]
  const sent = { clientId, operatorId: operator.id, subject, text }
  await requireAllowed(tx, sent)
  await insertMessage(tx, { ...sent, id, kind, caseId, templateId, operatorName: operator.name })
  const isOfClient = caseId === clientId
  await context.inform(tx, mail, { clientId, topic: topics[kind], ...(!isOfClient && { id: caseId }) })
  const caseField = caseFields[kind]
  await context.audit(tx, {
    by: { operator, ip },
    action: 'message.send',
    subjectId: clientId,
    after: {
      messageId: id,
      kind: messageKinds[kind].name,
      ...(row.request !== null && { request: row.request }),
      ...(caseField !== undefined && { [caseField]: caseId }),
      ...(templateId !== null && { templateId }),
      ...(isHold && { onHold: true }),
    },
  })
  await context.notifyScreens(tx, { clientId }, 'notification', undefined, ['desk', 'client', clientId])
}

/** Senders wait for each other here, so that none of them misses another's message. */
async function requireAllowed(tx: Tx, sent: Parameters<typeof countSent>[1]): Promise<void> {
  await lock(tx, 'messages')
  const counts = await requireRow(countSent(tx, sent, messageRules.repeatMinutes))
  if (counts.is_repeated) throw new AppError(messageErrors.repeated)
  if (counts.to_client >= messageRules.perClient) throw new AppError(messageErrors.perClient)
  if (counts.by_operator >= messageRules.perOperator) throw new AppError(messageErrors.perOperator)
}

export const messageTexts = async (sql: Sql, clientId: string, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (ids.length === 0 ? [] : await selectTexts(sql, clientId, ids)).map(({ id, subject, text }) => [
      id,
      `${subject}\n\n${text}`,
    ]),
  )

/** Returns how a case that is put on hold sends its message. */
export function messageRoutes(context: AppContext): SendHoldMessage {
  const { mount, mountCommand, db } = context

  mount(messageCalls.preview, (given) => previewMessage(context, given))
  mountCommand(messageCalls.send, (tx, given) => sendMessage(context, tx, given))
  mount(messageCalls.templates, () => listTemplates(db))
  mountCommand(messageCalls.addTemplate, (tx, given) => addTemplate(context, tx, given))
  mountCommand(messageCalls.editTemplate, (tx, given) => editTemplate(context, tx, given))
  mountCommand(messageCalls.retireTemplate, (tx, given) => retireTemplate(context, tx, given))
  return createSendHoldMessage(context)
}

/** Clients' names of their requests, and the screens that show them. */
const requests: Readonly<Record<MessageKind, { readonly name: string; readonly path: string }>> = {
  kyc: { name: 'document verification', path: 'profile' },
  deposit: { name: 'deposit', path: 'wallet/transaction-history' },
  withdrawal: { name: 'withdrawal', path: 'wallet/transaction-history' },
  loan: { name: 'loan request', path: 'portfolio/overview' },
  charge: { name: 'charge payment', path: 'charges' },
  setting: { name: 'account request', path: 'profile' },
  bank: { name: 'bank details', path: 'profile' },
  complaint: { name: 'complaint', path: 'complaints' },
  client: { name: 'account', path: 'home' },
}
const settingPaths: Readonly<Record<string, string>> = { settlement: 'fund-settlement' }

type MailedMessage = {
  readonly kind: MessageKind
  readonly subject: string
  /** With the placeholders filled in. */
  readonly text: string
  /** The case was put on hold with it. */
  readonly isHold: boolean
}

const holdSubject = (kind: MessageKind): string => `Your ${requests[kind].name} is on hold`

/** Subject and text name the request by its number; if it has none, the text names the client ID. */
export function messageMail(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  row: Pick<CaseRow, 'name' | 'email' | 'sauda_id' | 'request' | 'type'>,
  { kind, subject, text, isHold }: MailedMessage,
): Mail {
  const { name, path } = requests[kind]
  const screen = row.type === null ? path : (settingPaths[row.type] ?? row.type)
  const { request } = row
  return composeMail(row, request === null || subject.includes(request) ? subject : `${subject} (${request})`, [
    ...(isHold ? [`We are not deciding your ${name} yet. Our message to you:`] : []),
    ...text.split('\n\n'),
    request === null
      ? `This message is about your ${name}. Your client ID is ${row.sauda_id}.`
      : `This message is about your ${name} ${request}.`,
    buttonBlock('Open it in your account', `${publicUrl}/account/${screen}`),
    `You can also reply to ${supportEmail} from this e-mail address.`,
  ])
}
