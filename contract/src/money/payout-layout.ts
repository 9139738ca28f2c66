import * as z from 'zod/mini'
import { id, keysOf, line, optionalLine } from '../platform/field.ts'

/** The layout of the file with which a bank pays a batch, and of the file in which it answers. */

export const layoutFields = {
  mode: 'The bank’s code for the way of payment, as entered below',
  account: 'Account number of the payee',
  ifsc: 'IFSC of the payee',
  name: 'Name of the payee, letters and digits only',
  amount: 'Amount with two decimals',
  date: 'Date of the download',
  reference: 'Number of the withdrawal, such as WDR100001',
  saudaId: 'Client ID, such as SD100001',
  payeeCode: 'Client ID, only in payments within the same bank',
  batch: 'Number of the batch, such as PAY100001',
  debitAccount: 'Account number of the broker',
  debitIfsc: 'IFSC of the broker’s account',
  corporateCode: 'Corporate or client code from the bank',
  serial: 'Number of the file among those of the account and date, from 1; added to a file name without it',
  count: 'Number of payments',
  total: 'Sum of the payments',
} as const
export type LayoutField = keyof typeof layoutFields

export const delimiters = { ',': 'Comma', '|': 'Pipe', '~': 'Tilde', ';': 'Semicolon', '\t': 'Tab' } as const
export type LayoutDelimiter = keyof typeof delimiters

export const layoutRules = { columns: 80, cell: 120 } as const

/** `{name:40}` is the name cut to 40 characters, `{serial:3}` has three digits, `{date:DD/MM/YYYY}` is a date. */
export const placeholder = /\{(\w+)(?::([^{}]{1,20}))?\}/g

const dateForm = /^(?:[DMY]|[/.-])+$/

function fieldFault(text: string): string | undefined {
  for (const [whole, name = '', form] of text.matchAll(placeholder)) {
    if (!(name in layoutFields)) return `${whole} is not a known field`
    const isFitting = name === 'date' ? dateForm.test(form ?? '') : form === undefined || /^\d{1,3}$/.test(form)
    if (!isFitting)
      return name === 'date' ? 'Write dates such as {date:DD/MM/YYYY}' : `${whole} needs a number of characters`
  }
  return /[{}]/.test(text.replace(placeholder, '')) ? `The braces in ${text} do not enclose a field` : undefined
}

function template(max: number) {
  return optionalLine(max).check(
    z.superRefine((text, context) => {
      const message = fieldFault(text)
      if (message) context.addIssue({ code: 'custom', message, input: text })
    }),
  )
}

const cells = (error: string) =>
  z
    .array(template(layoutRules.cell), { error })
    .check(z.maxLength(layoutRules.columns, { error: `A file has at most ${layoutRules.columns} columns` }))

const modeError = 'Enter the codes of the bank for NEFT and RTGS'
const neededFields = ['account', 'amount', 'reference'] as const

const hasNeeded = (row: readonly string[]): boolean =>
  neededFields.every((field) => row.some((cell) => [...cell.matchAll(placeholder)].some(([, name]) => name === field)))

/** A number from 1, or headings separated by commas of which the file has one. */
const column = optionalLine(200)

export const payoutLayout = z.object({
  name: line('Enter a name for the layout', 60),
  format: z.enum(['text', 'xlsx'], { error: 'Choose text or Excel' }),
  delimiter: z.enum(keysOf(delimiters), { error: 'Choose what separates the columns' }),
  fileName: template(80).check(z.minLength(1, { error: 'Enter the file name' })),
  corporateCode: optionalLine(32),
  modes: z.object({
    /** Empty: as to any other bank. */
    internal: optionalLine(20),
    neft: line(modeError, 20),
    rtgs: line(modeError, 20),
  }),
  /** The first line, with headings or the file’s own record; empty if the file begins with the payments. */
  top: cells('Enter the first line as a list of columns'),
  row: cells('Enter the columns of a payment').check(
    z.refine(hasNeeded, { error: 'Each payment needs the fields {account}, {amount} and {reference}' }),
  ),
  response: z.object({
    reference: column,
    amount: column,
    status: column,
    utr: column,
    reason: column,
    /** Separated by commas. */
    paid: line('Enter the words for a payment that was made', 200),
    failed: line('Enter the words for a payment that failed', 200),
  }),
})
export type PayoutLayout = z.output<typeof payoutLayout>

