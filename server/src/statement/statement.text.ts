import type { LedgerAccount, LedgerEvent } from '@sauda/contract/ledger'
import { formatRupees } from '@sauda/contract/money'

export const eventTitles: Readonly<Record<LedgerEvent, string>> = {
  'deposit.approved': 'Funds added',
  'withdrawal.requested': 'Withdrawal requested',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.refused': 'Withdrawal rejected, money returned',
  'loan.accepted': 'Loan accepted',
  'loan.repaid': 'Loan repaid',
  'trade.bought': 'Bought',
  'trade.sold': 'Sold',
  'trade.reversed': 'Trade reversed',
  'charge.approved': 'Charge paid outside the wallet',
  'charge.returned': 'Charge payment returned by the bank',
  'adjustment.approved': 'Adjustment',
  'cashback.ended': 'Cashback ended with the account',
  'cashback.restored': 'Cashback restored',
  'bank.charge': 'Bank charge',
  'bank.transfer': 'Transfer between bank accounts',
  'bank.moved': 'Moved to another bank account',
  'bank.moved.reversed': 'Move to another bank account reversed',
  'bank.interest': 'Bank interest',
  'receipt.held': 'Receipt to be returned',
  'receipt.returned': 'Receipt returned',
  'line.credited': 'Bank correction: added',
  'line.debited': 'Bank correction: debited',
  'line.reversed': 'Bank correction reversed',
  'opening.balance': 'Opening balance',
  'opening.position': 'Opening position',
  'opening.bank': 'Opening balance of a bank account',
  'opening.bank.reversed': 'Opening balance of a bank account reversed',
}

/** The reason of an event, or what was paid outside the wallet. */
export const narrationOf = ({ reason, outside = null }: { reason: string | null; outside?: bigint | null }): string =>
  reason ?? (outside === null ? '' : formatRupees(outside))

type Entry = { readonly debit: LedgerAccount; readonly credit: LedgerAccount }

/** A sale has one entry for its cost and one for its profit or loss; a charge with GST has two entries. */
export function entryLabel(event: LedgerEvent, { debit, credit }: Entry): string {
  if (event === 'charge.approved' && credit === 'gst') return 'GST on a charge paid outside the wallet'
  if (event === 'loan.repaid') return credit === 'fees' ? 'Interest and fee' : 'Principal repaid'
  if (event !== 'trade.sold') return eventTitles[event]
  if (debit === 'invested') return 'Sale: your cost back'
  return debit === 'clearing' ? 'Sale: profit' : 'Sale: loss'
}
