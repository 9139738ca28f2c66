import * as z from 'zod/mini'
import { call, rights, type Right } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { authErrors } from '../client/auth.ts'
import { chosenPassword } from '../client/registration.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { email, id, line, moment, messageReply, secondFields } from '../platform/field.ts'
import { enteredPassword, loginErrors, passkeyParts, passwordLoginErrors, secondFactor } from '../core/session.ts'

/** operator: the broker's staff, their roles and rights, and how they log in. */

export const roles = {
  admin: rights,
  reviewer: ['kyc.review', 'client.read', 'client.write'],
  cashier: [
    'wallet.approve',
    'wallet.pay',
    'charge.raise',
    'charge.approve',
    'ledger.read',
    'ledger.adjust',
    'client.read',
    'client.write',
  ],
  lender: ['loan.offer', 'client.read', 'client.write'],
  dealer: ['trade.book', 'exchange.import', 'price.import', 'settlement.manage', 'client.read', 'client.write'],
  support: ['client.read', 'client.write', 'client.freeze', 'client.view', 'complaint.handle'],
  auditor: ['audit.read', 'ledger.read', 'client.read'],
} as const satisfies Record<string, readonly Right[]>
export type Role = keyof typeof roles

export const rightNames: Record<Right, string> = {
  'kyc.review': 'Review documents and settings',
  'wallet.approve': 'Approve deposits and withdrawals',
  'wallet.pay': 'Pay withdrawals',
  'loan.offer': 'Offer loans',
  'trade.book': 'Book trades',
  'exchange.import': 'Import files of trades, levies and securities, and book trade days',
  'price.import': 'Import and accept closing prices',
  'settlement.manage': 'Manage settlements, deliveries and shortages',
  'charge.raise': 'Raise charges',
  'charge.approve': 'Approve charge payments',
  'client.read': 'View clients',
  'client.write': 'Write notes about clients and messages to them',
  'client.freeze': 'Freeze and unfreeze logins',
  'client.view': 'View the portal as a client, without changes',
  'complaint.handle': 'Handle complaints',
  'content.edit': 'Edit message templates, testimonials and the escalation matrix',
  'ledger.read': 'View the books',
  'ledger.adjust': 'Request adjustments',
  'audit.read': 'View the audit trail and the e-mail log',
  'operator.manage': 'Manage operators, rates, calendar, bank accounts and file layouts, and stop payouts',
}

const moneyRights: readonly Right[] = [
  'wallet.approve',
  'wallet.pay',
  'loan.offer',
  'trade.book',
  'exchange.import',
  'price.import',
  'settlement.manage',
  'charge.raise',
  'charge.approve',
  'ledger.adjust',
]

/** Whether it is a role of the program, not one made at the desk. */
export const isStandardRole = (role: string): role is Role => Object.hasOwn(roles, role)

/** Whether the role manages operators; a role made at the desk never does. */
export const isAdministrator = (role: string): boolean =>
  isStandardRole(role) && (roles[role] as readonly Right[]).includes('operator.manage')

/**
 * None for a role that does not exist. `separated`: administrators have no rights over money (settled, section 11).
 * `given`: the rights that the role was given at the desk.
 */
export function rightsOf(role: string, separated: boolean, given?: readonly Right[] | null): readonly Right[] {
  const all = given ?? (isStandardRole(role) ? roles[role] : [])
  return separated && isAdministrator(role) ? all.filter((right) => !moneyRights.includes(right)) : all
}

/** Administrators keep their rights: they manage operators and, from the second one on, have none over money. */
export const editableRights = rights.filter((right) => right !== 'operator.manage')

const role = z.string({ error: 'Choose one of the roles' })
const nameError = 'Use 2 to 40 letters and digits, with single spaces or hyphens between words'
const roleName = line('Please enter a name', 40).check(
  z.regex(/^[A-Za-z][A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*$/, { error: nameError }),
)
const roleRights = z.array(
  z.enum(editableRights, {
    error: 'Choose rights of the list. Only administrators manage operators, and they have no rights over money.',
  }),
  { error: 'Send the rights of the role' },
)

const operatorLine = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role,
  disabled: z.boolean(),
  twoStep: z.boolean(),
  lastSeenAt: z.optional(moment),
})

