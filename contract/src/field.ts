import * as z from 'zod/mini'
import { decimalOf } from './decimal.ts'
import { moneyRules, paiseOf } from './money.ts'

/** Words every room uses to describe one line of input. Each refusal is a whole sentence. */

/** No control characters, half surrogates or line ends: they would break a log line, a mail header or the database's text. */
const printable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

/**
 * What nobody sees can turn the direction of what follows and make two names look alike. It stays where writing needs it:
 * in the flags of regions, keycaps and emoji put together, and as joiner inside a word of another script than Latin.
 */
const wanted = [
  /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}/u,
  /[\d#*]\uFE0F\u20E3/u,
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?\u200D?/u,
  /(?![\p{Script=Latin}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}]\p{Join_Control}/u,
]
const unseen = new RegExp(`(${wanted.map(({ source }) => source).join('|')})|\\p{Default_Ignorable_Code_Point}`, 'gu')

export function withoutUnseen(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.replace(unseen, '$1')
}

/** The text as its reader sees it. It comes so from other applications: nobody is told off for it. */
export function tidy() {
  return z.overwrite<string>((text) => withoutUnseen(text).trim())
}

export const plainText = z.regex(printable, { error: 'Please use plain text without control characters' })

/** One trimmed, non-empty line of text of at most `max` characters. */
export function line(empty: string, max: number) {
  return z
    .string({ error: empty })
    .check(
      tidy(),
      z.minLength(1, { error: empty, abort: true }),
      z.maxLength(max, { error: `Please use at most ${max} characters` }),
      plainText,
    )
}

/** Text that may stay empty. */
export function optionalLine(max: number) {
  return z
    .string({ error: 'Please enter text' })
    .check(tidy(), z.maxLength(max, { error: `Please use at most ${max} characters` }), plainText)
}

/** E-mail addresses are compared in lower case. */
export function email(empty = 'Please enter your email address') {
  return z
    .string({ error: empty })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: empty, abort: true }),
      z.maxLength(254, { error: 'Please enter a valid email address', abort: true }),
      z.email({ error: 'Please enter a valid email address' }),
    )
}

/** A one-time code: exactly six digits (section 5, OTP entry). */
export const otp = z
  .string({ error: 'Please enter the OTP' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please enter the OTP', abort: true }),
    z.regex(/^\d{6}$/, { error: 'The OTP has 6 digits' }),
  )

const amountWanted = 'Enter the amount in rupees with at most two decimals'

/** Digits as JSON wrote them, so `0.1 + 0.2`, `1e21` and `100.001` are seen for what they are. */
const plainRupees = /^\d{1,10}(?:\.\d{1,2})?$/

/** A non-negative amount on the wire: a JSON number of rupees; becomes paise. Text, signs, more than two decimals are refused. */
export const rupeesIn = z.pipe(
  z.number({ error: amountWanted }).check(
    z.refine((rupees) => plainRupees.test(String(rupees)), { error: amountWanted, abort: true }),
    z.refine((rupees) => rupees <= moneyRules.maximumRupees, { error: 'Enter an amount of at most ₹1,00,00,00,000' }),
  ),
  z.transform(paiseOf),
)

/** Rupees as they leave: a JSON number with at most two decimals. */
export const rupeesOut = z.number()

/**
 * A price or quantity above zero: a JSON number, or the same as text for those who must not pass through floating point;
 * becomes an exact decimal.
 */
export function decimalIn(wanted: string) {
  return z.pipe(
    z
      .union([z.number(), z.string()], { error: wanted })
      .check(z.refine((value) => (decimalOf(value) ?? 0n) > 0n, { error: wanted })),
    z.transform((value) => decimalOf(value) ?? 0n),
  )
}

/** Price or quantity as it leaves: a JSON number of at most 15 digits. */
export const decimalOut = z.number()

/** A day somebody enters, as YYYY-MM-DD, of these times: the calendar has days the database has not, such as those of a year 0. */
export function day(error: string) {
  return z.iso.date({ error }).check(z.refine((text) => /^(?:19|20|21)/.test(text), { error }))
}

/** A moment as ISO 8601 text in UTC. */
export const moment = z.iso.datetime()

/** Names one thing of ours: a UUID. */
export const id = z.uuid({ error: 'Not found' })

/** The answer of a call that only says what happened. */
export const said = z.object({ message: z.string() })
