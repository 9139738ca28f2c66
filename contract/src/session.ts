import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, moment, messageReply } from './field.ts'

/** session: how a login is verified, and where a client or an operator is logged in. */

/** A password being checked, not set: only its length is limited, because hashing is expensive. */
export const enteredPassword = z
  .string({ error: 'Please enter your password' })
  .check(
    z.minLength(1, { error: 'Please enter your password', abort: true }),
    z.maxLength(128, { error: 'Password must be at most 128 characters long' }),
  )

/** Six digits from an authenticator app, or one recovery code. */
export const secondFactor = z
  .string({ error: 'Enter the code from your authenticator app' })
  .check(z.trim(), z.regex(/^[0-9A-Za-z-]{6,24}$/, { error: 'Enter the code from your authenticator app' }))

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

export const loginErrors = {
  wrongLogin: { status: 401, message: 'Invalid email or password' },
  needCode: { status: 401, message: 'Enter the code from your authenticator app' },
  wrongSecondFactor: {
    status: 401,
    message: 'That code isn’t correct. Enter the newest code from your authenticator app',
  },
  needMailedCode: { status: 401, message: 'Enter the code that we sent to your e-mail address' },
  wrongMailedCode: {
    status: 401,
    message: 'That code isn’t correct or is no longer valid. Enter the code from our newest e-mail',
  },
  wrongPassword: { status: 422, message: 'Your current password is incorrect' },
  slowDown: { status: 429, message: 'Too many login attempts. Please wait a moment and try again.' },
  totpOn: { status: 409, message: 'Two-step login is already on' },
  totpNotStarted: { status: 409, message: 'Start the set-up of two-step login first' },
  totpWrong: { status: 422, message: 'That code isn’t correct. Enter the newest code from your authenticator app' },
} as const

export const sessionCalls = {
  list: call('GET /user/sessions', 'client', {
    does: 'Lists where the client is logged in, newest first.',
    reply: z.array(sessionView),
  }),
  end: call('DELETE /user/sessions/:sessionId', 'client', {
    does: 'Ends one session of the client.',
    reply: messageReply,
  }),
}
