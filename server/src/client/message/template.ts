import type { Reply } from '@sauda/contract/platform/call'
import { AppError, invalid } from '@sauda/contract/platform/error'
import {
  type messageCalls,
  messageErrors,
  messageRules,
  type MessageTemplate,
  placeholderProblem,
  templateInput,
} from '@sauda/contract/client/message'
import type { AppContext } from '../../app/app-context.ts'
import { changeOrPropose, type ProposalHandlers, waiting } from '../../core/approval/proposal.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { breaksUnique, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import {
  countActive,
  findTemplate,
  insertTemplate,
  lockTemplate,
  selectTemplates,
  type TemplateRow,
  updateTemplate,
} from './message.sql.ts'

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

/** Adding, changing and retiring: from the second administrator on, one of them must approve it. */
export async function addTemplate(context: AppContext, tx: Tx, given: Input<'addTemplate'>): Promise<Saved> {
  const { body: payload, operator, ip } = given
  await requireUsable(context, tx, payload)
  const summary = `Add the message template “${payload.title}”`
  const change = { kind: 'template.add' as const, payload, summary, operator, ip }
  const result = await changeOrPropose(context, tx, change, () => add(context, tx, given, payload))
  if ('done' in result) return result.done
  const { _id, createdAt: changedAt } = result.proposal
  return { ...payload, _id, version: 0, isRetired: false, changedAt, ...waiting(result.proposal) }
}

export async function editTemplate(context: AppContext, tx: Tx, given: Input<'editTemplate'>): Promise<Saved> {
  const { operator, ip, params, body } = given
  const { version, ...after } = body
  await requireUsable(context, tx, after)
  const row = await lockVersion(tx, params.templateId, version)
  const { retired: _, ...before } = contentOf(row)
  const payload = { templateId: row.id, version, before, after }
  const summary = `Change the message template “${before.title}”`
  const change = { kind: 'template.edit' as const, payload, summary, operator, ip }
  const result = await changeOrPropose(context, tx, change, () => edit(context, tx, given, payload))
  return 'done' in result ? result.done : { ...templateOf(row), ...waiting(result.proposal) }
}

export async function retireTemplate(context: AppContext, tx: Tx, given: Input<'retireTemplate'>): Promise<Saved> {
  const { operator, ip, params } = given
  const { version, isRetired } = given.body
  const row = await lockVersion(tx, params.templateId, version)
  if (row.retired === isRetired) return templateOf(row)
  const { retired: _, ...before } = contentOf(row)
  const payload = { templateId: row.id, version, isRetired, before }
  const summary = `${isRetired ? 'Retire' : 'Restore'} the message template “${before.title}”`
  const change = { kind: 'template.retire' as const, payload, summary, operator, ip }
  const result = await changeOrPropose(context, tx, change, () => retire(context, tx, given, payload))
  return 'done' in result ? result.done : { ...templateOf(row), ...waiting(result.proposal) }
}

type Saved = Reply<typeof messageCalls.addTemplate>
type Caller = Pick<Input<'addTemplate'>, 'operator' | 'ip'>

export const templateProposals = (
  context: AppContext,
): ProposalHandlers<'template.add' | 'template.edit' | 'template.retire'> => ({
  'template.add': {
    carryOut: (tx, payload, by) => add(context, tx, by, templateInput.parse(payload)),
  },
  'template.edit': {
    describe: async (_, { before }) => ({ before: { after: before }, replaced: 'before' }),
    carryOut: (tx, { after, ...payload }, by) =>
      edit(context, tx, by, { ...payload, after: templateInput.parse(after) }),
  },
  'template.retire': { carryOut: (tx, payload, by) => retire(context, tx, by, payload) },
})

type NewContent = RequestInput<typeof messageCalls.addTemplate>['body']
type Version = { readonly templateId: string; readonly version: number | string }

async function add(context: AppContext, tx: Tx, by: Caller, body: NewContent): Promise<MessageTemplate> {
  await requireSpace(tx)
  const id = newId()
  const content = { ...body, retired: false }
  await unique(insertTemplate(tx, { id, ...content }, by.operator.id))
  return record(context, tx, by, { id, action: 'template.add', after: content })
}

async function edit(
  context: AppContext,
  tx: Tx,
  by: Caller,
  { templateId, version, after: body }: Version & { readonly after: NewContent },
): Promise<MessageTemplate> {
  const before = await lockVersion(tx, templateId, Number(version))
  const after = { ...body, retired: before.retired }
  await unique(updateTemplate(tx, { id: before.id, ...after }, by.operator.id))
  return record(context, tx, by, { id: before.id, action: 'template.edit', before, after })
}

async function retire(
  context: AppContext,
  tx: Tx,
  by: Caller,
  { templateId, version, isRetired }: Version & { readonly isRetired: boolean },
): Promise<MessageTemplate> {
  if (!isRetired) await requireSpace(tx)
  const before = await lockVersion(tx, templateId, Number(version))
  const after = { ...contentOf(before), retired: isRetired }
  await unique(updateTemplate(tx, { id: before.id, ...after }, by.operator.id))
  const action = isRetired ? 'template.retire' : 'template.restore'
  return record(context, tx, by, { id: before.id, action, before, after })
}

async function requireUsable(context: AppContext, tx: Tx, body: NewContent): Promise<void> {
  requireFillable(body)
}

function requireFillable({ kind, subject, text }: Pick<Content, 'kind' | 'subject' | 'text'>): void {
  const problem = placeholderProblem(kind, subject) ?? placeholderProblem(kind, text)
  if (problem !== undefined) throw new AppError(invalid(problem))
}

/** Two operators cannot add one too many at the same time. */
async function requireSpace(tx: Tx): Promise<void> {
  await lock(tx, 'messages')
  const count = await countActive(tx)
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
async function record(context: AppContext, tx: Tx, by: Caller, { id, action, before, after }: Change) {
  const row = await requireRow(findTemplate(tx, id))
  await recordByOperator(context, tx, by, {
    action,
    subjectId: id,
    ...(before && { before: { ...contentOf(before), version: row.version - 1 } }),
    after: { ...contentOf(after), version: row.version },
    topic: 'content',
    id,
  })
  return templateOf(row)
}
