import type { BankBooking } from '../ledger/bank-account.ts'
import type { Journal } from '../ledger/ledger.ts'

/** Settled, section 3. */

type Request = {
  readonly id: string
  readonly client_id: string
  readonly amount: bigint
  readonly credited?: bigint | null
}

export const depositApproved = (request: Request, bank: BankBooking | undefined): Journal => ({
  ...journal('deposit.approved', request, 'bank', 'cash'),
  bank,
})

/** Withheld at once, so that nothing else can spend it. */
export const withdrawalRequested = (request: Request): Journal =>
  journal('withdrawal.requested', request, 'cash', 'withheld')

export const withdrawalPaid = (request: Request, bank: BankBooking | undefined): Journal => ({
  ...journal('withdrawal.paid', request, 'withheld', 'bank'),
  bank,
})

export const withdrawalRejected = (request: Request): Journal =>
  journal('withdrawal.refused', request, 'withheld', 'cash')

type Account = Journal['postings'][number]['from']

const journal = (
  event: Journal['event'],
  { id, client_id, amount, credited }: Request,
  from: Account,
  to: Account,
): Journal => ({
  event,
  clientId: client_id,
  causeId: id,
  postings: [{ from, to, paise: credited ?? amount }],
})
