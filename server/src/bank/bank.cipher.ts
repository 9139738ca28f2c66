import type { Secret } from '../platform/secret.ts'

/** Prefix of an encrypted number; an account number has digits only. */
const mark = 'sealed:'

/** Encrypts account numbers, bound to their client; a keyed hash finds equal numbers. */
export function createAccountNumberCipher(secret: Secret) {
  const place = (clientId: string) => `account:${clientId}`
  return {
    seal: (clientId: string, number: string): string =>
      `${mark}${secret.encrypt('field', Buffer.from(number), place(clientId)).toString('base64url')}`,
    /**
     * Also reads a number stored before encryption, which is encrypted at the next start. Throws for another
     * client's number.
     */
    open: (clientId: string, kept: string): string =>
      kept.startsWith(mark)
        ? secret.decrypt('field', Buffer.from(kept.slice(mark.length), 'base64url'), place(clientId)).toString()
        : kept,
    lookup: (number: string): Buffer => secret.hmac('lookup', 'account', number),
  }
}
export type AccountNumberCipher = ReturnType<typeof createAccountNumberCipher>
