import { postHouse } from '../ledger/ledger.ts'
import type { Tx } from '../platform/db.ts'
import type { LinkEntry } from '../ledger/bank-link.sql.ts'
import { type BookedElsewhere, setAccount } from './reconciliation.book.sql.ts'
import { inTransit } from './reconciliation.plan.ts'

/** The other side of a payment that moves to the bank account of its line: the account to which it was booked before. */

type Moved = {
  /** Of the link. */
  readonly id: string
  readonly paymentId: string
  readonly reason: string
}

/** On the day it was booked there, if that is open. */
export async function leaveAccount(tx: Tx, { from, to, ...moved }: Moved & { from: BookedElsewhere; to: string }) {
  const bank = { accountId: from.accountId, valueDate: from.day }
  const journal = { event: 'bank.moved', causeId: moved.id, reason: moved.reason, bank } as const
  await postHouse(tx, { ...journal, postings: [inTransit(-from.amount)] })
  await setAccount(tx, moved.paymentId, to)
}

export async function returnToAccount(tx: Tx, { entry, ...moved }: Moved & { entry: LinkEntry }) {
  const { accountId, day, debit: to, credit: from, amount: paise } = entry
  const bank = { accountId, valueDate: day }
  const journal = { event: 'bank.moved.reversed', causeId: moved.id, reason: moved.reason, bank } as const
  await postHouse(tx, { ...journal, postings: [{ from, to, paise }] })
  await setAccount(tx, moved.paymentId, accountId)
}
