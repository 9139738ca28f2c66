import type { Secret } from '../platform/secret.ts'

/** Encrypts PANs, bound to their client; a keyed hash finds equal ones. */
export function createPanCipher(secret: Secret) {
  const place = (clientId: string) => `pan:${clientId}`
  return {
    seal: (clientId: string, number: string): Buffer => secret.encrypt('field', Buffer.from(number), place(clientId)),
    open: (clientId: string, sealed: Buffer): string => secret.decrypt('field', sealed, place(clientId)).toString(),
    lookup: (number: string): Buffer => secret.hmac('lookup', 'pan', number),
  }
}
export type PanCipher = ReturnType<typeof createPanCipher>
