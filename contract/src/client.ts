import * as z from 'zod/mini'
import { bankDetails } from './bank.ts'
import { call } from './call.ts'
import { chargeView } from './charge.ts'
import { id, line, moment, optionalLine, messageReply, secondFields } from './field.ts'
import { documentViews, kycStatus } from './kyc.ts'
import { loanView } from './loan.ts'
import { settingViews } from './setting.ts'
import { deskTradeView } from './trade.ts'
import { walletFigures, walletTransaction } from './wallet.ts'

/** client: what operators see of a client, and freezing a client's login. */

export const clientRules = { clientsPerPage: 50 } as const

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

export const clientErrors = {
  alreadyFrozen: { status: 409, message: 'This login is already frozen' },
  frozenAgain: { status: 409, message: 'This login was frozen again since the request' },
  notFrozen: { status: 409, message: 'This login is not frozen' },
} as const

const reason = line('Please give a reason', 300)

export const clientCalls = {
  clients: call('GET /desk/clients', 'client.read', {
    does: 'Clients whose name, e-mail, mobile or client ID contains the text, newest first, 50 at a time.',
    query: z.object({
      search: z.optional(optionalLine(100)),
      before: z.optional(z.string().check(z.regex(/^SD\d{1,12}$/, { error: 'Not a client ID' }))),
    }),
    reply: z.object({ clients: z.array(clientLine) }),
  }),
  client: call('GET /desk/clients/:clientId', 'client.read', {
    does: 'Everything about one client.',
    reply: z.extend(clientLine, {
      frozenReason: z.optional(z.string()),
      executiveName: z.string(),
      referralId: z.string(),
      panNumber: z.string(),
      aadhaarNumber: z.string(),
      bankDetails,
      documents: documentViews,
      twoStep: z.boolean(),
      wallet: walletFigures,
      requests: z.array(walletTransaction),
      requestCount: z.number(),
      loans: z.array(loanView),
      charges: z.array(chargeView),
      trades: z.array(deskTradeView),
      settings: settingViews,
    }),
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
    errors: [clientErrors.notFrozen],
  }),
}
