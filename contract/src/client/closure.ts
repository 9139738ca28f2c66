import * as z from 'zod/mini'
import { walletReads } from '../core/notice.ts'
import { forClients } from '../platform/client-text.ts'
import { call, changeLimit } from '../platform/call.ts'
import { confirmation, confirmationErrors } from '../core/confirmation.ts'
import { decimalOut, id, line, messageReply, moment, rupeesOut } from '../platform/field.ts'
import { coolingOff } from '../money/bank.ts'
import { walletErrors } from '../money/wallet.ts'
import { commonErrors, conflict } from '../platform/error.ts'

/** closure: a client closes the account: open items first, then the whole balance is paid out, and the login ends. */

export const closureRules = {
  /** How often the server looks for closed accounts whose final statement was not sent. */
  statementMilliseconds: 2000,
  /** Between two looks for closed accounts to which trades booked money. */
  bookedMilliseconds: 60_000,
  statementsAtOnce: 20,
  /** Mail servers reject larger attachments. */
  statementBytes: 10 * 1024 * 1024,
} as const

/** Items to be finished first; the portal links to the screen of each. */
export const closureItemKinds = [
  'position',
  'settlement',
  'dues',
  'loan',
  'charge',
  'request',
  'complaint',
  'contact',
  'approval',
  'documents',
  'bank',
  'pause',
] as const
const closureItem = z.object({
  kind: z.enum(closureItemKinds),
  text: z.string(),
  /** The deposit, withdrawal or complaint. */
  id: z.optional(id),
})
export type ClosureItem = z.infer<typeof closureItem>

export const closureTexts = {
  /** What the client reads beside the button; stored with the request. */
  sale: 'The dealing desk gets your list of holdings, and a dealer calls you. It is not an order: nothing is sold, and no price or time is fixed, before you have given each order on that call.',
  /** The next step after a failed payout. */
  payoutFailed: 'Check your bank details, then pay out again or cancel under Close Account.',
} as const

export const closureErrors = {
  nothingOpen: conflict('There is no open request to close your account'),
  nothingToSell: conflict('You have no holdings to sell'),
  saleSent: conflict('Your request was already sent to the dealing desk. A dealer calls you.'),
  saleEnded: conflict('This request is no longer open: it was cancelled or is done'),
} as const

export const cannotClose = (items: readonly string[]) =>
  conflict(`Your account cannot be closed yet. ${items.join(' ')}`)

export const closureStatus = z.enum(['open', 'closed'])

const withdrawal = {
  amount: rupeesOut,
  /** `WDR100001`. */
  transactionId: z.string(),
  requestId: id,
}

/** Also on the client's page at the desk. */
export const closureView = z.object({
  status: closureStatus,
  requestedAt: moment,
  /** The newest withdrawal of the whole balance. */
  payout: z.optional(z.object({ ...withdrawal, isPending: z.boolean() })),
  /** Why the account is not closed yet although the payout was decided. */
  failure: z.optional(z.string()),
  endedAt: z.optional(moment),
})

export type DeskClosure = z.infer<typeof closureView>

/** A client's request that a dealer calls to take the orders to sell all holdings. It is no order (decision 0102). */
export const saleRequest = z.object({
  _id: id,
  requestedAt: moment,
  holdings: z.array(z.object({ stockName: z.string(), quantity: decimalOut })),
})
export type SaleRequest = z.infer<typeof saleRequest>

const view = z.object({
  balance: rupeesOut,
  cashback: rupeesOut,
  /** Account number masked, and IFSC. */
  payTo: z.optional(z.string()),
  items: z.array(closureItem),
  /** The newest; `reason`: the desk closed it. */
  sale: z.optional(z.extend(saleRequest, { reason: z.optional(z.string()) })),
  closure: z.optional(z.extend(closureView, { canCancel: z.boolean() })),
})
export type ClosureView = z.infer<typeof view>

export const closureCalls = {
  read: call('GET /user/closure', 'client', {
    does: 'What must be finished before the client can close the account, and the request to close it.',
    reads: [...walletReads, 'charge', 'complaint'],
    reply: view,
  }),
  close: call('POST /user/closure', 'client', {
    limit: changeLimit,
    does: 'Closes the account: with a balance once the bank has confirmed the payout of all of it, otherwise at once. Repeated after a failed payout, it pays again.',
    body: z.object({ confirmation }),
    reply: z.extend(messageReply, { view }),
    errors: [
      cannotClose(['You have 1 holding.']),
      walletErrors.noBank,
      coolingOff('21 Nov 2026, 6:30 pm'),
      confirmationErrors.fromMail('the closing of your account and the withdrawal of ₹500.00 to account ••••9012'),
    ],
  }),
  cancel: call('POST /user/closure/cancel', 'client', {
    does: 'Cancels the request, and its withdrawal, before the first approval and before the payout is in a batch.',
    reply: z.extend(messageReply, { view }),
    errors: [closureErrors.nothingOpen, walletErrors.notCancellable],
  }),
  requestSale: call('POST /user/closure/sale', 'client', {
    limit: changeLimit,
    does: 'Asks the dealing desk to call the client about selling all holdings; records the list, the session and what the client read. It is no order.',
    reply: z.extend(messageReply, { view }),
    errors: [closureErrors.nothingToSell, closureErrors.saleSent],
  }),
  cancelSale: call('POST /user/closure/sale/cancel', 'client', {
    does: 'Cancels that request.',
    reply: z.extend(messageReply, { view }),
    errors: [closureErrors.saleEnded],
  }),
  closeSale: call('POST /desk/sale-requests/:saleId/close', 'trade.book', {
    does: 'Closes a request to sell holdings that are not all sold, with a reason that the client gets by e-mail.',
    body: z.object({ reason: forClients(line('Please give a reason for the client', 300)) }),
    reply: messageReply,
    errors: [commonErrors.notFound, closureErrors.saleEnded],
  }),
}
