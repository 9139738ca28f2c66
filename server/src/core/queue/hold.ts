import type { Body, Call } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { type MessageKind, messageKindOf } from '@sauda/contract/client/message'
import { rightsOf } from '@sauda/contract/broker/operator'
import {
  isClientRequest,
  type queueCalls,
  queueErrors,
  type QueueItem,
  type QueueKind,
  queueRights,
  queueRules,
} from '@sauda/contract/core/queue'
import type { AppContext } from '../../app/app-context.ts'
import { isSeparated } from '../approval/approver.ts'
import { type Db, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import {
  activeOperators,
  assignClaim,
  deleteHold,
  findItem,
  insertHold,
  markReminded,
  type QueueSources,
  storeSentMessage,
  unassignClaim,
} from './queue.sql.ts'

export type HoldContext = Pick<AppContext, 'audit' | 'config' | 'notifyScreens'> & {
  readonly sources: QueueSources
  /** Writes to the client of a case; resolves to the text with its placeholders filled in. */
  readonly sendMessage: (
    tx: Tx,
    message: Pick<CaseCommand, 'operator' | 'ip'> & {
      readonly kind: MessageKind
      readonly id: string
      readonly text: string
    },
  ) => Promise<string>
}
type CaseCommand = {
  readonly body: Pick<QueueItem, 'kind' | 'id'>
  readonly operator: CurrentOperator
  readonly ip: string
}
type CommandOf<C extends Call> = CaseCommand & { readonly body: Body<C> }

/** Puts a case on hold until the reminder; the client gets the message, if there is one. */
export async function holdCase(context: HoldContext, tx: Tx, command: CommandOf<typeof queueCalls.hold>) {
  const { kind, id, reason, remindAt, message = '' } = command.body
  const item = await requireItem(context, tx, command)
  const wait = Date.parse(remindAt) - Date.now()
  if (wait <= 0) throw new AppError(queueErrors.reminderPassed)
  if (wait > queueRules.holdDays * 86_400_000) throw new AppError(queueErrors.reminderFar)
  const changed = await insertHold(tx, { kind, id, operatorId: command.operator.id, reason, remindAt, message })
  if (changed === 0) return
  let sent = ''
  if (message !== '') {
    if (item.client_id === null || !isClientRequest({ ...item, kind })) throw new AppError(queueErrors.noAddressee)
    const { operator, ip } = command
    sent = await context.sendMessage(tx, { kind: messageKindOf(kind), id, text: message, operator, ip })
    await storeSentMessage(tx, { kind, id, message: sent })
  }
  const after = { reason, remindAt, ...(sent !== '' && { message: sent }) }
  await record(context, tx, command, { action: 'queue.hold', clientId: item.client_id, after })
}

/** If two operators resume a case at the same time, one is recorded. */
export async function resumeCase(context: HoldContext, tx: Tx, command: CaseCommand): Promise<void> {
  const item = await requireItem(context, tx, command)
  if ((await deleteHold(tx, command.body)) === 0) return
  await record(context, tx, command, { action: 'queue.resume', clientId: item.client_id, after: {} })
}

export async function assignCase(context: HoldContext, tx: Tx, command: CommandOf<typeof queueCalls.assign>) {
  const { kind, id, operatorId } = command.body
  const item = await requireItem(context, tx, command)
  const assignee = (await operatorsFor(context, tx, kind)).find(({ id: ownId }) => ownId === operatorId)
  if (operatorId !== undefined && !assignee) throw new AppError(queueErrors.notAssignable)
  const changed = await (operatorId === undefined
    ? unassignClaim(tx, { kind, id })
    : assignClaim(tx, { kind, id, operatorId }))
  if (changed === 0) return
  const after = { assignedTo: assignee?.name ?? 'Nobody' }
  await record(context, tx, command, { action: 'queue.assign', clientId: item.client_id, after })
}

/** Active operators who may decide cases of this kind. */
export async function operatorsFor(context: Pick<AppContext, 'config'>, sql: Sql, kind: QueueKind) {
  const [rows, separated] = await Promise.all([activeOperators(sql), isSeparated(context, sql)])
  return rows
    .filter(({ role, rights }) => rightsOf(role, separated, rights).includes(queueRights[kind]))
    .map(({ id, name }) => ({ id, name }))
}

export function requireKind(operator: CurrentOperator, kind: QueueKind): void {
  if (!operator.rights.includes(queueRights[kind])) throw new AppError(commonErrors.notFound)
}

/** Shows the cases whose reminder is due in every open queue. */
export const remind = (db: Db, notifyScreens: AppContext['notifyScreens']): Promise<void> =>
  db.transaction(async (tx) => {
    for (const id of await markReminded(tx)) await notifyScreens(tx, 'desk', 'queue', id)
  })

/** A pending item that the operator may decide. */
async function requireItem(
  { sources }: HoldContext,
  tx: Tx,
  { body: { kind, id }, operator }: Omit<CaseCommand, 'ip'>,
) {
  requireKind(operator, kind)
  return requireRow(findItem(tx, sources[kind], id))
}

type CaseChange = { readonly action: string; readonly clientId: string | null; readonly after: object }

async function record(
  { audit, notifyScreens }: HoldContext,
  tx: Tx,
  { body: { kind, id }, operator, ip }: CaseCommand,
  { action, clientId, after }: CaseChange,
): Promise<void> {
  await audit(tx, { by: { operator, ip }, action, subjectId: clientId ?? id, after: { kind, id, ...after } })
  await notifyScreens(tx, 'desk', 'queue', id)
}
