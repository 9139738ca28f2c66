import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { clientFields, id, line, moment } from '../platform/field.ts'

/** find: one search from every page of the desk, for what an operator has in a mail, on paper or on the phone. */

export const findRules = {
  /** Results for each kind. */
  perKind: 8,
  /** Cases under a client, open ones first; only under the first few clients found. */
  casesPerClient: 5,
  clientsWithCases: 3,
} as const

const foundKinds = ['client', 'deposit', 'withdrawal', 'charge', 'loan', 'trade', 'line'] as const

const found = z.object({
  kind: z.enum(foundKinds),
  _id: id,
  /** `SD100001`, `WDR100001`; of a bank line its reference, if it has one; empty for a loan. */
  name: z.string(),
  /** Absent on bank lines. */
  clientName: z.optional(clientFields.clientName),
  /** Rupees. */
  amount: z.optional(z.number()),
  at: moment,
  /** The found client whose case it is; such cases follow their client. */
  under: z.optional(id),
  /** Whether a case under a client still awaits a decision, a payment or a repayment. */
  isOpen: z.optional(z.boolean()),
})
export type Found = z.infer<typeof found>

export const findCalls = {
  find: call('POST /desk/find', 'client.read', {
    does: 'What a text names: a client (name, e-mail, mobile, client ID, PAN, account number) with open and recent cases, a request, charge or trade (number, UTR, reference, amount) or, with the right ledger.read, a bank line. A POST, so that no PAN appears in an address.',
    reads: [],
    body: z.object({ text: line('Please enter what to find', 100) }),
    reply: z.object({ found: z.array(found) }),
  }),
}
