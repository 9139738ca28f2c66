import type { ClientLedgerAccount, LedgerAccount, LedgerEvent } from '@sauda/contract/ledger'
import { paiseOf } from '@sauda/contract/money'
import type { Entry } from './ledger.api.ts'

const eventWords: Record<LedgerEvent, string> = {
  'deposit.approved': 'Funds added',
  'withdrawal.requested': 'Withdrawal requested',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.refused': 'Withdrawal refused, money back',
  'loan.accepted': 'Loan accepted',
  'loan.repaid': 'Loan repaid',
  'trade.bought': 'Bought',
  'trade.sold': 'Sold',
  'trade.reversed': 'Trade reversed by us',
  'charge.approved': 'Charge paid outside the wallet',
  'adjustment.approved': 'Correction by us',
}

/**
 * A sale is several lines: what the position had cost comes back, and the profit or the loss stands by itself. A charge with
 * GST is two.
 */
export function whatWords({ event, debit, credit }: Pick<Entry, 'event' | 'debit' | 'credit'>): string {
  if (event === 'charge.approved' && credit === 'gst') return 'GST on a charge paid outside the wallet'
  if (event !== 'trade.sold') return eventWords[event]
  if (debit === 'invested') return 'Sold: cost returned'
  return debit === 'clearing' ? 'Sold: profit' : 'Sold: loss'
}

const figureWords: Record<ClientLedgerAccount, string> = {
  cash: 'Balance',
  invested: 'Invested',
  loan: 'Loan money',
  cashback: 'Cashback',
  withheld: 'On its way to your bank',
}

export type Change = { readonly figure: string; readonly paise: bigint }

/** Which of the client's own figures an entry changed, and by how much; the house's side is no figure of theirs. */
export function changesOf({ debit, credit, amount }: Pick<Entry, 'debit' | 'credit' | 'amount'>): Change[] {
  const paise = paiseOf(amount)
  const own = (account: LedgerAccount, change: bigint) => {
    const figure = (figureWords as Partial<Record<LedgerAccount, string>>)[account]
    return figure === undefined ? [] : [{ figure, paise: change }]
  }
  return [...own(debit, -paise), ...own(credit, paise)]
}
