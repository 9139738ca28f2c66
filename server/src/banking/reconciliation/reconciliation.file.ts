import { serialize } from 'node:v8'
import { AppError } from '@sauda/contract/platform/error'
import { rupeesOf } from '@sauda/contract/platform/money'
import {
  type Direction,
  type Reading,
  reconciliationErrors,
  reconciliationRules,
} from '@sauda/contract/banking/reconciliation'
import { bufferOf } from '../../platform/called.ts'
import { type CsvRow, csvText, delimiters, isPage, readRows } from '../../platform/csv.ts'
import { isWorkbook, pageRows, workbookRows } from '../../platform/workbook.ts'
import { sha256 } from '../../platform/secret.ts'
import { coveredBy, type Period } from './reconciliation.above.ts'
import { type ReadOptions, type ReadStatement, readStatement, readStatementRows } from './reconciliation.read.ts'

/** Lines per insert. */
const batch = 1000

/** A statement as the import needs it. */
export type StatementFile = Pick<
  Reading,
  'columns' | 'unused' | 'firstOn' | 'lastOn' | 'lines' | 'credits' | 'debits' | 'withoutAmount' | 'warnings'
> & {
  /** The visible ends of the account numbers in the file. */
  readonly accounts: readonly string[]
  /** Hash of the file, in hexadecimal. */
  readonly sha256: string
  /** Serialised, because copying 50,000 lines from thread to thread would take the receiver 0.2 s at once. */
  readonly batches: readonly Uint8Array[]
}

type SentStatement = ReadOptions & {
  readonly bytes: Uint8Array
  /** Entered by the importer, if the file names none. */
  readonly period?: Period | undefined
}

/** To be called by a `fileReader`. Throws an AppError naming the line that cannot be read. */
export async function readFile({ bytes: sent, period: given, ...options }: SentStatement): Promise<StatementFile> {
  const bytes = bufferOf(sent)
  const rows = await tableRows(bytes)
  const statement = rows ? readStatementRows(rows, options) : readStatement(bytes, options)
  const { columns, unused, accounts, lines, withoutAmount } = statement
  const days = lines.map(({ bookedOn }) => bookedOn)
  const covered = coveredBy(statement.period ?? given, days)
  if (!covered) throw new AppError(reconciliationErrors.noPeriod)
  const sum = (direction: Direction) =>
    rupeesOf(lines.reduce((paise, line) => (line.direction === direction ? paise + line.amount : paise), 0n))
  const batches: Uint8Array[] = []
  for (let at = 0; at < lines.length; at += batch) batches.push(serialize(lines.slice(at, at + batch)))
  return {
    accounts,
    columns: [...columns],
    unused: [...unused],
    firstOn: covered.from,
    lastOn: covered.to,
    lines: lines.length,
    credits: sum('credit'),
    debits: sum('debit'),
    withoutAmount,
    warnings: warningsOf(statement),
    sha256: sha256(bytes).toString('hex'),
    batches,
  }
}

function warningsOf({ hasBalance, notBooked, columns }: ReadStatement): string[] {
  const warnings: string[] = []
  // Nobody notices a line that is missing.
  if (!hasBalance) warnings.push('The file has no running balance, so it cannot be checked for missing lines.')
  if (!columns.some(({ readAs }) => readAs === 'Text'))
    warnings.push('No column is read as the narration, so no payer is known. Choose the columns below.')
  if (notBooked === 1) warnings.push('1 row was left out: its status says that it is pending or failed.')
  if (notBooked > 1)
    warnings.push(`${notBooked} rows were left out: their status says that they are pending or failed.`)
  return warnings
}

/** The rows of a workbook, or of a web page that a bank calls one; undefined for text. */
function tableRows(bytes: Buffer): Promise<CsvRow[]> | undefined {
  if (isWorkbook(bytes)) return workbookRows(bytes)
  return isPage(bytes) ? pageRows(bytes) : undefined
}

/** The first rows, with the delimiter that finds most cells. To be called by a `fileReader`. */
export async function topRows({ bytes: sent }: Pick<SentStatement, 'bytes'>): Promise<string[][]> {
  const bytes = bufferOf(sent)
  const read = await tableRows(bytes)
  if (read) return read.slice(0, most).map(topCells)
  const text = csvText(bytes).split('\n', most).join('\n')
  const tables = delimiters.map((delimiter) => {
    const rows: string[][] = []
    try {
      readRows(text, delimiter, (row) => rows.push(topCells(row)))
    } catch (error) {
      // Another delimiter fits, or the quote closes below these rows.
      if (!(error instanceof AppError)) throw error
    }
    return rows
  })
  return tables.reduce((best, rows) => (cellCount(rows) > cellCount(best) ? rows : best))
}

const most = reconciliationRules.layoutRows
const topCells = ({ cells }: CsvRow): string[] => cells.slice(0, 60).map((cell) => cell.slice(0, 200))
const cellCount = (rows: readonly (readonly string[])[]): number => rows.reduce((sum, row) => sum + row.length - 1, 0)
