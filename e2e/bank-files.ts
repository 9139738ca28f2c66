import { utils, write } from '@e965/xlsx'
import { decimalRupees, paiseOf } from '@sauda/contract/platform/money'

/** A file as a browser uploads it. */
export type BankFile = { name: string; mimeType: string; buffer: Buffer }

/** One entry of a bank; rupees. */
export type BankEntry = { text: string; reference?: string; debit?: number; credit?: number }

type DateForm = 'dd/mm/yy' | 'dd/mm/yyyy' | 'dd-mm-yyyy' | 'd Mon yyyy'

/** Today in India, or some days before, as a bank writes it. */
function dateAs(form: DateForm, daysAgo = 0): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(new Date(Date.now() - daysAgo * 86_400_000))
  const [day, month, year] = ['day', 'month', 'year'].map(
    (type) => parts.find((part) => part.type === type)?.value ?? '',
  ) as [string, string, string]
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return {
    'dd/mm/yy': `${day}/${month}/${year.slice(2)}`,
    'dd/mm/yyyy': `${day}/${month}/${year}`,
    'dd-mm-yyyy': `${day}-${month}-${year}`,
    'd Mon yyyy': `${Number(day)} ${names[Number(month) - 1]} ${year}`,
  }[form]
}

/** `1500.00` */
export const rupees = (amount: number): string => decimalRupees(paiseOf(amount))
const withBalance = (entries: readonly BankEntry[], opening: number) => {
  let balance = opening
  return entries.map(({ text, reference = '', debit = 0, credit = 0 }) => {
    balance += credit - debit
    return { text, reference, debit, credit, balance }
  })
}
const textFile = (name: string, lines: readonly string[], mimeType = 'text/plain'): BankFile => ({
  name,
  mimeType,
  buffer: Buffer.from(lines.join('\r\n')),
})

/** HDFC NetBanking, “Delimited”: blanks around each cell, zeros for no reference. */
export function hdfcDelimited(entries: readonly BankEntry[], opening: number): BankFile {
  const today = dateAs('dd/mm/yy')
  const rows = withBalance(entries, opening).map(
    ({ text, reference, debit, credit, balance }) =>
      `  ${today} ,${text}  ,${today} ,  ${rupees(debit)} ,  ${rupees(credit)} ,${(reference || '0').padStart(16, '0')} ,  ${rupees(balance)}`,
  )
  const header =
    '  Date     ,Narration                      ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance'
  return textFile(`50200087654321_${dateAs('dd-mm-yyyy')}.txt`, [header, ...rows])
}

/** ICICI Corporate Internet Banking: an Excel 97 workbook with a column before the first one. */
export function iciciWorkbook(account: string, entries: readonly BankEntry[], opening: number): BankFile {
  const today = dateAs('dd/mm/yyyy')
  const header = ['', 'S No.', 'Value Date', 'Transaction Date', 'Cheque Number', 'Transaction Remarks']
  const amounts = ['Withdrawal Amount (INR )', 'Deposit Amount (INR )', 'Balance (INR )']
  const sheet = utils.aoa_to_sheet([
    ['DETAILED STATEMENT'],
    [],
    ['', 'Account Number', `${account} ( INR ) - SAUDA BROKING`],
    ['', `Transaction Period : From ${today} To ${today}`],
    [],
    [...header, ...amounts],
    ...withBalance(entries, opening).map(({ text, debit, credit, balance }, index) => [
      '',
      index + 1,
      today,
      today,
      '-',
      text,
      debit,
      credit,
      balance,
    ]),
    [],
    ['', 'Legends Used in Account Statement'],
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'OpTransactionHistory')
  const buffer = write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer
  return { name: 'OpTransactionHistory.xls', mimeType: 'application/vnd.ms-excel', buffer }
}

const grouped = (rupees: number): string =>
  rupees === 0 ? '' : rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** State Bank of India: tab-separated text under the name of a workbook, with Indian grouping. */
export function sbiText(account: string, entries: readonly BankEntry[], opening: number): BankFile {
  const today = dateAs('d Mon yyyy')
  return textFile(
    `sbi_${account}.xls`,
    [
      'Account Name       :\tSAUDA BROKING PVT LTD',
      `Account Number       :\t_000000${account}`,
      `Start Date  :\t${today}`,
      `End Date  :\t${today}`,
      '',
      'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance',
      ...withBalance(entries, opening).map(({ text, reference, debit, credit, balance }) =>
        [today, today, text, reference, grouped(debit), grouped(credit), grouped(balance)].join('\t'),
      ),
      '',
      '**This is a computer generated statement and does not require a signature',
    ],
    'application/vnd.ms-excel',
  )
}

/** Axis: DR, CR and BAL, with the branch at the end. */
export function axisCsv(account: string, entries: readonly BankEntry[], opening: number): BankFile {
  const today = dateAs('dd-mm-yyyy')
  return textFile(
    `axis_${account}.csv`,
    [
      'Name :- SAUDA BROKING',
      `Statement of Account No - ${account} for the period (From : ${today} To : ${today})`,
      '',
      'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL',
      ...withBalance(entries, opening).map(
        ({ text, debit, credit, balance }) =>
          `${today},-,"${text}",${debit ? rupees(debit) : ''},${credit ? rupees(credit) : ''},${rupees(balance)},0007`,
      ),
    ],
    'text/csv',
  )
}

/** Kotak for yesterday, a day without entries: the opening balance only. */
export function kotakQuiet(account: string, opening: number): BankFile {
  const day = dateAs('dd-mm-yyyy', 1)
  return textFile(
    'kotak.csv',
    [
      '"SAUDA BROKING"',
      `"Account No.","${account}"`,
      `"Period","From ${day} To ${day}"`,
      '',
      '"Sl. No.","Transaction Date","Value Date","Description","Chq / Ref No.","Debit","Credit","Balance","Dr / Cr"',
      `"Opening balance","","","","","","","${grouped(opening)}","CR"`,
    ],
    'text/csv',
  )
}
