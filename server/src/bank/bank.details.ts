import type { AccountNumberCipher } from './bank.cipher.ts'
import type { NewBankRow } from './bank.sql.ts'

export type Details = { readonly holder_name: string; readonly account_number: string; readonly ifsc: string }

export function sealed(
  accounts: AccountNumberCipher,
  clientId: string,
  { account_number: number, ...rest }: Details,
): NewBankRow {
  return { ...rest, account_number: accounts.seal(clientId, number), account_lookup: accounts.lookup(number) }
}
