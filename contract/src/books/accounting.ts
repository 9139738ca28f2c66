import * as z from 'zod/mini'
import { tooManyExports } from '../core/export.ts'
import { call } from '../platform/call.ts'
import { day, rupeesOut } from '../platform/field.ts'
import { ledgerAccount, type LedgerAccount } from '../core/ledger.ts'
import { accountNames } from '../core/ledger-name.ts'
import { reportErrors, reportRules } from './report.ts'

/** accounting: the journal of a range of days as files for the broker's accounting software. */

/** How the desk and accountants name the ledger accounts, where clients read another name. */
export const bookNames: Readonly<Record<LedgerAccount, string>> = {
  ...accountNames,
  loan: 'Unused loan',
  clearing: 'Clearing (trading P&L)',
  loans_receivable: 'Loans outstanding',
  fees: 'Fees',
  cashback_expense: 'Cashback expense',
  client_dues: 'Dues of clients',
  securities: 'Securities of clients',
  stt: 'STT payable',
  stamp_duty: 'Stamp duty payable',
  exchange_charges: 'Exchange charges payable',
  sebi_fee: 'SEBI fee payable',
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
