import { randomBytes } from 'node:crypto'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { type Cipher, type Purpose } from './cipher.ts'
import { requireRow, type Sql, type Tx, selectValue } from './db.ts'

/** Selects an owner's data key as it is stored, for `decryptOwned`. */
export const dataKeyOf = (ownerId: string): string => `(select wrapped from data_key where owner_id = ${ownerId})`

/** The same alone; null if the owner has none yet. */
export const findDataKey = (sql: Sql, ownerId: string) =>
  selectValue<Buffer | null>(sql, `select ${dataKeyOf('$1::uuid')}`, [ownerId])

/** Null or undefined: the owner has none yet. Empty: it was erased. */
type StoredKey = Buffer | null | undefined

export const dataKeyPlace = (ownerId: string): string => `data-key:${ownerId}`

const mostCached = 1000
/** By the stored form of the data key, which every query reads: an erased key is never found here. */
const cache = new WeakMap<Cipher, Map<string, Cipher>>()

function withDataKey(cipher: Cipher, ownerId: string, wrapped: Buffer): Cipher {
  const cached = cache.get(cipher) ?? new Map<string, Cipher>()
  cache.set(cipher, cached)
  const stored = `${ownerId}:${wrapped.toString('base64')}`
  const known = cached.get(stored)
  if (known) return known
  if (cached.size >= mostCached) cached.clear()
  const opened = cipher.withKey(cipher.decrypt('key', wrapped, dataKeyPlace(ownerId)))
  cached.set(stored, opened)
  return opened
}

/** Encrypts with the owner's data key, which is made at first use. Throws `Not found` if it was erased. */
export async function ownerCipher(cipher: Cipher, sql: Sql, ownerId: string): Promise<Cipher> {
  const select = () => sql.row<{ wrapped: Buffer }>('select wrapped from data_key where owner_id = $1', [ownerId])
  let found = await select()
  if (!found) {
    const wrapped = cipher.encrypt('key', randomBytes(32), dataKeyPlace(ownerId))
    // Another process may have added one a moment earlier: that one counts.
    await sql.run('insert into data_key (owner_id, wrapped) values ($1, $2) on conflict do nothing', [ownerId, wrapped])
    found = await requireRow(select())
  }
  if (found.wrapped.length === 0) throw new AppError(commonErrors.notFound)
  return withDataKey(cipher, ownerId, found.wrapped)
}

export type Owner = { readonly ownerId: string; readonly dataKey: StoredKey }

/** Undefined if the owner's data key was erased. */
export function decryptOwned(
  cipher: Cipher,
  { ownerId, dataKey }: Owner,
  { purpose, sealed, bound }: { readonly purpose: Purpose; readonly sealed: Buffer; readonly bound: string },
): Buffer | undefined {
  if (!dataKey) throw new Error(`The owner ${ownerId} has no data key`)
  return dataKey.length === 0 ? undefined : withDataKey(cipher, ownerId, dataKey).decrypt(purpose, sealed, bound)
}

/** Makes everything encrypted with the owner's data key unreadable, for good. */
export const eraseDataKey = (tx: Tx, ownerId: string) =>
  tx.run(`insert into data_key (owner_id, wrapped) values ($1, '') on conflict (owner_id) do update set wrapped = ''`, [
    ownerId,
  ])
