import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { id, moment, messageReply, tidy } from '../platform/field.ts'
import { conflict, invalid } from '../platform/error.ts'
import { withAsciiDigits, withoutInvisible } from '../platform/typed-text.ts'

/** session: how a login is verified, and where a client or an operator is logged in. */

/** A password being checked, not set: only its length is limited, because hashing is expensive. */
export const enteredPassword = z
  .string({ error: 'Please enter your password' })
  .check(
    z.minLength(1, { error: 'Please enter your password', abort: true }),
    z.maxLength(128, { error: 'Password must be at most 128 characters long' }),
  )

/** Six digits of an app or a mail, or one recovery code. */
export const enteredCode = (error: string) =>
  z.string({ error }).check(
    z.overwrite((text) => withAsciiDigits(withoutInvisible(text)).replace(/\s/g, '')),
    z.regex(/^[0-9A-Za-z-]{6,32}$/, { error }),
  )

export const secondFactor = enteredCode('Enter the code from your authenticator app')

export const passkeyRules = { minutes: 5, mostPerOwner: 20 } as const

const base64url = z.string().check(z.maxLength(8192), z.regex(/^[\w-]+$/))

/** A browser's response for a passkey, as returned by `PublicKeyCredential.toJSON`. */
export const passkeyResponse = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.catchall(z.object({ clientDataJSON: base64url }), z.unknown()),
  clientExtensionResults: z._default(z.record(z.string(), z.unknown()), {}),
})
export type PasskeyResponse = z.output<typeof passkeyResponse>

/** Options for `navigator.credentials`, as JSON. */
const passkeyOptions = z.record(z.string(), z.unknown())
export type PasskeyOptions = z.output<typeof passkeyOptions>

const passkeyName = z
  .string({ error: 'Please enter a name for the passkey' })
  .check(tidy(), z.minLength(1, { error: 'Please enter a name for the passkey' }), z.maxLength(60))

export const passkeyView = z.object({ _id: id, name: z.string(), createdAt: moment, lastUsedAt: z.optional(moment) })
export type PasskeyView = z.output<typeof passkeyView>

export const sessionView = z.object({
  _id: id,
  createdAt: moment,
  lastSeenAt: moment,
  ip: z.string(),
  /** Browser and system, such as "Chrome on Android". */
  device: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
})

export const sessionRules = {
  client: { idleMinutes: 30, absoluteHours: 12 },
  operator: { idleMinutes: 15, absoluteHours: 8 },
  /** Logins at the same time; a further one ends the oldest. */
  sessionsPerOwner: 50,
  /** Failed logins per network; and per account and day, after which an unknown browser also needs a mailed code. */
  network: { failedLogins: 100, failedLoginMinutes: 10, perAccountAndDay: 100 },
  /** Wrong passwords and codes: after the free attempts the wait doubles, 1 s, 2 s, 4 s …; nothing is locked for longer. */
  attempts: { free: 5, longestWaitSeconds: 300, windowMinutes: 60 },
} as const

/** The desk's own pages name the operator they show in this header; bearer tokens need no such header. */
export const deskOperatorHeader = 'x-desk-operator'

/** The portal's own pages send this header when they log in; their session then also needs a cookie. */
export const portalHeader = 'x-portal'

export const sessionErrors = {
  notFromDesk: {
    status: 403,
    message: 'This request did not come from a page of the desk. Reload the desk and try again.',
  },
  otherOperator: {
    status: 401,
    message: 'Another operator is now logged in to the desk in this browser. Your request was not carried out.',
  },
} as const

/** What an operator without rights must do first, by `need` of the login. */
export const setUpErrors = {
  'password-change': { status: 403, message: 'Change the password that was given to you first' },
  'totp-setup': { status: 403, message: 'Add a second factor to your login first' },
  'passkey-setup': { status: 403, message: 'Add a passkey to your login first' },
} as const

export const loginErrors = {
  wrongLogin: { status: 401, message: 'Invalid email or password' },
  closed: {
    status: 401,
    message:
      'Your account is closed, so you can no longer log in. Write to support if you need a statement or a new account.',
  },
  needCode: { status: 401, message: 'Enter the code from your authenticator app' },
  wrongSecondFactor: {
    status: 401,
    message: 'That code isn’t correct. Enter the newest code from your authenticator app',
  },
  needPasskey: { status: 401, message: 'Log in with your passkey, or enter one of your recovery codes' },
  passkeyRejected: invalid('The passkey could not be used. Please try again.'),
  tooManyPasskeys: conflict('You have too many passkeys. Remove one first.'),
  needMailedCode: { status: 401, message: 'Enter the code that we sent to your email address' },
  wrongMailedCode: {
    status: 401,
    message: 'That code isn’t correct or is no longer valid. Enter the code from our newest email',
  },
  wrongPassword: invalid('Your current password is incorrect'),
  slowDown: { status: 429, message: 'Too many login attempts. Please wait a moment and try again.' },
  totpOn: conflict('Two-step login is already on'),
  totpNotStarted: conflict('Start the set-up of two-step login first'),
  totpWrong: invalid('That code isn’t correct. Enter the newest code from your authenticator app'),
} as const

const { passkeyRejected, wrongLogin, slowDown, wrongPassword, tooManyPasskeys } = loginErrors

/** Errors of a login with a password, of clients and of operators. */
export const passwordLoginErrors = [
  wrongLogin,
  loginErrors.needPasskey,
  loginErrors.needCode,
  loginErrors.wrongSecondFactor,
  loginErrors.needMailedCode,
  loginErrors.wrongMailedCode,
  slowDown,
]

/** The common part of the passkey calls of clients and of operators. */
export const passkeyParts = {
  loginStart: { does: 'Options for a login with a passkey.', reply: passkeyOptions },
  login: { body: z.object({ response: passkeyResponse }), errors: [passkeyRejected, wrongLogin, slowDown] },
  list: { reply: z.array(passkeyView) },
  start: {
    does: 'Options to create a passkey, given the password.',
    reply: passkeyOptions,
    errors: [wrongPassword, slowDown, tooManyPasskeys],
  },
  add: {
    body: z.object({ name: passkeyName, response: passkeyResponse }),
    /** Recovery codes come with the first second factor only. */
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [passkeyRejected],
  },
  remove: {
    does: 'Removes a passkey, given the password.',
    reply: messageReply,
    errors: [wrongPassword, slowDown],
  },
} as const

export const sessionCalls = {
  list: call('GET /user/sessions', 'client', {
    does: 'Lists where the client is logged in, newest first.',
    reads: ['session'],
    reply: z.array(sessionView),
  }),
  endOthers: call('DELETE /user/sessions', 'client', {
    does: 'Ends every other session of the client.',
    reply: messageReply,
  }),
  operatorList: call('GET /desk/sessions', 'operator', {
    does: 'Lists where the operator is logged in, newest first.',
    reads: ['operator', 'proposal'],
    reply: z.array(sessionView),
  }),
  operatorEnd: call('DELETE /desk/sessions/:sessionId', 'operator', {
    does: 'Ends one session of the operator.',
    reply: messageReply,
  }),
  operatorEndOthers: call('DELETE /desk/sessions', 'operator', {
    does: 'Ends every other session of the operator.',
    reply: messageReply,
  }),
  end: call('DELETE /user/sessions/:sessionId', 'client', {
    does: 'Ends one session of the client.',
    reply: messageReply,
  }),
}
