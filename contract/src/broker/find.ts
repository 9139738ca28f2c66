import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { clientFields, id, line, moment } from '../platform/field.ts'

/** find: one search from every page of the desk, for what an operator has in a mail, on paper or on the phone. */

export const findRules = {
  /** Results for each kind. */
  perKind: 8,
} as const

const foundKinds = ['client', 'deposit', 'withdrawal', 'charge', 'trade', 'line'] as const

const found = z.object({
  kind: z.enum(foundKinds),
  _id: id,
  /** `SD100001`, `WDR100001`; of a bank line its reference, if it has one. */
  name: z.string(),
  /** Absent on bank lines. */
  clientName: z.optional(clientFields.clientName),
  /** Rupees. */
  amount: z.optional(z.number()),
  at: moment,
})
export type Found = z.infer<typeof found>

export const findCalls = {
  find: call('POST /desk/find', 'client.read', {
    does: 'What a text names: a client (name, e-mail, mobile, client ID, PAN, account number), a request, charge or trade (number, UTR, reference, amount) or, with the right ledger.read, a bank line. A POST, so that no PAN appears in an address.',
    reads: [],
    body: z.object({ text: line('Please enter what to find', 100) }),
    reply: z.object({ found: z.array(found) }),
  }),
}
