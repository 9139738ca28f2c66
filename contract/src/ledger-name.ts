import type { ClientLedgerAccount, LedgerAccount } from './ledger.ts'

/** ledger-name: what clients read for the accounts of the ledger. Without schemas: the portal reads it too. */

export const figureNames: Readonly<Record<ClientLedgerAccount, string>> = {
  cash: 'Balance',
  invested: 'Invested',
  loan: 'Loan money',
  cashback: 'Cashback',
  withheld: 'On hold for withdrawal',
}

export const figures = Object.keys(figureNames) as readonly ClientLedgerAccount[]

export const accountNames: Readonly<Record<LedgerAccount, string>> = {
  ...figureNames,
  bank: 'Bank',
  clearing: 'Trading profit and loss',
  loans_receivable: 'Loans',
  fees: 'Fees and charges',
  gst: 'GST',
  cashback_expense: 'Cashback credits',
  adjustment: 'Adjustments',
  bank_charges: 'Bank charges',
  bank_interest: 'Bank interest',
  unidentified: 'Receipts to be returned',
  opening: 'Opening balances',
  transit: 'Transfers between bank accounts',
}
