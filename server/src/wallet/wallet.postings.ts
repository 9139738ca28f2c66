import type { Journal } from '../ledger/ledger.ts'

/** What each verb writes in the ledger (settled, section 3). */

type Request = { readonly id: string; readonly client_id: string; readonly amount: bigint }

/** The bank has the money; now the client has it too. */
export const depositApproved = (request: Request): Journal => journal('deposit.approved', request, 'bank', 'cash')

/** Set aside at once, so that nothing else can spend it. */
export const withdrawalRequested = (request: Request): Journal =>
  journal('withdrawal.requested', request, 'cash', 'withheld')

export const withdrawalPaid = (request: Request): Journal => journal('withdrawal.paid', request, 'withheld', 'bank')

export const withdrawalRefused = (request: Request): Journal =>
  journal('withdrawal.refused', request, 'withheld', 'cash')

type Account = Journal['postings'][number]['from']

function journal(event: Journal['event'], { id, client_id, amount }: Request, from: Account, to: Account): Journal {
  return { event, clientId: client_id, causeId: id, postings: [{ from, to, paise: amount }] }
}
