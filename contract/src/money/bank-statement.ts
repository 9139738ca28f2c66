import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { commonErrors, conflict } from '../platform/error.ts'
import { id, line, moment, rupeesOut, secondFields } from '../platform/field.ts'

/** bank-statement: an imported file, and whether one operator may rely on its lines (settled, section 14). */

export const statementFields = {
  fileName: z.string(),
  /** Last four digits, if the file contains them. */
  account: z.optional(z.string()),
  firstOn: z.iso.date(),
  lastOn: z.iso.date(),
  lines: z.number(),
  added: z.number(),
  /** The broker’s bank account it belongs to. */
  bankAccount: z.object({ _id: id, name: z.string() }),
}

export const statement = z.object({
  _id: id,
  ...statementFields,
  importedBy: z.string(),
  importedById: id,
  importedAt: moment,
  /** Its entries continue from the last accepted one, or `confirmedBy` entered the bank’s balance: one operator may rely on them. */
  accepted: z.boolean(),
  confirmedBy: z.optional(z.string()),
  /** Its lines have running balances. */
  hasBalance: z.boolean(),
  /** Its lines no longer count. */
  withdrawnBy: z.optional(z.string()),
})
export type Statement = z.infer<typeof statement>

/** A later statement that lacks entries imported before, or has other balances for them. */
const contradiction = z.object({
  statementId: id,
  fileName: z.string(),
  importedBy: z.string(),
  bankAccountName: z.string(),
  /** At most `bankStatementRules.changes`, oldest first. */
  entries: z.array(
    z.object({
      lineId: id,
      day: z.iso.date(),
      text: z.string(),
      direction: z.enum(['credit', 'debit']),
      amount: rupeesOut,
      /** The later statement does not have it; else it has it with the balance `after`. */
      absent: z.boolean(),
      before: z.optional(rupeesOut),
      after: z.optional(rupeesOut),
      earlierFile: z.string(),
      earlierImporter: z.string(),
      /** The approvals of the entry. */
      approved: z.optional(z.object({ name: z.string(), clientName: z.string(), by: z.string() })),
    }),
  ),
  /** A decision about it waits for a second operator. */
  requestedBy: z.optional(z.string()),
})
export type Contradiction = z.infer<typeof contradiction>

export const bankStatementRules = {
  /** Entries shown of all contradictions. */
  changes: 500,
} as const

export const bankStatementErrors = {
  noContradiction: conflict('This statement no longer contradicts an earlier one'),
  withdrawn: conflict('This statement was already removed'),
  requested: conflict('A decision about this statement is already awaiting a second operator'),
  changed: conflict('The entries concerned have changed since this was requested. Reject it and request it again.'),
} as const

/** `entries`: the first bookings that must be reversed. */
export const bookedStill = (entries: string) => conflict(`Reverse the bookings of these entries first: ${entries}`)

const e = bankStatementErrors
const reasonBody = z.object({ reason: line('Say why', 500) })
const errors = [commonErrors.notFound, e.noContradiction, e.withdrawn, e.requested, bookedStill('NEFT ₹500.00')]

export const bankStatementCalls = {
  contradictions: call('GET /desk/reconciliation/contradictions', 'ledger.read', {
    does: 'Later statements without an entry that was imported before, or with another balance for it, with importers and approvals. Payouts of the clients concerned are held.',
    reads: ['reconciliation', 'charge'],
    reply: z.object({ contradictions: z.array(contradiction) }),
  }),
  correct: call('POST /desk/reconciliation/statements/:statementId/correct', 'wallet.approve', {
    does: 'Asks a second operator to accept a later statement as the correct one: entries it lacks are removed, and balances replaced by its own.',
    body: reasonBody,
    reply: z.object(secondFields),
    errors,
  }),
  explain: call('POST /desk/reconciliation/statements/:statementId/explain', 'wallet.approve', {
    does: 'Asks a second operator to close the contradictions of a later statement with a reason; nothing else changes.',
    body: reasonBody,
    reply: z.object(secondFields),
    errors,
  }),
  withdraw: call('POST /desk/reconciliation/statements/:statementId/withdraw', 'wallet.approve', {
    does: 'Asks a second operator to remove a statement: its entries count nowhere any more. Their bookings must be reversed before; payments matched with them are reported as missing.',
    body: reasonBody,
    reply: z.object(secondFields),
    errors,
  }),
}
