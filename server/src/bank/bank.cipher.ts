import type { Secret } from '../platform/secret.ts'

/** Marks what is sealed: an account number has digits only. */
const mark = 'sealed:'

/** How account numbers are kept: encrypted and bound to their client, beside a keyed hash that finds the same number again. */
export function createAccountNumberCipher(secret: Secret) {
  const place = (clientId: string) => `account:${clientId}`
  return {
    seal: (clientId: string, number: string): string =>
      `${mark}${secret.encrypt('field', Buffer.from(number), place(clientId)).toString('base64url')}`,
    /** Also reads a number of before, which is sealed at the next start. Throws where it is not this client's. */
    open: (clientId: string, kept: string): string =>
      kept.startsWith(mark)
        ? secret.decrypt('field', Buffer.from(kept.slice(mark.length), 'base64url'), place(clientId)).toString()
        : kept,
    lookup: (number: string): Buffer => secret.hmac('lookup', 'account', number),
  }
}
export type AccountNumberCipher = ReturnType<typeof createAccountNumberCipher>
