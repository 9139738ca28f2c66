import { decimalRupees } from '../platform/money.ts'

interface UpiPayment {
  readonly payeeId: string
  readonly payeeName: string
  readonly paise: bigint
  readonly reference: string
  /** Shown to the payer; cut to 50 characters. */
  readonly note: string
}

/** The content of the QR code and the copied link: any payment app fills in payee, exact amount and reference. */
export function upiLink({ payeeId, payeeName, paise, reference, note }: UpiPayment): string {
  const tn = Array.from(note).slice(0, 50).join('')
  const parts = { pa: payeeId, pn: payeeName, am: decimalRupees(paise), cu: 'INR', tr: reference, tn }
  // Spaces as %20, since not every app reads a plus as one; the @ stays, as in NPCI's own examples.
  const query = Object.entries(parts).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`,
  )
  return `upi://pay?${query.join('&')}`
}
