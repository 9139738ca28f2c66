import * as z from 'zod/mini'
import { bankDetails } from './bank.ts'
import { call } from './call.ts'
import { chargeView } from './charge.ts'
import { closureStatus, deskClosure } from './closure.ts'
import { commonErrors } from './error.ts'
import { day, id, line, moment, optionalLine, messageReply, secondFields } from './field.ts'
import { gstStateCodes } from './gst.ts'
import { documentViews, kycStatus } from './kyc.ts'
import { pennyDrop } from './line-booking.ts'
import { loanView } from './loan.ts'
import { settingViews } from './setting.ts'
import { deskTradeView } from './trade.ts'
import { walletFigures, walletTransaction } from './wallet.ts'

/** client: what operators see of a client, and freezing a client's login. */

export const clientRules = { clientsPerPage: 50 } as const

/** How the list of clients may be filtered; every filter is part of the address. */
export const clientStates = {
  UNVERIFIED: 'Documents to be sent',
  PENDING: 'Documents under review',
  VERIFIED: 'Verified',
  REVOKED: 'Verification withdrawn',
  frozen: 'Login frozen',
  closing: 'Account being closed',
  closed: 'Account closed',
} as const
export type ClientState = keyof typeof clientStates
const states = Object.keys(clientStates) as [ClientState, ...ClientState[]]

const clientFilter = {
  search: z.optional(optionalLine(100)),
  state: z.optional(z.enum(states, { error: `Choose one of ${states.join(', ')}` })),
  from: z.optional(day('Enter the first day of the registration')),
  to: z.optional(day('Enter the last day of the registration')),
  executive: z.optional(optionalLine(100)),
  balance: z.optional(z.literal('yes', { error: 'Choose yes, or leave it out' })),
}

const clientLine = z.object({
  _id: id,
  saudaId: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  isDocsVerified: kycStatus,
  createdAt: moment,
  frozen: z.boolean(),
  /** The client asked to close the account, or it is closed. */
  closing: z.optional(closureStatus),
})

export const clientErrors = {
  alreadyFrozen: { status: 409, message: 'This login is already frozen' },
  frozenAgain: { status: 409, message: 'This login was frozen again since the request' },
  closed: { status: 409, message: 'This account is closed. Its login cannot be unfrozen.' },
  notFrozen: { status: 409, message: 'This login is not frozen' },
} as const

const gstState = z.enum(gstStateCodes, { error: 'Choose the state' })
const reason = line('Please give a reason', 300)

export const clientCalls = {
  clients: call('GET /desk/clients', 'client.read', {
    does: 'Clients whose name, e-mail, mobile or client ID contains the text, by state, day of registration, executive, and with a balance above zero, newest first, 50 at a time.',
    query: z.object({
      ...clientFilter,
      before: z.optional(z.string().check(z.regex(/^SD\d{1,12}$/, { error: 'Not a client ID' }))),
    }),
    reply: z.object({ clients: z.array(clientLine) }),
  }),
  client: call('GET /desk/clients/:clientId', 'client.read', {
    does: 'Everything about one client.',
    reply: z.extend(clientLine, {
      frozenReason: z.optional(z.string()),
      /** Place of supply for GST, once an operator recorded it. */
      gstState: z.optional(gstState),
      executiveName: z.string(),
      referralId: z.string(),
      panNumber: z.string(),
      /** As corrected, else as UIDAI signed it; some cards have only the year. */
      dateOfBirth: z.optional(z.string()),
      aadhaarNumber: z.string(),
      bankDetails,
      /** The newest one. */
      pennyDrop: z.optional(pennyDrop),
      documents: documentViews,
      twoStep: z.boolean(),
      wallet: walletFigures,
      requests: z.array(walletTransaction),
      requestCount: z.number(),
      loans: z.array(loanView),
      charges: z.array(chargeView),
      trades: z.array(deskTradeView),
      settings: settingViews,
      closure: z.optional(deskClosure),
    }),
  }),
  setState: call('PUT /desk/clients/:clientId/state', 'kyc.review', {
    does: 'Records the state in which a client lives; the GST summary splits GST by it.',
    body: z.object({ gstState }),
    reply: messageReply,
    errors: [commonErrors.notFound],
  }),
  freeze: call('POST /desk/clients/:clientId/freeze', 'client.freeze', {
    does: 'Blocks a client’s login and ends their sessions, with a reason.',
    body: z.object({ reason }),
    reply: messageReply,
    errors: [clientErrors.alreadyFrozen],
  }),
  unfreeze: call('POST /desk/clients/:clientId/unfreeze', 'client.freeze', {
    does: 'Allows a frozen client to log in again, with a reason; a second administrator must approve it if another operator froze the login.',
    body: z.object({ reason }),
    reply: z.extend(messageReply, secondFields),
    errors: [clientErrors.notFrozen, clientErrors.closed],
  }),
}
