import type { BankBooking } from '../../core/ledger/bank-account.ts'
import type { Journal } from '../../core/ledger/ledger.ts'

/** Settled, section 3. */

type Request = {
  readonly id: string
  readonly client_id: string
  readonly amount: bigint
  readonly credited?: bigint | null
}

type Account = Journal['postings'][number]['from']

const journal =
  (event: Journal['event'], from: Account, to: Account) =>
  ({ id, client_id, amount, credited }: Request, bank?: BankBooking): Journal => ({
    event,
    clientId: client_id,
    causeId: id,
    bank,
    postings: [{ from, to, paise: credited ?? amount }],
  })

export const depositApproved = journal('deposit.approved', 'bank', 'cash')
/** Withheld at once, so that nothing else can spend it. */
export const withdrawalRequested = journal('withdrawal.requested', 'cash', 'withheld')
export const withdrawalPaid = journal('withdrawal.paid', 'withheld', 'bank')
export const withdrawalRejected = journal('withdrawal.refused', 'withheld', 'cash')
