import type { Sql, Tx } from './platform/db.ts'

/** Every stored file that a row refers to. */
export const referredFiles = (sql: Sql) =>
  sql.rows<{ name: string }>(
    `select file_key as name from kyc_document where file_key is not null
     union all select file_key from reply where file_key is not null
     union all select 'photo/' || photo_key from client where photo_key is not null
     union all select file_name from content`,
  )

/** Logged out since, changed or revoked: nobody knows after a restore. */
export const deleteSessions = (tx: Tx) => tx.run('delete from session')

/** The restored log continues from an earlier row, so its heads begin anew; the old ones show what was lost. */
export const deleteHeads = (tx: Tx) => tx.run('delete from audit_head')
