import { type LedgerAccount, clientLedgerAccounts } from '@sauda/contract/core/ledger'
import { decimalRupees } from '@sauda/contract/platform/money'
import { escapeXmlLine, xmlElement } from '../../platform/workbook-parts.ts'
import { bookNames, type VoucherType } from '@sauda/contract/books/accounting'
import { eventNames } from '@sauda/contract/core/ledger'
import { nameOf } from '@sauda/contract/core/name'
import type { EntryRow, JournalRow } from './accounting.sql.ts'

/** The groups that every company in Tally has. */
const groups: Readonly<Record<LedgerAccount, string>> = {
  cash: 'Sundry Creditors',
  invested: 'Sundry Creditors',
  loan: 'Sundry Creditors',
  cashback: 'Sundry Creditors',
  withheld: 'Sundry Creditors',
  unsettled: 'Sundry Creditors',
  bank: 'Bank Accounts',
  clearing: 'Current Assets',
  loans_receivable: 'Loans & Advances (Asset)',
  fees: 'Direct Incomes',
  gst: 'Duties & Taxes',
  cashback_expense: 'Indirect Expenses',
  adjustment: 'Suspense A/c',
  bank_charges: 'Indirect Expenses',
  bank_interest: 'Indirect Incomes',
  unidentified: 'Current Liabilities',
  opening: 'Suspense A/c',
  transit: 'Current Assets',
  client_dues: 'Sundry Debtors',
  clearing_corporation: 'Current Assets',
  securities: 'Current Assets',
  brokerage: 'Direct Incomes',
  stt: 'Duties & Taxes',
  stamp_duty: 'Duties & Taxes',
  exchange_charges: 'Current Liabilities',
  sebi_fee: 'Current Liabilities',
  levy_difference: 'Indirect Expenses',
}

export type TallyLedger = { readonly name: string; readonly account: LedgerAccount; readonly mailingName?: string }

