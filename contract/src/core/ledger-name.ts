import type { ClientLedgerAccount, LedgerAccount } from './ledger.ts'

/** ledger-name: what clients read for the accounts of the ledger. Without schemas: the portal reads it too. */

/** `dues`: what the client owes for executed trades. */
export type ClientFigure = ClientLedgerAccount | 'dues'

export const figureNames: Readonly<Record<ClientFigure, string>> = {
  cash: 'Balance',
  invested: 'Invested',
  loan: 'Loan money',
  cashback: 'Cashback',
  withheld: 'On hold for withdrawal',
  unsettled: 'Unsettled sale proceeds',
  dues: 'Dues',
}

export const allFigures = Object.keys(figureNames) as readonly ClientFigure[]
const tradingFigures: readonly ClientFigure[] = ['unsettled', 'dues']

/** The figures to show of these rows: those of trading only where a row has some. */
export const figuresIn = (...rows: readonly Partial<Readonly<Record<ClientFigure, bigint | number>>>[]) =>
  allFigures.filter((figure) => !tradingFigures.includes(figure) || rows.some((row) => Boolean(row[figure])))

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
  client_dues: 'Dues',
  clearing_corporation: 'Clearing corporation',
  securities: 'Securities',
  brokerage: 'Brokerage',
  stt: 'STT',
  stamp_duty: 'Stamp duty',
  exchange_charges: 'Exchange charges',
  sebi_fee: 'SEBI fee',
  levy_difference: 'Differences in levies',
}
