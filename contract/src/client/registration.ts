import * as z from 'zod/mini'
import { email, line, optionalLine, personName } from '../platform/field.ts'
import { mobileOf } from '../platform/code-text.ts'
import { opaquePassword } from '../platform/typed-text.ts'

/** registration: what a visitor enters to become a client, checked by the form and by the server. */

export const passwordMaximum = 128
export const mobileDigits = { minimum: 10, maximum: 12 } as const

/** The live list under the password field of the registration form (section 5). */
export const passwordRequirements = [
  { pattern: /^.{8,}$/su, message: 'Password must be at least 8 characters long' },
  { pattern: /\p{Lu}/u, message: 'Password must contain at least one uppercase letter' },
  { pattern: /\d/u, message: 'Password must contain at least one number' },
  { pattern: /[^\p{L}\p{M}\p{N}\s]/u, message: 'Password must contain at least one special character' },
] as const

export const chosenPassword = z
  .string({ error: 'Please enter a password' })
  .check(
    z.overwrite(opaquePassword),
    ...passwordRequirements.map(({ pattern, message }) => z.regex(pattern, { error: message })),
    z.maxLength(passwordMaximum, { error: 'Password must be at most 128 characters long' }),
  )

export const fullName = personName(
  'Please enter your full name',
  /^[\p{L}\p{M}\p{Join_Control} ]+$/u,
  'Full name can contain letters and spaces only',
)

export const registration = z.object({
  name: fullName,
  email: email(),
  mobile: z
    .string({ error: 'Please enter your mobile number' })
    .check(
      z.overwrite(mobileOf),
      z.minLength(1, { error: 'Please enter your mobile number', abort: true }),
      z.regex(/^\d+$/, { error: 'Mobile number can contain digits only', abort: true }),
      z.minLength(mobileDigits.minimum, { error: 'Mobile number must have at least 10 digits' }),
      z.maxLength(mobileDigits.maximum, { error: 'Mobile number must have at most 12 digits', abort: true }),
    ),
  password: chosenPassword,
  executiveName: line('Please enter the executive name', 100),
  referralId: z._default(optionalLine(64), ''),
})
