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
import { type CsvRow, csvText, delimiters, readRows } from '../../platform/csv.ts'
import { isWorkbook, workbookRows } from '../../platform/workbook.ts'
import { sha256 } from '../../platform/secret.ts'
import {
  coveredBy,
  type Period,
  type ReadOptions,
  type ReadStatement,
  readStatement,
  readStatementRows,
} from './reconciliation.read.ts'
import { readAs } from './reconciliation.columns.ts'

/** Lines per insert. */
const batch = 1000

/** A statement as the import needs it. */
export type StatementFile = Pick<
  Reading,
  'account' | 'columns' | 'firstOn' | 'lastOn' | 'lines' | 'credits' | 'debits' | 'withoutAmount' | 'warnings'
> & {
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
  const statement = isWorkbook(bytes)
    ? readStatementRows(await workbookRows(bytes), options)
    : readStatement(bytes, options)
  const { columns, account, lines, withoutAmount } = statement
  const days = lines.map(({ bookedOn }) => bookedOn)
  const covered = coveredBy(statement.period ?? given, days)
  if (!covered) throw new AppError(reconciliationErrors.noPeriod)
  const sum = (direction: Direction) =>
    rupeesOf(lines.reduce((paise, line) => (line.direction === direction ? paise + line.amount : paise), 0n))
  const batches: Uint8Array[] = []
  for (let at = 0; at < lines.length; at += batch) batches.push(serialize(lines.slice(at, at + batch)))
  return {
    ...(account !== undefined && { account }),
    columns: readAs(columns),
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

/** Without a running balance nobody notices a line that is missing. */
const warningsOf = ({ columns }: ReadStatement): string[] =>
  columns.balance === undefined ? ['The file has no running balance, so it cannot be checked for missing lines.'] : []

/** The first rows, with the delimiter that finds most cells. To be called by a `fileReader`. */
export async function topRows({ bytes: sent }: Pick<SentStatement, 'bytes'>): Promise<string[][]> {
  const bytes = bufferOf(sent)
  if (isWorkbook(bytes)) return (await workbookRows(bytes)).slice(0, most).map(topCells)
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
