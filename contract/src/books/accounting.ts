import * as z from 'zod/mini'
import { tooManyExports } from '../core/export.ts'
import { call } from '../platform/call.ts'
import { day, rupeesOut } from '../platform/field.ts'
import { ledgerAccount, type LedgerAccount, type LedgerEvent } from '../core/ledger.ts'
import { reportErrors, reportRules } from './report.ts'

/** accounting: the journal of a range of days as files for the broker's accounting software. */

/** How the desk and accountants name the ledger accounts. */
export const bookNames: Readonly<Record<LedgerAccount, string>> = {
  cash: 'Balance',
  invested: 'Invested',
  loan: 'Unused loan',
  cashback: 'Cashback',
  withheld: 'On hold for withdrawal',
  unsettled: 'Unsettled sale proceeds',
  bank: 'Bank',
  clearing: 'Clearing (trading P&L)',
  loans_receivable: 'Loans outstanding',
  fees: 'Fees',
  gst: 'GST',
  cashback_expense: 'Cashback expense',
  adjustment: 'Adjustments',
  bank_charges: 'Bank charges',
  bank_interest: 'Bank interest',
  unidentified: 'Receipts to be returned',
  opening: 'Opening balances',
  transit: 'Transfers between bank accounts',
  client_dues: 'Dues of clients',
  clearing_corporation: 'Clearing corporation',
  securities: 'Securities of clients',
  brokerage: 'Brokerage',
  stt: 'STT payable',
  stamp_duty: 'Stamp duty payable',
  exchange_charges: 'Exchange charges payable',
  sebi_fee: 'SEBI fee payable',
  levy_difference: 'Differences in levies',
}

export const eventNames: Readonly<Record<LedgerEvent, string>> = {
  'deposit.approved': 'Deposit approved',
  'withdrawal.requested': 'Withdrawal requested',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.refused': 'Withdrawal rejected',
  'loan.accepted': 'Loan accepted',
  'loan.repaid': 'Loan repaid',
  'trade.bought': 'Trade bought',
  'trade.sold': 'Trade sold',
  'trade.reversed': 'Trade reversed',
  'charge.approved': 'Charge paid',
  'charge.returned': 'Charge payment returned by the bank',
  'adjustment.approved': 'Adjustment',
  'cashback.ended': 'Cashback ended with the account',
  'cashback.restored': 'Cashback restored',
  'bank.charge': 'Bank charge',
  'bank.interest': 'Bank interest',
  'bank.transfer': 'Transfer between bank accounts',
  'bank.moved': 'Moved to another bank account',
  'bank.moved.reversed': 'Move to another bank account reversed',
  'receipt.held': 'Receipt to be returned',
  'receipt.returned': 'Receipt returned',
  'line.credited': 'Bank line credited',
  'line.debited': 'Bank line debited',
  'line.reversed': 'Booking of a bank line reversed',
  'opening.balance': 'Opening balance imported',
  'securities.opened': 'Open positions at cost',
  'opening.position': 'Opening position imported',
  'opening.bank': 'Opening balance of a bank account',
  'opening.bank.reversed': 'Opening balance of a bank account reversed',
  'trade.confirmed': 'Trade confirmed by the exchange',
  'contract.booked': 'Contract note',
  'contract.adjusted.stt': 'STT of a contract note adjusted',
  'contract.adjusted.stamp': 'Stamp duty of a contract note adjusted',
  'contract.adjusted.stt.again': 'STT of a contract note adjusted, other exchange',
  'contract.adjusted.stamp.again': 'Stamp duty of a contract note adjusted, other exchange',
  'contract.reversed': 'Contract note reversed',
  'settlement.released': 'Sale proceeds released',
  'dp.charged': 'DP charge',
  'dp.reversed': 'DP charge reversed',
  'clearing.paid': 'Pay-in to the clearing corporation',
  'clearing.received': 'Pay-out of the clearing corporation',
  'levy.paid': 'Levy paid',
  'levy.difference': 'Difference in a levy',
}

export const voucherTypes = ['Receipt', 'Payment', 'Contra', 'Journal'] as const
export type VoucherType = (typeof voucherTypes)[number]

export const accountingRules = {
  days: reportRules.days,
  /** Vouchers of one file; a voucher has a few lines, and a sheet of a workbook at most 1,048,576 rows. */
  vouchers: 200_000,
} as const

export const accountingErrors = {
  order: reportErrors.order,
  long: reportErrors.long,
  tooLong: { status: 413, message: 'This range has more than 2,00,000 vouchers. Choose a shorter range' },
} as const

const range = { from: day('Enter the first day of the export'), to: day('Enter the last day of the export') }
const e = accountingErrors

export const accountingCalls = {
  totals: call('GET /desk/accounting', 'ledger.read', {
    does: 'What the journal of the days from `from` to `to` contains: vouchers, and debits and credits by ledger account.',
    reads: [],
    query: z.object(range),
    reply: z.object({
      vouchers: z.number(),
      accounts: z.array(z.object({ account: ledgerAccount, debit: rupeesOut, credit: rupeesOut })),
    }),
    errors: [e.order, e.long],
  }),
  journal: call('GET /desk/accounting/journal', 'ledger.read', {
    does: 'The journal of the days as CSV, workbook (XLSX) or Tally XML with ledger masters first; ids stay the same in every export.',
    query: z.object({ ...range, format: z.enum(['csv', 'xlsx', 'xml'], { error: 'Choose csv, xlsx or xml' }) }),
    reply: 'file',
    errors: [e.order, e.long, e.tooLong, tooManyExports(20, '22 Nov 2026, 6:30 pm')],
  }),
}
