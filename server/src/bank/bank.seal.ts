import type { Db } from '../platform/db.ts'
import type { AccountNumberCipher } from './bank.cipher.ts'
import { sealedTables, sealNumbers, unsealedNumbers, type UnsealedRow } from './bank.seal.sql.ts'

const batch = 1000

/** Encrypts the account numbers stored before encryption was added; returns how many. */
export async function sealAccountNumbers(db: Db, accounts: AccountNumberCipher): Promise<number> {
  const seal = ({ id, client_id, number }: UnsealedRow) => {
    // Another server process may have encrypted it already.
    const plain = accounts.open(client_id, number)
    return { id, sealed: accounts.seal(client_id, plain), lookup: accounts.lookup(plain) }
  }
  let count = 0
  for (const table of Object.keys(sealedTables) as (keyof typeof sealedTables)[]) {
    let rows: UnsealedRow[]
    while ((rows = await unsealedNumbers(db, table, batch)).length > 0) {
      await sealNumbers(db, table, rows.map(seal))
      count += rows.length
    }
  }
  return count
}
