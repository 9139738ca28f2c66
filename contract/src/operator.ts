import * as z from 'zod/mini'
import { call, rights } from './call.ts'
import type { Right } from './call.ts'
import { chargeView } from './charge.ts'
import { authErrors, chosenPassword } from './auth.ts'
import { email, id, line, moment, optionalLine, said } from './field.ts'
import { documentViews, kycStatus } from './kyc.ts'
import { loanView } from './loan.ts'
import { commonErrors } from './error.ts'
import { enteredPassword, loginErrors, secondFactor } from './session.ts'
import { deskTradeView } from './trade.ts'
import { settingViews } from './setting.ts'
import { walletFigures, walletTransaction } from './wallet.ts'

/** operator: the broker's staff, their rights, the queue they share and the client page they work from. */

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

export const operatorRules = {
  /** Who has taken an item and not finished by then has left it: anyone may take it over. */
  claimMinutes: 15,
  clientsPerPage: 50,
} as const

export const queueKinds = ['kyc', 'deposit', 'withdrawal', 'loan', 'charge', 'reversal', 'setting'] as const
const queueKind = z.enum(queueKinds, {
  error: 'Choose kyc, deposit, withdrawal, loan, charge, reversal or setting',
})

export const queueItem = z.object({
  kind: queueKind,
  id: z.string(),
  clientId: id,
  clientName: z.string(),
  /** Rupees, where money waits. */
  amount: z.optional(z.number()),
  since: moment,
  /** Operator who has taken it, if anyone. */
  takenBy: z.optional(z.string()),
  /** Operator who gave the first of two approvals: another one must give the second. */
  firstApproval: z.optional(z.string()),
})
export type QueueItem = z.infer<typeof queueItem>

const clientLine = z.object({
  _id: id,
  saudaId: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  isDocsVerified: kycStatus,
  createdAt: moment,
  frozen: z.boolean(),
})

const operatorLine = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role,
  disabled: z.boolean(),
  twoStep: z.boolean(),
  lastSeenAt: z.optional(moment),
})

/** What the desk knows of the operator at its keyboard. `need` is set while a second factor must be set up first. */
const signedIn = z.object({
  _id: id,
  name: z.string(),
  role,
  rights: z.array(z.enum(rights)),
  twoStep: z.boolean(),
  /** Still the password somebody else made up and handed over. */
  handedOut: z.boolean(),
  need: z.optional(z.literal('totp-setup')),
})

export const operatorErrors = {
  ...loginErrors,
  emailTaken: { status: 409, message: 'An operator with this email already exists' },
  notYourself: { status: 409, message: 'You cannot disable your own login' },
  alreadyFrozen: { status: 409, message: 'This login is already frozen' },
  notFrozen: { status: 409, message: 'This login is not frozen' },
  taken: { status: 409, message: 'Another operator has taken this' },
  wrongPassword: authErrors.wrongPassword,
  commonPassword: authErrors.commonPassword,
} as const

const r = operatorErrors

/** Coming second is told with the name of who came first. */
export function alreadyTaken(operatorName: string) {
  return { status: r.taken.status, message: `${operatorName} has taken this` }
}