/** The characters of a name in a bank's file: Latin letters without accents, digits and single spaces. */
export const latinName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()

export const bankLayout = z.object({
  bankId: id,
  bankName: z.string(),
  accountNumber: z.optional(z.string()),
  ifsc: z.optional(z.string()),
  /** Absent until an administrator has chosen one. */
  layout: z.optional(payoutLayout),
})
export type BankLayout = z.output<typeof bankLayout>

/** For banks whose answer has headings: the names in use. */
const usualResponse = {
  reference: 'REF_NO, Customer Ref No, Customer Reference, Payment_Ref_No, Reference No',
  amount: 'AMOUNT, AMT, AMNT',
  status: 'STATUS, Transaction Status, Payment Status',
  utr: 'UTR, UTR NO, UTR Number, Bank Reference, Bank Ref No',
  reason: 'REASON, Reject Reason, Error Description',
  paid: 'Paid, Success, Successful, Processed, Executed, Completed',
  failed: 'Failed, Failure, Rejected, Returned, Cancelled',
} as const

const icici = {
  PYMT_PROD_TYPE_CODE: 'PAB_VENDOR',
  PYMT_MODE: '{mode}',
  DEBIT_ACC_NO: '{debitAccount}',
  BNF_NAME: '{name}',
  BENE_ACC_NO: '{account}',
  BENE_IFSC: '{ifsc}',
  AMOUNT: '{amount}',
  DEBIT_NARR: '{reference}',
  CREDIT_NARR: '{reference}',
  MOBILE_NUM: '',
  EMAIL_ID: '',
  REMARK: '{reference}',
  PYMT_DATE: '{date:DD-MM-YYYY}',
  REF_NO: '{reference}',
  ADDL_INFO1: '',
  ADDL_INFO2: '',
  ADDL_INFO3: '',
  ADDL_INFO4: '',
  ADDL_INFO5: '',
} as const

/** To start from; each bank’s own specification for the client code counts. */
export const payoutLayouts: readonly PayoutLayout[] = [
  {
    name: 'HDFC ENet',
    format: 'text',
    delimiter: ',',
    fileName: '{corporateCode}{date:DDMM}.{serial:3}',
    corporateCode: '',
    modes: { internal: 'I', neft: 'N', rtgs: 'R' },
    top: [],
    // 28 columns: 14 is the reference that the reverse file and the statement repeat, 23 the date, 25 the IFSC.
    row: '{mode},{payeeCode:13},{account},{amount},{name:40},,,,,,,,,{reference:20},,,,,,,,,{date:DD/MM/YYYY},,{ifsc},,,'.split(
      ',',
    ),
    response: {
      reference: '1',
      amount: '6',
      status: '9',
      utr: '8',
      reason: '10',
      paid: 'E, Executed',
      failed: 'R, Rejected',
    },
  },
  {
    name: 'ICICI CIB',
    format: 'xlsx',
    delimiter: ',',
    fileName: '{batch}.xlsx',
    corporateCode: '',
    modes: { internal: 'FT', neft: 'NEFT', rtgs: 'RTGS' },
    top: Object.keys(icici),
    row: Object.values(icici),
    response: usualResponse,
  },
  {
    name: 'Kotak CMS',
    format: 'text',
    delimiter: '~',
    fileName: '{batch}.txt',
    corporateCode: '',
    modes: { internal: 'IFT', neft: 'NEFT', rtgs: 'RTGS' },
    top: [],
    // 49 columns.
    row: `{corporateCode}~RPAY~{mode}~{reference:20}~{date:DD/MM/YYYY}~~{debitAccount}~{amount}~M~~{name}~~{ifsc}~{account}~~~~~~~~~~{reference}~{reference}${'~'.repeat(24)}`.split(
      '~',
    ),
    response: usualResponse,
  },
  {
    name: 'Union Bank text',
    format: 'text',
    delimiter: ',',
    fileName: '{batch}.txt',
    corporateCode: '',
    modes: { internal: '', neft: 'NEFT', rtgs: 'RTGS' },
    top: ['FILEHDR', '{corporateCode:32}', '{serial:6}', 'N', '{batch}'],
    row: '{mode},{debitIfsc},{debitAccount:24},{ifsc},{account:24},INR,{amount},{reference:140},{name:40},,{reference:20}'.split(
      ',',
    ),
    response: usualResponse,
  },
]
