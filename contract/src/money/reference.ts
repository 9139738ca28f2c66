import * as z from 'zod/mini'
import { conflict } from '../platform/error.ts'
import { withAsciiDigits } from '../platform/typed-text.ts'

/** reference: a bank's reference for a payment (UTR, RRN, UPI transaction ID), normalized in one place. */

/** UPI and IMPS: 12 digits. NEFT: 16 and RTGS: 22 characters, starting with a letter. Also used in SQL. */
export const utrForms = '^([0-9]{12}|[A-Z][A-Z0-9]{15}|[A-Z][A-Z0-9]{21})$'
const utrForm = new RegExp(utrForms)

/** At least nine digits distinguish a UTR from a word of the same length. */
export function isUtr(reference: string): boolean {
  return utrForm.test(reference) && reference.replace(/\D/g, '').length >= 9
}

/** A reference may start with one of these (`NEFT000001`), so they are labels only before a complete UTR. */
const anyLabel =
  'UTR|RRN|UPI|IMPS|NEFT|RTGS|P2A|P2M|P2P|BANK|PAYMENT|REFERENCE|REF|TRANSACTION|TRANS|TRAN|TXN|TRN|NUMBER|NUM|NO|ID|CR|DR'
const beforeUtr = new RegExp(`^(?:${anyLabel})+(0*\\d{12}|[A-Z]{4}[A-Z0-9]{12}|[A-Z]{4}[A-Z0-9]{18})$`)
/** No reference starts with these. */
const label =
  /^(?:UPI|BANK)?(?:UTR|RRN|REFERENCE|TRANSACTION|PAYMENT|(?:REF|TXN|TRAN|TRN)(?=NUM|NO|ID))(?:NUMBER|NUM|NO|ID)?(?=.*\d)(.{6,})$/

/** Normalizing takes time quadratic in the length of a text, and no bank writes more. */
const longestText = 1000
/** A reference with its labels. */
const longestWord = 64

/**
 * One text for all spellings of a bank reference: `utr: 1234-5678 9012` and `UPI/123456789012/RAVI` are
 * `123456789012`. Empty if the text is too long to be one.
 */
export function normalizeReference(text: string): string {
  if (text.length > longestText) return ''
  const words =
    withAsciiDigits(text.normalize('NFKC'))
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const whole = withoutLabel(words.join(''))
  const utr = words.length > 1 ? words.map(withoutLabel).find(isUtr) : undefined
  // `SBIN 123456789012` is one NEFT UTR, not a UPI UTR after a word.
  const startsWithBank = words.length === 2 && /^[A-Z]{4}$/.test(words[0] ?? '') && isUtr(whole)
  return utr === undefined || startsWithBank ? whole : utr
}

/** Whether two spellings name one reference. */
export const isSameReference = (one: string, other: string): boolean =>
  normalizeReference(one) === normalizeReference(other)

function withoutLabel(word: string): string {
  if (word.length > longestWord) return word
  const rest = (beforeUtr.exec(word) ?? label.exec(word))?.[1]
  if (rest !== undefined) return withoutLabel(rest)
  // Banks pad short numbers with zeros.
  return /^0+(\d{12})$/.exec(word)?.[1] ?? word
}

export const noReference = 'Enter the bank reference'
const referenceForm = 'A bank reference has 6 to 30 letters and digits'
const noNumber = 'A bank reference has a number other than 0'
/** UTR of UPI, IMPS, NEFT or RTGS. */
export const bankReference = z
  .string({ error: noReference })
  .check(
    z.maxLength(100, { error: referenceForm }),
    z.overwrite(normalizeReference),
    z.regex(/^[A-Z0-9]{6,30}$/, { error: referenceForm, abort: true }),
    z.regex(/[1-9]/, { error: noNumber }),
  )

/** The error for a client; an operator also reads what uses it (`utrOf`). */
export const utrUsed = conflict('This UTR belongs to another payment')

/** For operators. */
export const utrOf = ({ name, client, state }: { name: string; client: string; state: string }) => ({
  status: utrUsed.status,
  message: `${utrUsed.message}: ${name} of ${client}, ${state}. ${
    state === 'pending'
      ? 'Reject the request to which the bank entry does not belong, then approve the other one.'
      : 'If the bank has one entry with this UTR, reject this request. If it has two, approve this one from its own bank entry.'
  }`,
})
/** `booked`: such as `Bank charge`. */
export const utrOfLine = (day: string, booked: string) => ({
  status: utrUsed.status,
  message: `${utrUsed.message}: the bank entry of ${day}, booked as “${booked}”. Reverse that booking if the entry pays this request, or reject the request.`,
})

/** A UPI or IMPS reference, or empty; unique across deposits and charges. */
export const utrRule = { digits: 12, pattern: /^(?:(?!0{12})\d{12})?$/, message: 'A UTR has 12 digits' } as const
export const utr = z.string({ error: 'Enter the 12-digit UTR' }).check(
  z.maxLength(100, { error: utrRule.message }),
  // Text without letters and digits must not pass as empty.
  z.overwrite((text) => normalizeReference(text) || text.trim()),
  z.regex(utrRule.pattern, { error: utrRule.message }),
)
