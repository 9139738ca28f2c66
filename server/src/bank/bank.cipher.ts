import type { Secret } from '../platform/secret.ts'

/** Prefix of an encrypted number; an account number has digits only. */
const prefix = 'sealed:'

/** Encrypts account numbers, bound to their client; a keyed hash finds equal numbers. */
export function createAccountNumberCipher(secret: Secret) {
  const place = (clientId: string) => `account:${clientId}`
  const seal = (clientId: string, number: string): string =>
    `${prefix}${secret.encrypt('field', Buffer.from(number), place(clientId)).toString('base64url')}`
  const lookup = (number: string): Buffer => secret.hmac('lookup', 'account', number)
  return {
    seal,
    lookup,
    /** What the database stores instead of the number. */
    columns: (clientId: string, number: string) => ({
      account_number: seal(clientId, number),
      account_lookup: lookup(number),
    }),
    /**
     * Also reads a number stored before encryption, which is encrypted at the next start. Throws for another
     * client's number.
     */
    open: (clientId: string, stored: string): string =>
      stored.startsWith(prefix)
        ? secret.decrypt('field', Buffer.from(stored.slice(prefix.length), 'base64url'), place(clientId)).toString()
        : stored,
  }
}
export type AccountNumberCipher = ReturnType<typeof createAccountNumberCipher>
