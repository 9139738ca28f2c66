import { commonErrors, conflict, invalid } from './error.ts'

/** csv: limits and errors of uploaded CSV files. */

export const csvRules = {
  bytes: 10 * 1024 * 1024,
  /** Rows of the table, without the text above and below it. */
  lines: 50_000,
} as const

/** Also said before a file is sent: the portal loads no other error of the contract. */
export const csvFaults = {
  tooManyBytes: 'This file is larger than 10 MB. Please import it in parts, for example month by month.',
  notText: 'This is not a text file. Download it as CSV.',
} as const

export const csvErrors = {
  twoAtOnce: commonErrors.twoAtOnce,
  notForm: { status: 415, message: 'Send the file as form data' },
  unknownField: invalid('The form has a field that is not known here'),
  twice: invalid('Send only one file'),
  needed: invalid('Please choose a file'),
  broken: { status: 400, message: 'The upload was incomplete. Please try again.' },
  tooManyBytes: { status: 413, message: csvFaults.tooManyBytes },
  tooManyLines: invalid('This file has more than 50,000 lines. Please import it in parts, for example month by month.'),
  tooMuch: invalid('This file takes too long to read. Please import it in parts, for example month by month.'),
  empty: invalid('This file is empty'),
  workbook: invalid('This is an Excel workbook, not a CSV file. Save it as CSV in UTF-8 and choose that file.'),
  brokenWorkbook: invalid('This Excel workbook cannot be read. Download the file again, or as CSV.'),
  lockedWorkbook: invalid(
    'This Excel workbook is protected by a password. Save it without a password and choose that file.',
  ),
  pdf: invalid('This is a PDF, not a CSV file. Download it as CSV.'),
  page: invalid(
    'This is a web page, even if its name ends in .xls, and has no table that can be read. Download the file again as CSV or Excel.',
  ),
  ofx: invalid('This is an OFX bank statement, not a CSV file. Import it with the bank statements.'),
  xml: invalid('This is an XML file, not a CSV file. Download the file as CSV.'),
  mt940: invalid('This is an MT940 bank statement, not a CSV file. Import it with the bank statements.'),
  notText: invalid(csvFaults.notText),
} as const

/** Part of sentences about files of exchanges and clearing corporations: a spreadsheet changes their dates and long numbers. */
export const untouchedFile = 'Choose the file as the exchange wrote it, without opening it in a spreadsheet.'

/** The errors of files that exchanges and clearing corporations write. */
export const exchangeCsvErrors = {
  ...csvErrors,
  workbook: invalid(`This is an Excel workbook, not the file of the exchange. ${untouchedFile}`),
  page: invalid(
    'This is a web page, not the file: the site may have shown an error or asked to log in. Open the site again, log in if it asks, and download the file.',
  ),
  tooMuch: invalid('This file is far larger than any of its kind. Download it again.'),
} as const

/** Errors of the files of exchanges and clearing corporations, which are imported once and may be packed. */
export const packedFileErrors = {
  noContent: invalid('The archive must contain one CSV file and nothing else'),
  brokenArchive: invalid('The archive cannot be unpacked. Download the file again.'),
  known: conflict('This file was already imported. Nothing was changed.'),
} as const

export const csvErrorList = Object.values(csvErrors)
export const exchangeCsvErrorList = Object.values(exchangeCsvErrors)

/** `line` counts from 1, as in a text editor. */
export function lineError(line: number, fault: string) {
  return invalid(`Line ${line}: ${fault}`)
}
