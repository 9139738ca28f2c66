import type { Secret } from '../platform/secret.ts'

/** How a PAN is kept: encrypted and bound to its client, beside a keyed hash that finds the same PAN again. */
export function createPanCipher(secret: Secret) {
  const place = (clientId: string) => `pan:${clientId}`
  return {
    seal: (clientId: string, number: string): Buffer => secret.encrypt('field', Buffer.from(number), place(clientId)),
    open: (clientId: string, sealed: Buffer): string => secret.decrypt('field', sealed, place(clientId)).toString(),
    lookup: (number: string): Buffer => secret.hmac('lookup', 'pan', number),
  }
}
export type PanCipher = ReturnType<typeof createPanCipher>
