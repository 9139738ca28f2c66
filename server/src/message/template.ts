import type { Reply } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import {
  type messageCalls,
  messageErrors,
  messageRules,
  type MessageTemplate,
  placeholderError,
  placeholderProblem,
} from '@sauda/contract/message'
import type { MessageContext } from '../app-context.ts'
import { requireSafeText } from '../mail/client-text.ts'
import { operatorActor } from '../audit/audit.ts'
import { lock } from '../platform/advisory-lock.sql.ts'
import { breaksUnique, requireRow, type Sql, type Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import type { RequestInput } from '../platform/mount.ts'
import {
  countActive,
  findTemplate,
  insertTemplate,
  lockTemplate,
  selectTemplates,
  type TemplateRow,
  updateTemplate,
} from './template.sql.ts'

type TemplateContext = Pick<MessageContext, 'audit' | 'config' | 'notifyScreens'>
type Input<Name extends 'addTemplate' | 'editTemplate' | 'retireTemplate'> = Pick<
  RequestInput<(typeof messageCalls)[Name]>,
  'operator' | 'params' | 'body' | 'ip'
>
type Content = Pick<TemplateRow, 'title' | 'kind' | 'subject' | 'text' | 'retired'>

const templateOf = ({ id, retired, changed_at, changed_by, ...row }: TemplateRow): MessageTemplate => ({
  ...row,
  _id: id,
  isRetired: retired,
  changedAt: changed_at.toISOString(),
  ...(changed_by !== null && { changedBy: changed_by }),
})

export const listTemplates = async (sql: Sql): Promise<Reply<typeof messageCalls.templates>> => ({
  templates: (await selectTemplates(sql)).map(templateOf),
})

export async function addTemplate(
  context: TemplateContext,
  tx: Tx,
  given: Input<'addTemplate'>,
): Promise<MessageTemplate> {
  requireFillable(given.body)
  await requireSafeText(context.config, tx, { texts: [given.body.subject, given.body.text] })
  await requireSpace(tx)
  const id = newId()
  const content = { ...given.body, retired: false }
  await unique(insertTemplate(tx, { id, ...content }, given.operator.id))
  return record(context, tx, given, { id, action: 'template.add', after: content })
}

export async function editTemplate(
  context: TemplateContext,
  tx: Tx,
  given: Input<'editTemplate'>,
): Promise<MessageTemplate> {
  const { version, ...body } = given.body
  requireFillable(body)
  await requireSafeText(context.config, tx, { texts: [body.subject, body.text] })
  const before = await lockVersion(tx, given.params.templateId, version)
  const after = { ...body, retired: before.retired }
  await unique(updateTemplate(tx, { id: before.id, ...after }, given.operator.id))
  return record(context, tx, given, { id: before.id, action: 'template.edit', before, after })
}

export async function retireTemplate(
  context: TemplateContext,
  tx: Tx,
  given: Input<'retireTemplate'>,
): Promise<MessageTemplate> {
  const { version, isRetired } = given.body
  if (!isRetired) await requireSpace(tx)
  const before = await lockVersion(tx, given.params.templateId, version)
  if (before.retired === isRetired) return templateOf(before)
  const after = { ...contentOf(before), retired: isRetired }
  await unique(updateTemplate(tx, { id: before.id, ...after }, given.operator.id))
  const action = isRetired ? 'template.retire' : 'template.restore'
  return record(context, tx, given, { id: before.id, action, before, after })
}

function requireFillable({ kind, subject, text }: Pick<Content, 'kind' | 'subject' | 'text'>): void {
  const problem = placeholderProblem(kind, subject) ?? placeholderProblem(kind, text)
  if (problem !== undefined) throw new AppError(placeholderError(problem))
}

/** Two operators cannot add one too many at the same time. */
async function requireSpace(tx: Tx): Promise<void> {
  await lock(tx, 'messages')
  const { count } = await requireRow(countActive(tx))
  if (count >= messageRules.templates) throw new AppError(messageErrors.full)
}

async function lockVersion(tx: Tx, id: string, version: number): Promise<TemplateRow> {
  await requireRow(lockTemplate(tx, id))
  const row = await requireRow(findTemplate(tx, id))
  if (row.version !== version) throw new AppError(messageErrors.templateChanged)
  return row
}

async function unique(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (breaksUnique(error, 'message_template_title')) throw new AppError(messageErrors.duplicate)
    throw error
  }
}

const contentOf = ({ title, kind, subject, text, retired }: Content): Content => ({
  title,
  kind,
  subject,
  text,
  retired,
})

type Change = {
  readonly id: string
  readonly action: `template.${'add' | 'edit' | 'retire' | 'restore'}`
  readonly before?: Content
  readonly after: Content
}

/** The audit row has the whole template before and after. */
async function record(
  { audit, notifyScreens }: TemplateContext,
  tx: Tx,
  { operator, ip }: Pick<Input<'addTemplate'>, 'operator' | 'ip'>,
  { id, action, before, after }: Change,
): Promise<MessageTemplate> {
  const row = await requireRow(findTemplate(tx, id))
  await audit(tx, {
    actor: operatorActor(operator),
    action,
    subjectId: id,
    ...(before && { before: { ...contentOf(before), version: row.version - 1 } }),
    after: { ...contentOf(after), version: row.version },
    ip,
  })
  await notifyScreens(tx, 'desk', 'content', id)
  return templateOf(row)
}
