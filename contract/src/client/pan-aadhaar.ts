import * as z from 'zod/mini'
import { panOf } from '../platform/code-text.ts'

/** That of a person: its fourth letter is P (settled, section 5). */
export const panPattern = /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/

export const panNumber = z
  .string()
  .check(z.overwrite(panOf), z.regex(panPattern, { error: 'A PAN looks like ABCPD1234E, with P as its 4th letter' }))

/** `ABC••••34E`: enough to tell two numbers apart. */
export const maskPan = (pan: string): string => `${pan.slice(0, 3)}••••${pan.slice(-3)}`

/** Only these four digits are stored. */
export const maskAadhaar = (last4: string): string => `XXXX XXXX ${last4}`
