import * as z from 'zod/mini'
import { caseReads } from './notice.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { id, line, moment } from '../platform/field.ts'
import { ledgerErrors } from './ledger.ts'
import { alreadyDecided, conflict } from '../platform/error.ts'
import { deskTradeView } from '../trading/trade.ts'
import { claimFields, decisionFields } from './queue.ts'

/** reversal: reverses a wrong trade with a contra entry that two operators approve. */

export const reversalStatus = z.enum(['pending', 'approved', 'rejected'])
export type ReversalStatus = z.infer<typeof reversalStatus>

export const reversalRules = {
  /** All pending reversals, then the latest decided ones. */
  rows: 100,
} as const

/** Suggestions for the operator; free text is allowed. */
export const reversalReasons = [
  'Booked for the wrong client',
  'Booked with a wrong quantity or price',
  'Booked with the wrong instrument',
  'Booked twice',
] as const

export const reversalView = z.object({
  _id: id,
  status: reversalStatus,
  reason: z.string(),
  requestedBy: z.string(),
  /** May cancel the request but not approve it. */
  requestedById: id,
  createdAt: moment,
  ...decisionFields,
  decidedAt: z.optional(moment),
  trade: deskTradeView,
})
export type Reversal = z.infer<typeof reversalView>

export const reversalErrors = {
  alreadyReversed: conflict('This trade has already been reversed'),
  alreadyRequested: conflict('A reversal of this trade is awaiting a second operator'),
  soldSince: conflict('Part of this position was sold. Reverse those sales first.'),
  ofExchange: conflict(
    'This trade is in a trade file of the exchange. The exchange corrects it, and its next file replaces it here.',
  ),
  ofAction: conflict('This belongs to a corporate action. Reverse the corporate action instead.'),
  spent: conflict('Insufficient balance: the client has used the money that this reversal takes back'),
  ownRequest: ledgerErrors.ownRequest,
  makerGone: ledgerErrors.makerGone,
} as const

const r = reversalErrors

export const reversalCalls = {
  request: call('POST /desk/trades/:tradeId/reversal', 'trade.book', {
    does: 'Requests the reversal of a wrong trade; another operator must approve it before it is booked.',
    body: z.object({ reason: forClients(line('Please give a reason the client can read', 300)) }),
    reply: reversalView,
    errors: [r.alreadyReversed, r.alreadyRequested, r.ofExchange, r.ofAction, r.soldSince],
  }),
  list: call('GET /desk/reversals', 'trade.book', {
    does: 'Reversals, pending ones first.',
    reads: ['trade'],
    reply: z.object({ reversals: z.array(reversalView) }),
  }),
  reversal: call('GET /desk/reversals/:reversalId', 'client.read', {
    does: 'One reversal with its trade.',
    reads: [...caseReads('reversalId'), 'trade'],
    reply: z.extend(reversalView, {
      ...claimFields,
      /** What approving it now would change, in rupees; absent once decided, and where it cannot be approved. */
      effect: z.optional(
        z.object({
          dues: z.number(),
          balance: z.number(),
          invested: z.number(),
          loan: z.number(),
          unsettled: z.number(),
        }),
      ),
    }),
  }),
  approve: call('POST /desk/reversals/:reversalId/approve', 'trade.book', {
    does: 'Books the contra entry; not by the operator who requested it.',
    reply: reversalView,
    errors: [
      r.ownRequest,
      r.makerGone,
      alreadyDecided('another operator'),
      r.alreadyReversed,
      r.ofExchange,
      r.ofAction,
      r.soldSince,
      r.spent,
    ],
  }),
  reject: call('POST /desk/reversals/:reversalId/reject', 'trade.book', {
    does: 'Rejects or cancels the reversal; nothing is booked.',
    reply: reversalView,
    errors: [alreadyDecided('another operator')],
  }),
}
