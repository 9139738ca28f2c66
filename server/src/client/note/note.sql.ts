import { dataKeyOf } from '../../platform/data-key.ts'
import type { Sql, Tx } from '../../platform/db.ts'

export type NewNote = {
  readonly id: string
  readonly clientId: string
  /** Encrypted. */
  readonly text: Buffer
  readonly isWarning: boolean
  readonly ends: string | null
  readonly operator: { readonly id: string; readonly name: string }
}

export const insertNote = (tx: Tx, { id, clientId, text, isWarning, ends, operator }: NewNote) =>
  tx.run(
    `insert into note (id, client_id, text, is_warning, ends, operator_id, operator_name)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, clientId, text, isWarning, ends, operator.id, operator.name],
  )

export const isEnded = async (sql: Sql, noteId: string): Promise<boolean> =>
  (await sql.row('select from note where ends = $1', [noteId])) !== undefined

export const findWarning = (sql: Sql, clientId: string, noteId: string) =>
  sql.row('select from note where id = $1 and client_id = $2 and is_warning', [noteId, clientId])

type NoteRow = { id: string; text: Buffer; operator_name: string; created_at: Date; data_key: Buffer | null }
const columns = `n.id, n.text, n.operator_name, n.created_at, ${dataKeyOf('n.client_id')} as data_key`

/** The pinned warnings of these clients; the newest of each client first. */
export const selectPinned = (sql: Sql, clientIds: readonly string[]) =>
  sql.rows<NoteRow & { client_id: string }>(
    `select ${columns}, n.client_id from note n
      where n.client_id = any ($1::uuid[]) and n.is_warning and not exists (select from note e where e.ends = n.id)
      order by n.id desc`,
    [clientIds],
  )

/** Not ended; newest first. */
export const selectWarnings = (sql: Sql, clientId: string) =>
  sql.rows<NoteRow>(
    `select ${columns} from note n
      where n.client_id = $1 and n.is_warning and not exists (select from note e where e.ends = n.id)
      order by n.id desc`,
    [clientId],
  )

export const selectNotes = (sql: Sql, clientId: string, ids: readonly string[]) =>
  sql.rows<NoteRow>(`select ${columns} from note n where n.client_id = $1 and n.id = any($2::uuid[])`, [clientId, ids])
