import type { ClientLedgerAccount, LedgerAccount, LedgerEvent } from '@sauda/contract/ledger'
import { paiseOf } from '@sauda/contract/money'
import type { Entry } from './ledger.api.ts'

const count = new Intl.NumberFormat('en-IN')

export const ledgerText = {
  loading: (entries: number) => (entries === 1 ? 'Loaded 1 entry' : `Loaded ${count.format(entries)} entries`),
  downloaded: (entries: number) =>
    entries === 1 ? '1 entry downloaded' : `${count.format(entries)} entries downloaded`,
} as const

const eventLabels: Record<LedgerEvent, string> = {
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
  'adjustment.approved': 'Adjustment',
}

/** A sale has one entry for its cost and one for its profit or loss; a charge with GST has two entries. */
export function entryLabel({ event, debit, credit }: Pick<Entry, 'event' | 'debit' | 'credit'>): string {
  if (event === 'charge.approved' && credit === 'gst') return 'GST on a charge paid outside the wallet'
  if (event !== 'trade.sold') return eventLabels[event]
  if (debit === 'invested') return 'Sale: your cost back'
  return debit === 'clearing' ? 'Sale: profit' : 'Sale: loss'
}

const figureLabels: Record<ClientLedgerAccount, string> = {
  cash: 'Balance',
  invested: 'Invested',
  loan: 'Loan money',
  cashback: 'Cashback',
  withheld: 'On hold for withdrawal',
}

export type Change = { readonly figure: string; readonly paise: bigint }

export function changesOf({ debit, credit, amount }: Pick<Entry, 'debit' | 'credit' | 'amount'>): Change[] {
  const paise = paiseOf(amount)
  const own = (account: LedgerAccount, change: bigint) => {
    const figure = (figureLabels as Partial<Record<LedgerAccount, string>>)[account]
    return figure === undefined ? [] : [{ figure, paise: change }]
  }
  return [...own(debit, -paise), ...own(credit, paise)]
}