/** The logged-in operator. `need` is set while the password must be changed or a second factor set up first. */
const signedIn = z.object({
  _id: id,
  name: z.string(),
  role,
  rights: z.array(z.enum(rights)),
  twoStep: z.boolean(),
  /** The password was set by someone else and must be changed. */
  handedOut: z.boolean(),
  need: z.optional(z.enum(['password-change', 'totp-setup', 'passkey-setup'])),
})

export const operatorErrors = {
  ...loginErrors,
  emailTaken: conflict('An operator with this email already exists'),
  notYourself: conflict('You cannot disable your own login'),
  notYourReset: conflict('You cannot reset your own login'),
  notDisabled: conflict('This operator is not disabled'),
  notYourRole: conflict('You cannot change your own role'),
  sameRole: conflict('This operator already has this role'),
  unknownRole: { status: 400, message: 'Choose one of the roles' },
  roleGone: conflict('This role was renamed or retired since the request'),
  roleTaken: conflict('There is already a role with this name'),
  roleInUse: conflict('Operators have this role. Give them another role first.'),
  standardRole: conflict('This role is part of the program. Its name stays; you can change its rights.'),
  noRights: invalid('Choose at least one right'),
  sameRights: conflict('This role already has exactly these rights'),
  rightsChanged: conflict('The rights of this role were changed since the request'),
  disabled: conflict('This operator is disabled'),
  invitationOver: conflict('This invitation has expired or was already used. Ask an administrator for a new one.'),
  firstPasswordOver: {
    status: 401,
    message: 'Your first password has expired. Ask an administrator to reset your login.',
  },
  commonPassword: authErrors.commonPassword,
} as const

const r = operatorErrors

