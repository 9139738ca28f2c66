import * as z from 'zod/mini'

/** Words every room uses to describe one line of input. Each refusal is a whole sentence. */

/** No control characters and no half surrogates: they would break a log line, a mail header or the database's text. */
const printable = /^[^\p{Cc}\p{Cs}]*$/u

/** One trimmed, non-empty line of text of at most `max` characters. */
export function line(empty: string, max: number) {
  return z
    .string({ error: empty })
    .check(
      z.trim(),
      z.minLength(1, { error: empty, abort: true }),
      z.maxLength(max, { error: `Please use at most ${max} characters` }),
      z.regex(printable, { error: 'Please use plain text without control characters' }),
    )
}

/** Text that may stay empty. */
export function optionalLine(max: number) {
  return z
    .string({ error: 'Please enter text' })
    .check(
      z.trim(),
      z.maxLength(max, { error: `Please use at most ${max} characters` }),
      z.regex(printable, { error: 'Please use plain text without control characters' }),
    )
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

/** A moment as ISO 8601 text in UTC. */
export const moment = z.iso.datetime()

/** Names one thing of ours: a UUID. */
export const id = z.uuid({ error: 'Not found' })

/** The answer of a call that only says what happened. */
export const said = z.object({ message: z.string() })
