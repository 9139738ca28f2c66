import * as z from 'zod/mini'

/** confirmation: the fresh factor that withdrawals, bank details and two-step login ask for with `STEP_UP=on`. */

export const confirmationRules = {
  /** A code is valid this long, for one action with exactly these details, once. */
  minutes: 5,
  tries: 5,
  /** The same code is not mailed again before this. */
  resendSeconds: 30,
  mailsPerHour: 10,
} as const

/** A mailed code, or a code from the authenticator app, or a recovery code. Not part of the idempotent request. */
export const confirmation = z.optional(
  z.string({ error: 'Enter the code' }).check(z.trim(), z.regex(/^[0-9A-Za-z-]{6,24}$/, { error: 'Enter the code' })),
)

const fromApp = 'Enter the code from your authenticator app to confirm '

/** `what`: such as "the withdrawal of ₹500.00 to account ••••1234". */
export const confirmationErrors = {
  fromApp: (what: string) => ({ status: 409, message: `${fromApp}${what}.` }),
  fromMail: (what: string) => ({
    status: 409,
    message: `Enter the code we sent to your email address to confirm ${what}.`,
  }),
  wrong: { status: 409, message: 'That code isn’t correct. Please check it and try again.' },
  over: { status: 409, message: 'This code is no longer valid. Please request a new one.' },
  tooManyMails: { status: 429, message: 'Too many codes were requested. Please try again in an hour.' },
  slowDown: { status: 429, message: 'Too many wrong codes. Please wait a moment and try again.' },
} as const

export const isFromApp = (message: string): boolean => message.startsWith(fromApp)
