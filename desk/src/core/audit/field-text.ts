import { decimalOf } from '@sauda/contract/platform/decimal'
import { formatRupees } from '@sauda/contract/platform/money'
import { capitalize } from '@sauda/contract/platform/sentence'
import { priceText, quantityText } from '../../shell/format.ts'
import { formatDate, formatDateTimeSeconds } from '@sauda/web/date-time'

/** Field names that splitting at capitals would not make readable. */
const names: Readonly<Record<string, string>> = {
  aadhaarNumber: 'Aadhaar',
  added: 'new lines',
  aprPercent: 'APR',
  chargeType: 'type',
  documents: 'document',
  feeGst: 'GST in the fee',
  feePaid: 'fee paid',
  firstOn: 'first day',
  fno: 'FnO',
  fromUnsettled: 'from sale proceeds',
  toUnsettled: 'to sale proceeds',
  fromCash: 'from the balance',
  fromLoan: 'from the loan',
  gst: 'GST',
  ifsc: 'IFSC',
  isDocsVerified: 'documents',
  lastOn: 'last day',
  nominees: 'nominee',
  paise: 'amount',
  pan: 'PAN',
  panNumber: 'PAN',
  profitLoss: 'profit or loss',
  quantityLeft: 'quantity left',
  ratePercent: 'interest rate',
  samePan: 'same PAN',
  sha256: 'SHA-256 of the file',
  termsSha256: 'SHA-256 of the terms',
  toLoan: 'to the loan',
  utr: 'UTR',
}

/** `nominees.0.share` as "Nominee 1 share". */
export function fieldText(field: string): string {
  const words = field
    .replace(/^value\./, '')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (names[part] ?? wordsOf(part))))
    .join(' ')
  return capitalize(words)
}

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bid$/, 'ID')

const rupeeFields =
  /^(amount|fee|feeGst|gst|price|observed|net|principal|totalPayable|profitLoss|from[A-Z]\w+|to(Loan|Unsettled)|\w+Paid|\w+Value)$/
const quantityFields = /^(quantity|quantityLeft|buyQuantity|sellQuantity)$/
const percentFields = /(Percent|^share)$/

/** By field and value where one word means several things. */
const values: Readonly<Record<string, string>> = {
  'isDocsVerified PENDING': 'Pending',
  'isDocsVerified UNVERIFIED': 'Not verified',
  'isDocsVerified REVOKED': 'Verification revoked',
  'status PENDING': 'Not paid',
  'status PAID': 'Pending',
  'status APPROVED': 'Paid',
  'status REJECTED': 'Payment rejected',
  'status pending': 'Pending',
  'status rejected': 'Rejected',
  'status waiting': 'Pending',
  aadhaar: 'Aadhaar card',
  admin_approved: 'Offered',
  in_force: 'Active',
  kyc: 'KYC',
  pan: 'PAN card',
}
const wordFields = /^(status|isDocsVerified|kind|document|documents|exception|frequency|role)$/

export function valueText(field: string, text: string): string {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatDateTimeSeconds(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
  const size = text.replace(/^-/, '')
  if (decimalOf(size) !== undefined) {
    if (name === 'paise') return formatRupees(BigInt(text))
    if (rupeeFields.test(name)) return `${size === text ? '' : '−'}${priceText(size)}`
    if (quantityFields.test(name)) return quantityText(text)
    return percentFields.test(name) ? `${text}%` : text
  }
  if (!wordFields.test(name)) return text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, formatDate)
  return values[`${name} ${text}`] ?? values[text] ?? capitalize(text.toLowerCase().replaceAll(/[_-]/g, ' '))
}
