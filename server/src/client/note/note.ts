import { type ClientWarning, noteCalls, noteErrors, noteRules } from '@sauda/contract/client/note'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { ownAccounts } from '../../core/approval/own-account.ts'
import { decryptOwned, ownerCipher } from '../../platform/data-key.ts'
import { newId } from '../../platform/id.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import type { Secret } from '../../platform/secret.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { findClient, lockClientToChange } from '../../core/ledger/client.sql.ts'
import { findWarning, insertNote, isEnded, selectNotes, selectPinned, selectWarnings } from './note.sql.ts'

type NoteInput<Name extends 'add' | 'end'> = Pick<
  RequestInput<(typeof noteCalls)[Name]>,
  'operator' | 'params' | 'body' | 'ip'
>

const place = (id: string): string => `note:${id}`

async function addNote(context: AppContext, tx: Tx, given: NoteInput<'add'>) {
  const { clientId } = given.params
  const { text, isWarning } = given.body
  await requireRow(lockClientToChange(tx, clientId))
  if (isWarning && (await selectWarnings(tx, clientId)).length >= noteRules.warnings)
    throw new AppError(noteErrors.full)
  return writeNote(context, tx, given, { action: isWarning ? 'note.warn' : 'note.add', text, isWarning, ends: null })
}

async function endWarning(context: AppContext, tx: Tx, given: NoteInput<'end'>) {
  const { clientId, noteId } = given.params
  await requireRow(lockClientToChange(tx, clientId))
  if (!(await findWarning(tx, clientId, noteId))) throw new AppError(commonErrors.notFound)
  if (await isEnded(tx, noteId)) throw new AppError(noteErrors.ended)
  return writeNote(context, tx, given, { action: 'note.end', text: given.body.text, isWarning: false, ends: noteId })
}

type Written = {
  readonly action: 'note.add' | 'note.warn' | 'note.end'
  readonly text: string
  readonly isWarning: boolean
  readonly ends: string | null
}

/** The audit log, which is never erased, names the note without its text. */
async function writeNote(
  context: AppContext,
  tx: Tx,
  { params: { clientId }, ...by }: Pick<NoteInput<'add'>, 'operator' | 'params' | 'ip'>,
  { action, text, ...note }: Written,
) {
  const id = newId()
  const cipher = await ownerCipher(context.secret, tx, clientId)
  await insertNote(tx, {
    id,
    clientId,
    operator: by.operator,
    text: cipher.encrypt('field', Buffer.from(text), place(id)),
    ...note,
  })
  const after = { noteId: id, ...(note.ends !== null && { ends: note.ends }) }
  await recordByOperator(context, tx, by, { action, subjectId: clientId, after, topic: 'client', id: clientId })
  return { _id: id }
}

async function warningsOf(sql: Sql, secret: Secret, clientId: string): Promise<ClientWarning[]> {
  await requireRow(findClient(sql, clientId))
  const rows = await selectWarnings(sql, clientId)
  return rows.map((row) => ({
    _id: row.id,
    text: textOf(secret, clientId, row),
    by: row.operator_name,
    at: row.created_at.toISOString(),
  }))
}

/** The pinned warnings of several clients, each text on one line. */
export async function pinnedTexts(sql: Sql, secret: Secret, clientIds: readonly string[]) {
  const rows = await selectPinned(sql, clientIds)
  return rows.map((row) => ({
    clientId: row.client_id,
    text: textOf(secret, row.client_id, row).replaceAll(/\s+/g, ' '),
  }))
}

export async function noteTexts(sql: Sql, secret: Secret, clientId: string, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await selectNotes(sql, clientId, ids)
  return new Map(rows.map((row) => [row.id, textOf(secret, clientId, row)]))
}

const textOf = (secret: Secret, clientId: string, row: { id: string; text: Buffer; data_key: Buffer | null }): string =>
  decryptOwned(
    secret,
    { ownerId: clientId, dataKey: row.data_key },
    { purpose: 'field', sealed: row.text, bound: place(row.id) },
  )?.toString() ?? 'Erased with the client’s personal data'

export function noteRoutes(context: AppContext): void {
  const { mount, mountCommand, db, secret } = context

  mount(noteCalls.warnings, async ({ operator, params: { clientId } }) => {
    const own = await ownAccounts(context, db, { operatorId: operator.id, clientIds: [clientId] })
    return {
      warnings: await warningsOf(db, secret, clientId),
      ...(own.size > 0 && { ownAccount: true as const }),
    }
  })
  // A repeated request under the same key adds no second note.
  mountCommand(noteCalls.add, (tx, given) => addNote(context, tx, given))
  mountCommand(noteCalls.end, (tx, given) => endWarning(context, tx, given))
}