export const tallyStart = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME><STATICVARIABLES><IMPORTDUPS>@@DUPCOMBINE</IMPORTDUPS></STATICVARIABLES></REQUESTDESC>
<REQUESTDATA><TALLYMESSAGE xmlns:UDF="TallyUDF">
`
export const tallyEnd = '</TALLYMESSAGE></REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

/** Without an opening balance, so that a repeated import adds nothing to it. */
export const tallyMaster = ({ name, account, mailingName }: TallyLedger): string =>
  `<LEDGER NAME="${escapeXmlLine(name)}" ACTION="Create">${xmlElement('NAME', name)}${xmlElement('PARENT', groups[account])}${
    mailingName === undefined ? '' : xmlElement('MAILINGNAME', mailingName)
  }</LEDGER>\n`

/** Tally finds a voucher that it has by its REMOTEID: another import of it changes nothing. */
export function tallyVoucher(voucher: Voucher): string {
  const date = voucher.day.replaceAll('-', '')
  const party = voucher.lines.find(({ account }) => isOfClient(account)) ?? voucher.lines[0]
  return [
    `<VOUCHER REMOTEID="${voucher.id}" VCHTYPE="${voucher.type}" ACTION="Create" OBJVIEW="Accounting Voucher View">`,
    xmlElement('GUID', voucher.id),
    xmlElement('DATE', date),
    xmlElement('EFFECTIVEDATE', date),
    xmlElement('VOUCHERTYPENAME', voucher.type),
    xmlElement('VOUCHERNUMBER', voucher.number),
    voucher.reference && xmlElement('REFERENCE', voucher.reference),
    xmlElement('PARTYLEDGERNAME', party?.ledger ?? ''),
    xmlElement('NARRATION', voucher.narration),
    ...voucher.lines.map((line) => tallyLine(line, voucher, date)),
    '</VOUCHER>\n',
  ].join('')
}

/** A debit is a negative amount. How a payment was made is not known beyond its UTR. */
function tallyLine(line: VoucherLine, { utr }: Voucher, date: string): string {
  const { account, ledger, debit, credit } = line
  const amount = debit > 0n ? `-${decimalRupees(debit)}` : decimalRupees(credit)
  const payment =
    account === 'bank' && utr !== ''
      ? `<BANKALLOCATIONS.LIST>${xmlElement('DATE', date)}${xmlElement('INSTRUMENTDATE', date)}${xmlElement('NAME', utr)}${xmlElement('TRANSACTIONTYPE', 'Others')}${xmlElement('INSTRUMENTNUMBER', utr)}${xmlElement('AMOUNT', amount)}</BANKALLOCATIONS.LIST>`
      : ''
  return [
    '<ALLLEDGERENTRIES.LIST>',
    xmlElement('LEDGERNAME', ledger),
    xmlElement('ISDEEMEDPOSITIVE', debit > 0n ? 'Yes' : 'No'),
    xmlElement('ISPARTYLEDGER', isOfClient(account) ? 'Yes' : 'No'),
    xmlElement('AMOUNT', amount),
    payment,
    '</ALLLEDGERENTRIES.LIST>',
  ].join('')
}

/** One line of a voucher: what a ledger is debited or credited with, in paise. */
type VoucherLine = {
  readonly account: LedgerAccount
  readonly ledger: string
  readonly debit: bigint
  readonly credit: bigint
}

/** One journal; its sides are equal. */
export type Voucher = {
  readonly id: string
  readonly day: string
  readonly at: Date
  readonly type: VoucherType
  /** Number of its first ledger entry. */
  readonly number: string
  /** Reference of the request, trade or charge behind it. */
  readonly reference: string
  readonly client: string
  readonly clientName: string
  readonly narration: string
  readonly utr: string
  readonly lines: readonly VoucherLine[]
}

export type BankNames = ReadonlyMap<string, string>

/** Two accounts of one name are distinguished by the last digits, or by the id if a number is not known. */
export function bankNames(banks: readonly { id: string; name: string; ending: string | null }[]): BankNames {
  const named = banks.map(({ id, name, ending }) => ({ id, name: ending === null ? name : `${name} ${ending}` }))
  const isShared = (name: string) => named.filter((each) => each.name === name).length > 1
  return new Map(named.map(({ id, name }) => [id, isShared(name) ? `${name} ${id.slice(-6)}` : name]))
}

export const isOfClient = (account: LedgerAccount): boolean =>
  (clientLedgerAccounts as readonly LedgerAccount[]).includes(account)

/** By the client ID and without the client's name, which may change: a ledger must be the same in every export. */
export function ledgerName(
  account: LedgerAccount,
  { client, bank }: { readonly client: bigint | null; readonly bank: string | null },
  banks: BankNames,
): string {
  if (account === 'bank') return banks.get(bank ?? '') ?? bookNames.bank
  return isOfClient(account) && client !== null
    ? `${nameOf('client', client)} ${bookNames[account]}`
    : bookNames[account]
}

/** Money into or out of the bank makes a receipt or payment; between bank accounts alone it is a contra. */
function voucherTypeOf(lines: readonly VoucherLine[]): VoucherType {
  const inBank = lines.filter(({ account }) => account === 'bank')
  if (inBank.length === 0) return 'Journal'
  if (inBank.length === lines.length) return 'Contra'
  const change = inBank.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
  if (change === 0n) return 'Journal'
  return change > 0n ? 'Receipt' : 'Payment'
}

export function voucherOf(journal: JournalRow, entries: readonly EntryRow[], banks: BankNames): Voucher {
  const lines = linesOf(journal, entries, banks)
  const { client, reference, reason, utr, event } = journal
  const saudaId = client === null ? '' : nameOf('client', client)
  return {
    id: journal.id,
    day: journal.day,
    at: journal.at,
    type: voucherTypeOf(lines),
    number: `J${entries[0]?.id ?? ''}`,
    reference: reference ?? '',
    client: saudaId,
    clientName: journal.client_name ?? '',
    narration: [eventNames[event], reference, saudaId, utr && `UTR ${utr}`, reason].filter(Boolean).join(', '),
    utr: utr ?? '',
    lines,
  }
}

/** Debits first; entries of one ledger on the same side are one line. */
function linesOf(journal: JournalRow, entries: readonly EntryRow[], banks: BankNames): VoucherLine[] {
  const lines = (side: 'debit' | 'credit') => {
    const sums = new Map<LedgerAccount, bigint>()
    for (const entry of entries) sums.set(entry[side], (sums.get(entry[side]) ?? 0n) + entry.amount)
    return [...sums].map(([account, paise]) => ({
      account,
      ledger: ledgerName(account, journal, banks),
      debit: side === 'debit' ? paise : 0n,
      credit: side === 'credit' ? paise : 0n,
    }))
  }
  return [...lines('debit'), ...lines('credit')]
}
