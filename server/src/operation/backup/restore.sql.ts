import type { Session } from '../../platform/backup/session.sql.ts'
import { dataKeyOf } from '../../platform/data-key.ts'
import type { Sql, Tx } from '../../platform/db.ts'

/** Every stored file that a row refers to. */
const referred = `select file_key as name from kyc_document where file_key is not null
     union all select file_key from reply where file_key is not null
     union all select file_key from contract_note where file_key is not null
     union all select 'photo/' || photo_key from client where photo_key is not null
     union all select file_name from content`

/** The same, with the data key of the client that the file belongs to; an erased client has an empty one. */
export const filesWithKeys = (sql: Sql) =>
  sql.rows<{ name: string; owner_id: string | null; data_key: Buffer | null }>(
    `select f.name, f.owner_id, ${dataKeyOf('f.owner_id')} as data_key
       from (select file_key as name, client_id as owner_id from kyc_document where file_key is not null
             union all select 'photo/' || photo_key, id from client where photo_key is not null
             union all select file_key, client_id from reply where file_key is not null
             union all select file_key, client_id from contract_note where file_key is not null
             union all select file_name, null from content) f`,
  )

/** The same on the connection of a backup. */
export const filesReferredTo = async (session: Session): Promise<string[]> =>
  (await session.query<{ name: string }>(referred)).rows.map(({ name }) => name)

/** Logins may have been ended, changed or revoked since; a restore cannot tell. */
export const deleteSessions = (tx: Tx) => tx.run('delete from session')

/** The restored log continues from an earlier row, so its heads start again; the old ones show what was lost. */
export const deleteHeads = (tx: Tx) => tx.run('delete from audit_head')
