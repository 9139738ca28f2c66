import { dataKeyOf, dataKeyPlace } from './platform/data-key.ts'
import type { Sql, Tx } from './platform/db.ts'
import { attachmentPlace, contentPlace, maskedPlace } from './core/mail/mail.ts'
import { hashKeyPlace } from './platform/secret.ts'
import { totpPlace } from './core/session/totp.ts'

/** Encrypted numbers with a keyed hash beside them; `type` is that of the encrypted column. */
export const numberTables = {
  bank_details: { id: 'client_id', number: 'account_number', lookup: 'account_lookup', type: 'text', where: 'true' },
  wallet_request: {
    id: 'id',
    number: 'pay_to_number',
    lookup: 'pay_to_lookup',
    type: 'text',
    where: "type = 'withdrawal'",
  },
  kyc_identity: {
    id: 'client_id',
    number: 'pan_number',
    lookup: 'pan_lookup',
    type: 'bytea',
    where: 'pan_number is not null',
  },
} as const
export type NumberTable = keyof typeof numberTables
export const numberTableNames = Object.keys(numberTables) as NumberTable[]

export type StoredNumber = { id: string; client_id: string; number: Buffer | string; data_key: Buffer | null }

/** Rows without a lookup, except those of erased clients. Without the order PostgreSQL expects many and reads the table. */
export function numbersWithoutLookup(sql: Sql, table: NumberTable, limit: number) {
  const { id, number, lookup, where } = numberTables[table]
  return sql.rows<StoredNumber>(
    `select ${id} as id, client_id, ${number} as number, ${dataKeyOf('client_id')} as data_key
       from ${table}
      where ${where} and ${lookup} is null and ${dataKeyOf('client_id')} is distinct from ''
      order by ${lookup} limit $1`,
    [limit],
  )
}

type SealedNumber = { readonly id: string; readonly number: Buffer | string; readonly lookup: Buffer }

export function saveNumbers(sql: Sql, table: NumberTable, rows: readonly SealedNumber[]) {
  const { id, number, lookup, type } = numberTables[table]
  return sql.run(
    `update ${table} t set ${number} = u.sealed, ${lookup} = u.lookup
       from unnest($1::uuid[], $2::${type}[], $3::bytea[]) as u (id, sealed, lookup)
      where t.${id} = u.id and t.${lookup} is null`,
    [rows.map((row) => row.id), rows.map((row) => row.number), rows.map((row) => row.lookup)],
  )
}

/** Locks one file that is still to be encrypted with its client's data key; of any client if `ownerId` is null. */
export const nextOldFile = (tx: Tx, ownerId: string | null) =>
  tx.row<{ name: string; owner_id: string }>(
    `select name, owner_id from old_file where $1::uuid is null or owner_id = $1
      order by name limit 1 for update skip locked`,
    [ownerId],
  )

export const deleteOldFile = (tx: Tx, name: string) => tx.run('delete from old_file where name = $1', [name])

/** Undefined if nothing refers to the file any more; otherwise the client cannot replace it meanwhile. */
export const lockFileOwner = (tx: Tx, ownerId: string, name: string) =>
  tx.row(
    `select from client c
      where id = $1 and ('photo/' || photo_key = $2
                         or exists (select from kyc_document d where d.client_id = c.id and d.file_key = $2))
      for no key update`,
    [ownerId, name],
  )

export const clearLookups = (tx: Tx, clientId: string) =>
  Promise.all(
    numberTableNames.map((table) =>
      tx.run(`update ${table} set ${numberTables[table].lookup} = null where client_id = $1`, [clientId]),
    ),
  )

/** The mode of the first start; this one is the first if there was none. */
export async function firstMode(sql: Sql, mode: 'demo' | 'live'): Promise<string> {
  await sql.run('insert into installation (mode) values ($1) on conflict do nothing', [mode])
  return (await sql.row<{ mode: string }>('select mode from installation'))?.mode ?? mode
}

/** From the first start with the key as the newest one; `keyId` says nothing about the key. */
export const recordKeyUse = (sql: Sql, keyId: string) =>
  sql.run('insert into secret_key_use (key_id) values ($1) on conflict do nothing', [keyId])

/** Values encrypted with a master key; those of `hash_key` are the last, because a start requires one of the keys they name. */
export const masterKeyValues = {
  dataKeys: { table: 'data_key', id: 'owner_id', type: 'uuid', value: 'wrapped', purpose: 'key', place: dataKeyPlace },
  mails: { table: 'mail', id: 'id', type: 'uuid', value: 'body', purpose: 'mail', place: (id: string) => id },
  mailContents: { table: 'mail', id: 'id', type: 'uuid', value: 'content', purpose: 'mail', place: contentPlace },
  mailMasks: { table: 'mail', id: 'id', type: 'uuid', value: 'masked', purpose: 'mail', place: maskedPlace },
  mailFiles: { table: 'mail', id: 'id', type: 'uuid', value: 'attachment', purpose: 'mail', place: attachmentPlace },
  authenticators: { table: 'totp', id: 'owner_id', type: 'uuid', value: 'secret', purpose: 'field', place: totpPlace },
  hashKeys: { table: 'hash_key', id: 'purpose', type: 'text', value: 'wrapped', purpose: 'key', place: hashKeyPlace },
} as const
export type ValueKind = keyof typeof masterKeyValues
export const valueKinds = Object.keys(masterKeyValues) as ValueKind[]

export type SealedValue = { id: string; value: Buffer }

/** Values that another key than `keyId` encrypted, by id after `after`; an erased data key is empty. */
export function valuesOfOtherKeys(
  sql: Sql,
  kind: ValueKind,
  { keyId, after, limit }: { readonly keyId: Buffer; readonly after: string | null; readonly limit: number },
) {
  const { table, id, value, type } = masterKeyValues[kind]
  return sql.rows<SealedValue>(
    `select ${id} as id, ${value} as value from ${table}
      where ($1::${type} is null or ${id} > $1) and ${value} <> '' and substring(${value} from 1 for $2::int) <> $3
      order by ${id} limit $4`,
    [after, keyId.length, keyId, limit],
  )
}

/** A value that has changed meanwhile stays as it is. */
export function replaceValues(sql: Sql, kind: ValueKind, rows: readonly (SealedValue & { readonly next: Buffer })[]) {
  const { table, id, value, type } = masterKeyValues[kind]
  return sql.run(
    `update ${table} t set ${value} = u.next
       from unnest($1::${type}[], $2::bytea[], $3::bytea[]) as u (id, value, next)
      where t.${id} = u.id and t.${value} = u.value`,
    [rows.map((row) => row.id), rows.map((row) => row.value), rows.map((row) => row.next)],
  )
}

/** Locks the testimonials, so that their file is not replaced meanwhile. */
export const lockContentFiles = (tx: Tx) => tx.rows<{ file_name: string }>('select file_name from content for update')
