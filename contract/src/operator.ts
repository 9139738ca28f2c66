import * as z from 'zod/mini'
import { call, rights, type Right } from './call.ts'
import { authErrors, chosenPassword } from './auth.ts'
import { email, id, line, moment, messageReply, secondFields } from './field.ts'
import { enteredPassword, loginErrors, secondFactor } from './session.ts'

/** operator: the broker's staff, their roles and rights, and how they log in. */

export const roles = {
  admin: rights,
  reviewer: ['kyc.review', 'client.read'],
  cashier: [
    'wallet.approve',
    'wallet.pay',
    'charge.raise',
    'charge.approve',
    'ledger.read',
    'ledger.adjust',
    'client.read',
  ],
  lender: ['loan.offer', 'client.read'],
  dealer: ['trade.book', 'client.read'],
  support: ['client.read', 'client.freeze'],
  auditor: ['audit.read', 'ledger.read', 'client.read'],
} as const satisfies Record<string, readonly Right[]>
export type Role = keyof typeof roles

const moneyRights: readonly Right[] = [
  'wallet.approve',
  'wallet.pay',
  'loan.offer',
  'trade.book',
  'charge.raise',
  'charge.approve',
  'ledger.adjust',
]

const rightsByRole: Readonly<Record<string, readonly Right[] | undefined>> = roles

/** Who manages operators. */
export const isAdministrator = (role: string): boolean => rightsByRole[role]?.includes('operator.manage') === true

/** None for a role that no longer exists. `separated`: administrators have no rights over money (settled, section 11). */
export function rightsOf(role: string, separated: boolean): readonly Right[] {
  const all = rightsByRole[role] ?? []
  return separated && isAdministrator(role) ? all.filter((right) => !moneyRights.includes(right)) : all
}

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
  notYourRole: { status: 409, message: 'You cannot change your own role' },
  sameRole: { status: 409, message: 'This operator already has this role' },
  disabled: { status: 409, message: 'This operator is disabled' },
  invitationOver: {
    status: 409,
    message: 'This invitation has expired or was already used. Ask an administrator for a new one.',
  },
  commonPassword: authErrors.commonPassword,
} as const

const r = operatorErrors

export const operatorCalls = {
  login: call('POST /desk/login', 'anyone', {
    does: 'Logs an operator in.',
    body: z.object({ email: email(), password: enteredPassword, code: z.optional(secondFactor) }),
    reply: z.extend(signedIn, { token: z.string() }),
    errors: [
      r.wrongLogin,
      r.needCode,
      r.wrongSecondFactor,
      r.needMailedCode,
      r.wrongMailedCode,
      authErrors.tooManyCodes,
      r.slowDown,
    ],
  }),
  logout: call('POST /desk/logout', 'operator', { does: 'Ends the current session.', reply: messageReply }),
  me: call('GET /desk/me', 'operator', { does: 'The logged-in operator and their rights.', reply: signedIn }),
  acceptInvitation: call('POST /desk/invitation', 'anyone', {
    does: 'Sets the first password of an invited operator; an invitation works once, within a day.',
    body: z.object({
      invitation: line(r.invitationOver.message, 200),
      newPassword: chosenPassword,
    }),
    reply: messageReply,
    errors: [r.invitationOver, r.commonPassword],
  }),
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
    does: 'The broker’s staff, and the changes to it that await a second administrator.',
    reply: z.object({
      operators: z.array(operatorLine),
      pending: z.array(z.object({ _id: id, summary: z.string(), requestedBy: z.string() })),
    }),
  }),
  addOperator: call('POST /desk/operators', 'operator.manage', {
    does: 'Adds an operator, who sets a password through an invitation sent by e-mail; under APPROVALS=single returns the first password, shown only once.',
    body: z.object({ name: line('Please enter a name', 100), email: email(), role }),
    reply: z.object({ operator: z.optional(operatorLine), password: z.optional(z.string()), ...secondFields }),
    errors: [r.emailTaken],
  }),
  changeRole: call('POST /desk/operators/:operatorId/role', 'operator.manage', {
    does: 'Gives an operator another role, effective immediately.',
    body: z.object({ role }),
    reply: z.extend(messageReply, secondFields),
    errors: [r.notYourRole, r.sameRole, r.disabled],
  }),
  disableOperator: call('POST /desk/operators/:operatorId/disable', 'operator.manage', {
    does: 'Ends an operator’s sessions and disables the login.',
    reply: messageReply,
    errors: [r.notYourself],
  }),
}
