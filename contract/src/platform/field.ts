import * as z from 'zod/mini'
import { saudaIdOf } from './code-text.ts'
import { decimalOf } from './decimal.ts'
import { moneyRules, paiseOf } from './money.ts'
import { digitsOf, tidyText, withoutInvisible } from './typed-text.ts'

/** The keys of a table, for `z.enum`. */
// @__NO_SIDE_EFFECTS__
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  Object.keys(table) as [Key, ...Key[]]

/** Control characters, half surrogates and line ends would break a log line, a mail header or the database's text. */
const printable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u

export function tidy() {
  return z.overwrite<string>(tidyText)
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

/** A person's name of at most 100 characters that match `pattern`. */
export function personName(empty: string, pattern: RegExp, error: string) {
  return z.string({ error: empty }).check(
    tidy(),
    z.minLength(1, { error: empty, abort: true }),
    z.maxLength(100, { error: 'Please use at most 100 characters' }),
    z.regex(pattern, { error }),
    z.refine((name) => /\p{L}/u.test(name) && !/(?<![\p{L}\p{M}\p{Join_Control}])\p{M}/u.test(name), { error }),
    z.refine((name) => !/\p{M}{5}/u.test(name), { error: 'A letter of the name has too many marks' }),
  )
}

/** A person's name wherever the specification does not fix its characters. */
export const anyPersonName = (empty: string) =>
  personName(
    empty,
    /^\p{L}[\p{L}\p{M}\p{Join_Control}\p{Pd} .'’]*$/u,
    'A name can contain letters, spaces, dots, apostrophes and hyphens only',
  )

export function optionalLine(max: number) {
  return z
    .string({ error: 'Please enter text' })
    .check(tidy(), z.maxLength(max, { error: `Please use at most ${max} characters` }), plainText)
}

const tidyLines = () =>
  z.overwrite((text: string) =>
    withoutInvisible(text)
      .split(/\r\n?|\n/)
      .map((part) => part.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  )
const atMost = (max: number) =>
  z.maxLength(max, { error: `Please use at most ${max.toLocaleString('en-IN')} characters` })
const plainLines = z.refine<string>((text) => text.split('\n').every((part) => printable.test(part)), {
  error: 'Please use plain text without control characters',
})

/** Text with line breaks; several empty lines become one. */
export const freeText = (empty: string, max: number) =>
  z.string({ error: empty }).check(tidyLines(), z.minLength(1, { error: empty, abort: true }), atMost(max), plainLines)

/** The same, or empty. */
export const optionalText = (max: number) =>
  z.string({ error: 'Please enter text' }).check(tidyLines(), atMost(max), plainLines)

/** E-mail addresses are compared in lower case. */
export function email(empty = 'Please enter your email address') {
  return z
    .string({ error: empty })
    .check(
      tidy(),
      z.toLowerCase(),
      z.minLength(1, { error: empty, abort: true }),
      z.maxLength(254, { error: 'Please enter a valid email address', abort: true }),
      z.email({ error: 'Please enter a valid email address' }),
    )
}

export const otp = z
  .string({ error: 'Please enter the OTP' })
  .check(
    z.overwrite(digitsOf),
    z.minLength(1, { error: 'Please enter the OTP', abort: true }),
    z.regex(/^\d{6}$/, { error: 'The OTP has 6 digits' }),
  )

const amountError = 'Enter the amount in rupees with at most two decimals'

/** Digits as JSON wrote them, which rejects `0.1 + 0.2`, `1e21` and `100.001`. */
const plainRupees = /^\d{1,10}(?:\.\d{1,2})?$/

/** An amount on the wire: a JSON number of rupees with at most two decimals, not below 0; becomes paise. */
export const rupeesFrom = (belowZero: string) =>
  z.pipe(
    z.number({ error: amountError }).check(
      z.refine((rupees) => rupees >= 0, { error: belowZero, abort: true }),
      z.refine((rupees) => rupees <= moneyRules.maximumRupees, {
        error: 'Enter an amount of at most ₹1,00,00,00,000',
        abort: true,
      }),
      z.refine((rupees) => plainRupees.test(String(rupees)), { error: amountError }),
    ),
    z.transform(paiseOf),
  )
export const rupeesIn = rupeesFrom('Enter an amount that is not below ₹0')

export const rupeesOut = z.number()

/** A price or quantity above zero, as a JSON number, or as text for callers that avoid floating point. */
export function decimalIn(error: string) {
  return z.pipe(
    z.union([z.number(), z.string()], { error }).check(z.refine((value) => (decimalOf(value) ?? 0n) > 0n, { error })),
    z.transform((value) => decimalOf(value) ?? 0n),
  )
}

/** A price or quantity as a JSON number of at most 15 digits. */
export const decimalOut = z.number()

/** A date as YYYY-MM-DD from 1900 to 2199; the database cannot store every date the calendar has. */
export function day(error: string) {
  return z.iso.date({ error }).check(z.refine((text) => /^(?:19|20|21)/.test(text), { error }))
}

/** A time as ISO 8601 text in UTC. */
export const moment = z.iso.datetime()

export const id = z.uuid({ error: 'Not found' })

/** A client ID as an operator types it. */
export const saudaId = z
  .string({ error: 'Enter the client ID' })
  .check(z.overwrite(saudaIdOf), z.regex(/^SD\d{1,12}$/, { error: 'A client ID looks like SD100001' }))

/** Which client a case at the desk belongs to. */
export const clientFields = { clientId: id, clientName: z.string(), saudaId: z.string() }

/** Fields of a change that takes effect only when a second operator approves it, with the reasons. */
export const secondFields = {
  waitsForSecond: z.optional(z.literal(true)),
  secondReasons: z.optional(z.array(z.string())),
}

export const messageReply = z.object({ message: z.string() })

/** Columns of a file that are filled and not used. */
export const unusedColumns = z.array(z.string())
