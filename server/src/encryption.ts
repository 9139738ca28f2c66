import { createAccountNumberCipher } from './money/bank/bank.cipher.ts'
import {
  clearLookups,
  deleteOldFile,
  lockFileOwner,
  nextOldFile,
  numbersWithoutLookup,
  numberTableNames,
  saveNumbers,
  type NumberTable,
  type StoredNumber,
} from './encryption.sql.ts'
import { createPanCipher } from './client/kyc/kyc.ts'
import { inParallel } from './platform/backup/place.ts'
import { eraseDataKey } from './platform/data-key.ts'
import type { Db, Sql, Tx } from './platform/db.ts'
import type { Files } from './platform/files.ts'
import type { Secret } from './platform/secret.ts'

const batch = 500

/**
 * Encrypts numbers with their client's data key and computes their lookups, where an earlier version encrypted with the
 * master key or not at all; returns how many.
 */
export async function sealNumbers(db: Db, secret: Secret): Promise<number> {
  const seal = createSeal(secret)
  let count = 0
  for (const table of numberTableNames) {
    let rows: StoredNumber[]
    while ((rows = await numbersWithoutLookup(db, table, batch)).length > 0) {
      // A few at a time: hundreds would wait for a connection longer than the pool allows.
      await saveNumbers(db, table, await inParallel(rows, (row) => seal(db, table, row)))
      count += rows.length
    }
  }
  return count
}

function createSeal(secret: Secret) {
  const accounts = createAccountNumberCipher(secret)
  const pans = createPanCipher(secret)
  return async (sql: Sql, table: NumberTable, { id, client_id, number, data_key }: StoredNumber) => {
    if (table === 'kyc_identity') {
      const pan = pans.open(client_id, number as Buffer, data_key)
      const { number: sealed, lookup } = await pans.columns(sql, client_id, pan)
      return { id, number: sealed, lookup }
    }
    const account = accounts.open(client_id, number as string, data_key)
    const { account_number, account_lookup } = await accounts.columns(sql, client_id, account)
    return { id, number: account_number, lookup: account_lookup }
  }
}

/** Encrypts documents and photos from before with their client's data key; returns how many. */
export async function moveOldFiles(db: Db, files: Files, clientId: string | null = null): Promise<number> {
  for (let count = 0; ; count++) {
    const hasMoved = await db.transaction(async (tx) => {
      const file = await nextOldFile(tx, clientId)
      if (!file) return false
      if (await lockFileOwner(tx, file.owner_id, file.name)) await files.encryptAgain(tx, file.name, file.owner_id)
      await deleteOldFile(tx, file.name)
      return true
    })
    if (!hasMoved) return count
  }
}

/**
 * Makes the client's account numbers, PAN, documents and photo unreadable for good, in every copy that lacks the data
 * key. Old files are moved before, because they are not encrypted with it.
 */
export async function eraseKey(tx: Tx, clientId: string): Promise<void> {
  await eraseDataKey(tx, clientId)
  await clearLookups(tx, clientId)
}
