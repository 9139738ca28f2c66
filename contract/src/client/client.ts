import * as z from 'zod/mini'
import { clientReads } from '../core/notice.ts'
import { bankDetails } from '../money/bank.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { chargeView } from '../money/charge.ts'
import { closureStatus, closureView, saleRequest } from './closure.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import {
  day,
  id,
  keysOf,
  line,
  moment,
  optionalLine,
  messageReply,
  rupeesOut,
  secondFields,
} from '../platform/field.ts'
import { gstForms, gstStateCodes } from '../money/gst.ts'
import { documentViews, kycStatus } from './kyc.ts'
import { pennyDrop } from '../money/line-booking.ts'
import { loanView } from '../money/loan.ts'
import { settingViews } from './setting.ts'
import { deskTradeView } from '../trading/trade.ts'
import { walletFigures } from '../money/wallet-figures.ts'
import { walletTransaction } from '../money/wallet.ts'
import { lettersOf } from '../platform/code-text.ts'

/** client: what operators see of a client, and freezing a client's login. */

export const clientRules = { clientsPerPage: 50 } as const

/** How the list of clients may be filtered; every filter is part of the address. */
export const clientStates = {
  UNVERIFIED: 'Not verified',
  PENDING: 'Documents under review',
  VERIFIED: 'Verified',
  REVOKED: 'Verification revoked',
  frozen: 'Login frozen',
  selling: 'Asked to sell all holdings',
  closing: 'Account being closed',
  closed: 'Account closed',
} as const
export type ClientState = keyof typeof clientStates
const states = keysOf(clientStates)

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

/** Codes at the exchanges: leading zeros are kept. */
export const uccText = optionalLine(20).check(
  z.regex(/^[A-Za-z0-9]*$/, { error: 'A UCC has up to 20 letters and digits' }),
)
/** Both written with or without spaces and hyphens: `IN300123 10456789`, `1208160000123456`. */
export const dematText = z.string({ error: 'Enter the demat account' }).check(
  z.overwrite(lettersOf),
  z.regex(/^(?:IN[0-9A-Z]{6}\d{8}|\d{16})?$/, {
    error: 'Enter the DP ID (IN and 6 characters) with the client ID (8 digits), or the BO ID of CDSL (16 digits)',
  }),
)

/** What contract notes state of a client’s address. */
export const noteAddressText = optionalLine(200)

export const clientErrors = {
  uccTaken: conflict('Another client has this UCC'),
  sameAccount: invalid('UCC and demat account are the same as before. Enter what changes.'),
  sameDelivery: invalid('Address and consent are the same as before. Enter what changes.'),
  consentLater: invalid('Enter the day on which the client signed the consent; it cannot be a later day than today'),
  alreadyFrozen: conflict('This login is already frozen'),
  frozenAgain: conflict('This login was frozen again since the request'),
  closed: conflict('This account is closed: its login is blocked and can be neither frozen nor unfrozen.'),
  notFrozen: conflict('This login is not frozen'),
} as const

const gstState = z.enum(gstStateCodes, { error: 'Choose the state' })
const reason = line('Please give a reason', 300)

export const clientCalls = {
  clients: call('GET /desk/clients', 'client.read', {
    does: 'Clients whose name, e-mail, mobile or client ID contains each word of the text, by state, day of registration, executive, and with a balance above zero, newest first, 50 at a time.',
    reads: ['client', 'profile', 'bank', 'session', 'closure', 'kyc'],
    query: z.object({
      ...clientFilter,
      before: z.optional(z.string().check(z.regex(/^SD\d{1,12}$/, { error: 'Not a client ID' }))),
    }),
    reply: z.object({ clients: z.array(z.extend(clientLine, { balance: rupeesOut })) }),
  }),
  client: call('GET /desk/clients/:clientId', 'client.read', {
    does: 'Everything about one client.',
    reads: clientReads,
    reply: z.extend(clientLine, {
      frozenReason: z.optional(z.string()),
      /** Place of supply for GST, once an operator recorded it. */
      gstState: z.optional(gstState),
      /** Which GST a charge carries today. */
      gstForm: z.enum(gstForms),
      /** The client code of the exchanges, and the primary demat account. */
      ucc: z.optional(z.string()),
      demat: z.optional(z.string()),
      /** Printed on contract notes; empty until an operator records it. */
      noteAddress: z.string(),
      /** The day of the consent to contract notes by e-mail. */
      noteConsentOn: z.optional(z.iso.date()),
      executiveName: z.string(),
      referralId: z.string(),
      panNumber: z.string(),
      /** The corrected date of birth, else the one signed by UIDAI; some cards have only the year. */
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
      closure: z.optional(closureView),
      /** The open one. */
      sale: z.optional(saleRequest),
    }),
  }),
  setState: call('PUT /desk/clients/:clientId/state', 'kyc.review', {
    does: 'Records the state in which a client lives; the GST summary splits GST by it.',
    body: z.object({ gstState }),
    reply: messageReply,
    errors: [commonErrors.notFound],
  }),
  setTradingAccount: call('PUT /desk/clients/:clientId/trading-account', 'kyc.review', {
    does: 'Records the UCC and the primary demat account of a client. Another UCC or demat of a verified client needs a second operator.',
    body: z.object({ ucc: uccText, demat: dematText, reason }),
    reply: z.extend(messageReply, secondFields),
    errors: [clientErrors.uccTaken, clientErrors.sameAccount, commonErrors.notFound],
  }),
  setNoteDelivery: call('PUT /desk/clients/:clientId/note-delivery', 'kyc.review', {
    does: 'Records the address that contract notes of a client state, and the day of the consent to get them by e-mail; an empty day withdraws it.',
    body: z.object({
      address: forClients(noteAddressText),
      consentOn: z.union([z.literal(''), z.iso.date()], { error: 'Enter the day of the consent, or leave it empty' }),
      reason,
    }),
    reply: messageReply,
    errors: [clientErrors.sameDelivery, clientErrors.consentLater, commonErrors.notFound],
  }),
  freeze: call('POST /desk/clients/:clientId/freeze', 'client.freeze', {
    does: 'Blocks a client’s login and ends their sessions, with a reason.',
    body: z.object({ reason }),
    reply: messageReply,
    errors: [clientErrors.alreadyFrozen, clientErrors.closed],
  }),
  unfreeze: call('POST /desk/clients/:clientId/unfreeze', 'client.freeze', {
    does: 'Allows a frozen client to log in again, with a reason; a second administrator must approve it if another operator froze the login.',
    body: z.object({ reason }),
    reply: z.extend(messageReply, secondFields),
    errors: [clientErrors.notFrozen, clientErrors.closed],
  }),
}