export const operatorCalls = {
  login: call('POST /desk/login', 'anyone', {
    whenFull: true,
    does: 'Logs an operator in.',
    body: z.object({ email: email(), password: enteredPassword, code: z.optional(secondFactor) }),
    reply: z.extend(signedIn, { token: z.string() }),
    errors: [...passwordLoginErrors, r.firstPasswordOver, authErrors.tooManyCodes],
  }),
  logout: call('POST /desk/logout', 'operator', {
    whenFull: true,
    does: 'Ends the current session.',
    reply: messageReply,
  }),
  me: call('GET /desk/me', 'operator', {
    does: 'The logged-in operator and their rights.',
    reads: ['operator'],
    reply: signedIn,
  }),
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
  passkeyLoginStart: call('POST /desk/passkey/login/start', 'anyone', { ...passkeyParts.loginStart, whenFull: true }),
  passkeyLogin: call('POST /desk/passkey/login', 'anyone', {
    whenFull: true,
    does: 'Logs an operator in with a passkey, without a password.',
    ...passkeyParts.login,
    reply: z.extend(signedIn, { token: z.string() }),
  }),
  passkeys: call('GET /desk/passkeys', 'operator', {
    does: 'The operator’s passkeys, oldest first.',
    reads: ['operator', 'proposal'],
    ...passkeyParts.list,
  }),
  passkeyStart: call('POST /desk/passkeys/start', 'operator', {
    ...passkeyParts.start,
    body: z.object({ password: enteredPassword }),
  }),
  passkeyAdd: call('POST /desk/passkeys', 'operator', {
    does: 'Adds a passkey and ends the operator’s other sessions; returns recovery codes, shown only once, with the first second factor.',
    ...passkeyParts.add,
  }),
  passkeyRemove: call('POST /desk/passkeys/:passkeyId/remove', 'operator', {
    ...passkeyParts.remove,
    body: z.object({ password: enteredPassword }),
  }),
  totpStart: call('POST /desk/totp/start', 'operator', {
    does: 'Creates a new secret for the operator’s authenticator app.',
    reads: [],
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: [r.totpOn],
  }),
  totpConfirm: call('POST /desk/totp/confirm', 'operator', {
    does: 'Turns two-step login on, given the password; returns the recovery codes, shown only once.',
    body: z.object({ code: secondFactor, password: enteredPassword }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [r.totpOn, r.totpNotStarted, r.totpWrong, r.wrongPassword, r.slowDown],
  }),
  operators: call('GET /desk/operators', 'operator.manage', {
    does: 'The broker’s staff, the rights of each role, and the changes that await a second administrator.',
    reads: ['operator', 'proposal'],
    reply: z.object({
      operators: z.array(operatorLine),
      pending: z.array(z.object({ _id: id, summary: z.string(), requestedBy: z.string() })),
      roles: z.array(
        z.object({
          role,
          rights: z.array(z.enum(rights)),
          /** Made at the desk. */
          isOwn: z.boolean(),
          /** The operators who have it, including disabled ones. */
          operators: z.number(),
        }),
      ),
    }),
  }),
  holders: call('GET /desk/rights/:right', 'operator', {
    does: 'The roles that have a right, and the active operators with one of them.',
    reads: ['operator'],
    words: { right: rights },
    reply: z.object({ roles: z.array(role), operators: z.array(z.string()) }),
  }),
  addOperator: call('POST /desk/operators', 'operator.manage', {
    does: 'Adds an operator, who sets a password through an invitation sent by e-mail; under APPROVALS=single returns the first password, shown only once.',
    body: z.object({ name: forClients(line('Please enter a name', 100)), email: email(), role }),
    reply: z.object({ operator: z.optional(operatorLine), password: z.optional(z.string()), ...secondFields }),
    errors: [r.emailTaken, r.unknownRole, r.roleGone],
  }),
  changeRole: call('POST /desk/operators/:operatorId/role', 'operator.manage', {
    does: 'Gives an operator another role, effective immediately.',
    body: z.object({ role }),
    reply: z.extend(messageReply, secondFields),
    errors: [r.notYourRole, r.sameRole, r.disabled, r.unknownRole, r.roleGone],
  }),
  changeRights: call('POST /desk/roles/:role/rights', 'operator.manage', {
    does: 'Changes the rights of a role. Who loses one is logged out; who gets one can approve after the waiting period.',
    words: { role: undefined },
    body: z.object({ rights: roleRights }),
    reply: z.extend(messageReply, secondFields),
    errors: [commonErrors.notFound, r.sameRights, r.rightsChanged],
  }),
  addRole: call('POST /desk/roles', 'operator.manage', {
    does: 'Adds a role of the broker’s own, with a name and rights, which operators can then be given.',
    body: z.object({ name: roleName, rights: roleRights }),
    reply: z.extend(messageReply, secondFields),
    errors: [r.roleTaken, r.noRights],
  }),
  renameRole: call('POST /desk/roles/:role/name', 'operator.manage', {
    does: 'Renames a role of the broker’s own that no operator has.',
    words: { role: undefined },
    body: z.object({ name: roleName }),
    reply: z.extend(messageReply, secondFields),
    errors: [commonErrors.notFound, r.roleTaken, r.roleInUse, r.roleGone, r.standardRole],
  }),
  retireRole: call('POST /desk/roles/:role/retire', 'operator.manage', {
    does: 'Retires a role of the broker’s own that no operator has.',
    words: { role: undefined },
    reply: z.extend(messageReply, secondFields),
    errors: [commonErrors.notFound, r.roleInUse, r.roleGone, r.standardRole],
  }),
  resetOperator: call('POST /desk/operators/:operatorId/reset', 'operator.manage', {
    does: 'Mails an operator, also a disabled one, a link to choose a new password; ends the sessions and removes passkeys, authenticator app and recovery codes.',
    reply: z.extend(messageReply, secondFields),
    errors: [r.notYourReset, r.disabled, r.notDisabled],
  }),
  disableOperator: call('POST /desk/operators/:operatorId/disable', 'operator.manage', {
    does: 'Ends an operator’s sessions and disables the login.',
    reply: messageReply,
    errors: [r.notYourself],
  }),
}
