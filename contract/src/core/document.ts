/** document: a PDF that the server issued. Whoever has a copy can check it at the address in its QR code. */

export const documentRules = {
  /** The random part of an address: 128 bits, in base64url. */
  addressBytes: 16,
  path: '/document/',
  /** Requests of one network, for all documents together. */
  perMinute: 30,
} as const

/** What the public page confirms, and all it shows. */
export type IssuedDocument = {
  /** For example `DOC-7QK4-M2XA-9TRB`. */
  readonly number: string
  /** In India, as `2026-11-24`. */
  readonly day: string
  /** Paise, of what the document names beside its number; negative for a loss or a decrease. Absent if the document has none. */
  readonly amount?: bigint
}
