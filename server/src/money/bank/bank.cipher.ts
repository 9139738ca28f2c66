import { decryptOwned, ownerCipher } from '../../platform/data-key.ts'
import type { Sql } from '../../platform/db.ts'
import type { Secret } from '../../platform/secret.ts'

/** Prefix of an encrypted number; an account number has digits only. */
const prefix = 'sealed:'

/** Encrypts account numbers with the client's data key; a keyed hash finds equal numbers. */
export function createAccountNumberCipher(secret: Secret) {
  const place = (clientId: string) => `account:${clientId}`
  const lookup = (number: string): Buffer => secret.hmac('lookup', 'account', number)
  return {
    lookup,
    /** The stored form of the number. */
    async columns(sql: Sql, clientId: string, number: string) {
      const cipher = await ownerCipher(secret, sql, clientId)
      const sealed = cipher.encrypt('field', Buffer.from(number), place(clientId))
      return { account_number: `${prefix}${sealed.toString('base64url')}`, account_lookup: lookup(number) }
    },
    /** Empty if the client's data key was erased. Throws for another client's number. Reads digits too, with which tests and benches fill the table. */
    open(clientId: string, stored: string, dataKey: Buffer | null | undefined): string {
      if (!stored.startsWith(prefix)) return stored
      const sealed = Buffer.from(stored.slice(prefix.length), 'base64url')
      const number = { purpose: 'field', sealed, bound: place(clientId) } as const
      return decryptOwned(secret, { ownerId: clientId, dataKey }, number)?.toString() ?? ''
    },
  }
}
export type AccountNumberCipher = ReturnType<typeof createAccountNumberCipher>
