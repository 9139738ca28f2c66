import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { decimalRupees } from '@sauda/contract/platform/money'
import { escapeXmlLine, xmlElement } from '../../platform/workbook-parts.ts'
import { isOfClient, type Voucher, type VoucherLine } from './accounting.voucher.ts'

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
