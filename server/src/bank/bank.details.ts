import type { AccountNumberCipher } from './bank.cipher.ts'
import type { NewBankRow } from './bank.sql.ts'

/** As the client types and reads it. */
export type Details = { readonly holder_name: string; readonly account_number: string; readonly ifsc: string }

/** As it is kept: the number sealed, beside what finds it again. */
export function sealed(
  accounts: AccountNumberCipher,
  clientId: string,
  { account_number: number, ...rest }: Details,
): NewBankRow {
  return { ...rest, account_number: accounts.seal(clientId, number), account_lookup: accounts.lookup(number) }
}
