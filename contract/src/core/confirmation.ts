import * as z from 'zod/mini'
import { enteredCode, passkeyResponse } from './session.ts'
import { conflict } from '../platform/error.ts'

/** confirmation: the fresh factor that withdrawals, bank details and two-step login need with `STEP_UP=on`. */

export const confirmationRules = {
  /** A code is valid this long, for one action with exactly these details, once. */
  minutes: 5,
  tries: 5,
  /** The same code is not mailed again before this. */
  resendSeconds: 30,
  mailsPerHour: 10,
} as const

/**
 * A mailed code, a code from the authenticator app, a recovery code, or the response of a passkey to the options that
 * the error brought. Not part of the idempotent request.
 */
export const confirmation = z.optional(z.union([enteredCode('Enter the code'), passkeyResponse]))
export type Confirmation = z.output<typeof confirmation>

/** `what`: such as "the withdrawal of ₹500.00 to account ••••1234". */
export const confirmationErrors = {
  fromApp: (what: string) => conflict(`Enter the code from your authenticator app to confirm ${what}.`),
  fromPasskey: (what: string) => conflict(`Use your passkey to confirm ${what}.`),
  fromMail: (what: string) => conflict(`Enter the code we sent to your email address to confirm ${what}.`),
  passkeyRejected: conflict('The passkey could not be used. Please try again.'),
  wrong: conflict('That code isn’t correct. Please check it and try again.'),
  over: conflict('This code is no longer valid. Please request a new one.'),
  tooManyMails: { status: 429, message: 'Too many codes were requested. Please try again in an hour.' },
  slowDown: { status: 429, message: 'Too many wrong codes. Please wait a moment and try again.' },
} as const
