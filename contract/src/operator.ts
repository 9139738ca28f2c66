import * as z from 'zod/mini'
import { call, rights, type Right } from './call.ts'
import { authErrors, chosenPassword } from './auth.ts'
import { email, id, line, moment, messageReply } from './field.ts'
import { enteredPassword, loginErrors, secondFactor } from './session.ts'

/** operator: the broker's staff, their roles and rights, and how they log in. */

export const roles = {
  admin: rights,
  reviewer: ['kyc.review', 'client.read'],
  cashier: ['wallet.approve', 'wallet.pay', 'charge.raise', 'charge.approve', 'ledger.read', 'client.read'],
  lender: ['loan.offer', 'client.read'],
  dealer: ['trade.book', 'client.read'],
  support: ['client.read', 'client.freeze'],
  auditor: ['audit.read', 'ledger.read', 'client.read'],
} as const satisfies Record<string, readonly Right[]>
export type Role = keyof typeof roles
const role = z.enum(Object.keys(roles) as [Role, ...Role[]], { error: 'Choose one of the roles' })

const operatorLine = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role,
  disabled: z.boolean(),
  twoStep: z.boolean(),
  lastSeenAt: z.optional(moment),
})

/** The logged-in operator. `need` is set while a second factor must be set up first. */
const signedIn = z.object({
  _id: id,
  name: z.string(),
  role,
  rights: z.array(z.enum(rights)),
  twoStep: z.boolean(),
  /** The password was set by someone else and must be changed. */
  handedOut: z.boolean(),
  need: z.optional(z.literal('totp-setup')),
})

export const operatorErrors = {
  ...loginErrors,
  emailTaken: { status: 409, message: 'An operator with this email already exists' },
  notYourself: { status: 409, message: 'You cannot disable your own login' },
  commonPassword: authErrors.commonPassword,
} as const

const r = operatorErrors

export const operatorCalls = {
  login: call('POST /desk/login', 'anyone', {
    does: 'Logs an operator in.',
    body: z.object({ email: email(), password: enteredPassword, code: z.optional(secondFactor) }),
    reply: z.extend(signedIn, { token: z.string() }),
    errors: [r.wrongLogin, r.needCode, r.wrongSecondFactor, r.slowDown],
  }),
  logout: call('POST /desk/logout', 'operator', { does: 'Ends the current session.', reply: messageReply }),
  me: call('GET /desk/me', 'operator', { does: 'The logged-in operator and their rights.', reply: signedIn }),
  changePassword: call('POST /desk/change-password', 'operator', {
    does: 'Sets a new password against the current one and ends the operator’s other sessions.',
    body: z.object({ currentPassword: enteredPassword, newPassword: chosenPassword }),
    reply: messageReply,
    errors: [r.wrongPassword, r.commonPassword, r.slowDown],
  }),
  totpStart: call('POST /desk/totp/start', 'operator', {
    does: 'Creates a new secret for the operator’s authenticator app.',
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: [r.totpOn],
  }),
  totpConfirm: call('POST /desk/totp/confirm', 'operator', {
    does: 'Turns two-step login on; returns the recovery codes, shown only once.',
    body: z.object({ code: secondFactor }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [r.totpOn, r.totpNotStarted, r.totpWrong, r.slowDown],
  }),
  operators: call('GET /desk/operators', 'operator.manage', {
    does: 'The broker’s staff.',
    reply: z.object({ operators: z.array(operatorLine) }),
  }),
  addOperator: call('POST /desk/operators', 'operator.manage', {
    does: 'Adds an operator; returns the first password, shown only once.',
    body: z.object({ name: line('Please enter a name', 100), email: email(), role }),
    reply: z.object({ operator: operatorLine, password: z.string() }),
    errors: [r.emailTaken],
  }),
  disableOperator: call('POST /desk/operators/:operatorId/disable', 'operator.manage', {
    does: 'Ends an operator’s sessions and disables the login.',
    reply: messageReply,
    errors: [r.notYourself],
  }),
}