const reason = line('Please give a reason', 300)
export const operatorCalls = {
  login: call({
    method: 'POST',
    path: '/desk/login',
    who: 'anyone',
    does: 'Logs an operator in.',
    body: z.object({ email: email(), password: enteredPassword, code: z.optional(secondFactor) }),
    reply: z.extend(signedIn, { token: z.string() }),
    errors: [r.wrongLogin, r.needCode, r.wrongSecondFactor, r.slowDown],
  }),
  logout: call({
    method: 'POST',
    path: '/desk/logout',
    who: 'operator',
    does: 'Ends the session that asks.',
    reply: said,
  }),
  me: call({
    method: 'GET',
    path: '/desk/me',
    who: 'operator',
    does: 'Who is at the keyboard and what they may do.',
    reply: signedIn,
  }),
  changePassword: call({
    method: 'POST',
    path: '/desk/change-password',
    who: 'operator',
    does: 'Sets a new password against the current one and ends the operator’s other sessions.',
    body: z.object({ currentPassword: enteredPassword, newPassword: chosenPassword }),
    reply: said,
    errors: [r.wrongPassword, r.commonPassword, r.slowDown],
  }),
  totpStart: call({
    method: 'POST',
    path: '/desk/totp/start',
    who: 'operator',
    does: 'Makes a new secret for the operator’s authenticator app.',
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: [r.totpOn],
  }),
  totpConfirm: call({
    method: 'POST',
    path: '/desk/totp/confirm',
    who: 'operator',
    does: 'Turns two-step login on; answers the recovery codes, shown this once.',
    body: z.object({ code: secondFactor }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [r.totpOn, r.totpNotStarted, r.totpWrong, r.slowDown],
  }),
  queue: call({
    method: 'GET',
    path: '/desk/queue',
    who: 'operator',
    does: 'Everything that waits and that the operator has the right to decide, oldest first.',
    query: z.object({ kind: z.optional(queueKind) }),
    reply: z.object({ items: z.array(queueItem) }),
  }),
  take: call({
    method: 'POST',
    path: '/desk/queue/take',
    who: 'operator',
    does: 'Marks an item as in this operator’s hands; `release` gives it back.',
    body: z.object({ kind: queueKind, id, release: z.optional(z.boolean()) }),
    reply: said,
    errors: [commonErrors.notFound, r.taken],
  }),
  clients: call({
    method: 'GET',
    path: '/desk/clients',
    who: 'client.read',
    does: 'Clients whose name, e-mail, mobile or client id contains the text, newest first, 50 at a time.',
    query: z.object({
      search: z.optional(optionalLine(100)),
      before: z.optional(z.string().check(z.regex(/^SD\d{1,12}$/, { error: 'Not a client id' }))),
    }),
    reply: z.object({ clients: z.array(clientLine) }),
  }),
  client: call({
    method: 'GET',
    path: '/desk/clients/:clientId',
    who: 'client.read',
    does: 'Everything about one client.',
    reply: z.extend(clientLine, {
      /** Why the login is frozen; for the desk only. */
      frozenReason: z.optional(z.string()),
      executiveName: z.string(),
      referralId: z.string(),
      /** Masked, `ABC••••34E`; empty until typed by a reviewer. */
      panNumber: z.string(),
      aadhaarNumber: z.string(),
      /** The account number is masked to its last four digits. */
      bankDetails: z.object({ accountHolderName: z.string(), accountNumber: z.string(), ifsc: z.string() }),
      documents: documentViews,
      twoStep: z.boolean(),
      wallet: walletFigures,
      /** Deposits and withdrawals, the newest page of them. */
      requests: z.array(walletTransaction),
      /** How many there are in all. */
      requestCount: z.number(),
      loans: z.array(loanView),
      charges: z.array(chargeView),
      /** The newest page of them. */
      trades: z.array(deskTradeView),
      settings: settingViews,
    }),
  }),
  freeze: call({
    method: 'POST',
    path: '/desk/clients/:clientId/freeze',
    who: 'client.freeze',
    does: 'Stops a client from logging in and ends their sessions, with a reason.',
    body: z.object({ reason }),
    reply: said,
    errors: [r.alreadyFrozen],
  }),
  unfreeze: call({
    method: 'POST',
    path: '/desk/clients/:clientId/unfreeze',
    who: 'client.freeze',
    does: 'Lets a frozen client log in again, with a reason.',
    body: z.object({ reason }),
    reply: said,
    errors: [r.notFrozen],
  }),
  operators: call({
    method: 'GET',
    path: '/desk/operators',
    who: 'operator.manage',
    does: 'The broker’s staff.',
    reply: z.object({ operators: z.array(operatorLine) }),
  }),
  addOperator: call({
    method: 'POST',
    path: '/desk/operators',
    who: 'operator.manage',
    does: 'Adds an operator; the first password is answered once and must be handed over.',
    body: z.object({ name: line('Please enter a name', 100), email: email(), role }),
    reply: z.object({ operator: operatorLine, password: z.string() }),
    errors: [r.emailTaken],
  }),
  disableOperator: call({
    method: 'POST',
    path: '/desk/operators/:operatorId/disable',
    who: 'operator.manage',
    does: 'Ends an operator’s sessions and keeps them from logging in.',
    reply: said,
    errors: [r.notYourself],
  }),
}
