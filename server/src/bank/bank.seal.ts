import type { Db } from '../platform/db.ts'
import type { AccountNumberCipher } from './bank.cipher.ts'
import {
  sealBankDetails,
  sealRequests,
  unsealedBankDetails,
  unsealedRequests,
  type UnsealedRow,
} from './bank.seal.sql.ts'

const batch = 1000

/** Encrypts the account numbers stored before encryption was added; returns how many. */
export async function sealAccountNumbers(db: Db, accounts: AccountNumberCipher): Promise<number> {
  const seal = ({ id, client_id, number }: UnsealedRow) => ({
    id,
    // Another server process may have encrypted it already.
    sealed: accounts.seal(client_id, accounts.open(client_id, number)),
    lookup: accounts.lookup(accounts.open(client_id, number)),
  })
  let count = 0
  for (const [find, write] of [
    [unsealedBankDetails, sealBankDetails],
    [unsealedRequests, sealRequests],
  ] as const) {
    for (let rows = await find(db, batch); rows.length > 0; rows = await find(db, batch)) {
      await write(db, rows.map(seal))
      count += rows.length
    }
  }
  return count
}
