import { randomBytes } from 'node:crypto'
import { decimalRupees } from '@sauda/contract/money'

/** Letters and digits no one confuses when reading them out (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `SD` and 80 random bits as 16 letters and digits: short enough for `tr` (35), and nobody meets another's. */
export function newPaymentReference(): string {
  return `SD${Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('')}`
}

export type Payment = {
  readonly payeeId: string
  readonly payeeName: string
  readonly paise: bigint
  readonly reference: string
  /** Shown to the payer; cut to 50 characters. */
  readonly note: string
}

/** What the QR and the copied link carry: any payment app fills in payee, exact amount and reference. */
export function upiLink({ payeeId, payeeName, paise, reference, note }: Payment): string {
  const parts = {
    pa: payeeId,
    pn: payeeName,
    am: decimalRupees(paise),
    cu: 'INR',
    tr: reference,
    tn: Array.from(note).slice(0, 50).join(''),
  }
  // Spaces as %20, since not every app reads a plus as one; the @ stays, as in NPCI's own examples.
  const query = Object.entries(parts).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`,
  )
  return `upi://pay?${query.join('&')}`
}
