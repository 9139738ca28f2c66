import { dataKeyPlace, eraseDataKey } from '../../platform/data-key.ts'
import { type Sql, type Tx, selectColumn } from '../../platform/db.ts'
import { attachmentPlace, contentPlace, maskedPlace } from '../../core/mail/mail.ts'
import { hashKeyPlace } from '../../platform/secret.ts'
import { totpPlace } from '../../core/session/totp.ts'

/** Numbers that are encrypted with the client's data key, with the keyed hash beside them. */
const numberLookups = { bank_details: 'account_lookup', wallet_request: 'pay_to_lookup', kyc_identity: 'pan_lookup' }

/** Makes the client's numbers, documents and photo unreadable for good, in every copy that lacks the data key. */
export async function eraseKey(tx: Tx, clientId: string): Promise<void> {
  await eraseDataKey(tx, clientId)
  for (const [table, lookup] of Object.entries(numberLookups))
    await tx.run(`update ${table} set ${lookup} = null where client_id = $1`, [clientId])
}

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
export const lockContentFiles = (tx: Tx) => selectColumn<string>(tx, 'select file_name from content for update')
