import * as z from 'zod/mini'
import { payoutReads } from '../core/notice.ts'
import { call } from '../platform/call.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { clientFields, day, id, keysOf, rupeesIn, rupeesOut } from '../platform/field.ts'
import { batchReply, payoutErrors, payoutRules } from './payout.ts'
import { caseWarnings } from '../core/queue.ts'
import { frequencies } from '../core/setting-name.ts'

/** settlement: unused funds returned on the dates of the exchanges (settled, section 13). */

export const settlementRules = {
  /** Without a trade for this long a client is inactive, and gets everything back on the next monthly date. */
  inactiveDays: 30,
  clients: payoutRules.withdrawals,
  /** A date is a Friday; payments may also be made on the Saturday. */
  daysLate: 1,
} as const

/** The only reasons to retain funds; an unpaid charge is none. */
export const retentionReasons = {
  payIn: 'Pay-in obligations of this and the previous trading day',
  margin: 'Margin of open positions, at most 225% of the end-of-day margin',
} as const
const retentionReason = z.enum(keysOf(retentionReasons), { error: 'Choose a reason from the list' })
export type RetentionReason = z.infer<typeof retentionReason>

const settlementLine = z.object({
  ...clientFields,
  frequency: z.enum(frequencies),
  /** No trade for 30 days: settled in full on a monthly date, whatever the frequency. */
  inactive: z.boolean(),
  /** The cash balance. */
  funds: rupeesOut,
  retained: rupeesOut,
  retentionReason: z.optional(retentionReason),
  payable: rupeesOut,
  /** Why nothing can be paid now. */
  missing: z.optional(z.string()),
  warnings: caseWarnings,
  /** Whether the date is settled, with the withdrawal if anything was paid. */
  settled: z.boolean(),
  requestId: z.optional(id),
})
export type SettlementLine = z.infer<typeof settlementLine>

/** The position of a line in the list: whether it is settled, and the number of its client. */
const settlementPlace = z
  .string()
  .check(z.regex(/^(open|settled):[0-9]{1,15}$/, { error: 'Load the list of the settlement again' }))

const settlementDay = day('Choose a settlement date')

const list = z.object({
  day: settlementDay,
  kinds: z.array(z.enum(frequencies)),
  /** Whether it can be settled today. */
  isOpen: z.boolean(),
  /** Dates of the calendar, from the last one to those of the next months. */
  dates: z.array(z.object({ day: settlementDay, kinds: z.array(z.enum(frequencies)) })),
  /** Open ones first; at most `settlementRules.clients` after `after`. */
  lines: z.array(settlementLine),
  /** Total of all pages. */
  open: z.number(),
  /** For the next page. */
  next: z.optional(z.string()),
})
export type SettlementList = z.infer<typeof list>

export const settlementErrors = {
  notOpen: conflict('Funds are settled on the dates in the trading calendar and the day after'),
  retainedTooMuch: invalid('The client does not have that much'),
  inactiveRetained: invalid('An inactive client gets the entire balance back; nothing can be retained'),
  nothing: conflict('There is nothing to settle for these clients'),
} as const

const e = settlementErrors

export const cannotSettle = (saudaId: string, why: string) => conflict(`${saudaId}: ${why}`)

const clients = z
  .array(id, { error: 'Choose at least one client' })
  .check(
    z.minLength(1, { error: 'Choose at least one client' }),
    z.maxLength(settlementRules.clients, { error: `Settle at most ${settlementRules.clients} clients at once` }),
  )

export const settlementCalls = {
  list: call('GET /desk/settlements', 'wallet.pay', {
    does: 'The unused funds to settle on a date, by the frequency each client chose, with inactive clients.',
    reads: payoutReads,
    query: z.object({ day: z.optional(settlementDay), after: z.optional(settlementPlace) }),
    reply: list,
  }),
  retain: call('POST /desk/settlements/retentions', 'wallet.pay', {
    does: 'Keeps back a part of a client’s unused funds on a date, with a reason from the list; ₹0 takes it back.',
    body: z.object({ day: settlementDay, clientId: id, amount: rupeesIn, reason: retentionReason }),
    reply: list,
    errors: [commonErrors.notFound, e.nothing, e.retainedTooMuch, e.inactiveRetained],
  }),
  settle: call('POST /desk/settlements', 'wallet.pay', {
    does: 'Makes a withdrawal of the unused funds of each client, each in a transaction of its own, mails each client the statement with what was retained, and puts the withdrawals into a payout batch, with those that an interrupted settlement left. A second operator must release the batch.',
    body: z.object({ day: settlementDay, bankId: id, clients }),
    reply: z.object({
      batch: z.optional(batchReply),
      settled: z.number(),
      /** Sentences about those that could not be settled. */
      left: z.array(z.string()),
    }),
    errors: [
      commonErrors.twoAtOnce,
      commonErrors.notFound,
      e.notOpen,
      e.nothing,
      cannotSettle('SD100001', 'already settled on this date'),
      payoutErrors.noLayout,
    ],
  }),
}
