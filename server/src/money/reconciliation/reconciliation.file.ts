import { statementFileErrors } from '@sauda/contract/money/statement-file'
import { serialize } from 'node:v8'
import { AppError } from '@sauda/contract/platform/error'
import { csvErrors } from '@sauda/contract/platform/csv'
import type { Reply } from '@sauda/contract/platform/call'
import { rupeesOf } from '@sauda/contract/platform/money'
import {
  type Direction,
  type Reading,
  type reconciliationCalls,
  reconciliationErrors,
  reconciliationRules,
} from '@sauda/contract/money/reconciliation'
import { bufferOf } from '../../platform/called.ts'
import { type CsvRow, csvText, delimiters, fileKind, plainText, readRows } from '../../platform/csv.ts'
import { pageRows, workbookSheets } from '../../platform/workbook.ts'
import { sha256 } from '../../platform/secret.ts'
import { readCamt } from './reconciliation.camt.ts'
import { messageRows } from './reconciliation.message.ts'
import { readMt940 } from './reconciliation.mt940.ts'
import { readOfx } from './reconciliation.ofx.ts'
import { coveredBy, type Period } from './reconciliation.above.ts'
import { hasHeader, type ReadOptions, type ReadStatement, readStatement } from './reconciliation.read.ts'

/** Lines per insert. */
const batch = 1000

/** A statement as the import needs it. */
export type StatementFile = Pick<
  Reading,
  | 'columns'
  | 'unused'
  | 'sheet'
  | 'sheets'
  | 'firstOn'
  | 'lastOn'
  | 'lines'
  | 'credits'
  | 'debits'
  | 'withoutAmount'
  | 'warnings'
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
  /** A sheet of a workbook; by default the first that names the columns. */
  readonly sheet?: string | undefined
}

/** To be called by a `fileReader`. Throws an AppError naming the line that cannot be read. */
export async function readFile({ period: given, ...sent }: SentStatement): Promise<StatementFile> {
  const bytes = bufferOf(sent.bytes)
  const table = await tableOf(bytes, sent)
  const statement = readStatement(table?.rows ?? bytes, sent)
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
    ...(table?.sheets && { sheet: table.sheet, sheets: table.sheets }),
    sha256: hashOf(bytes, table).toString('hex'),
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

type FileTable = {
  readonly rows: readonly CsvRow[]
  /** The sheet that is read, and the names of all, where a workbook has several. */
  readonly sheet?: string
  readonly sheets?: string[]
}

/** The rows of a file that is no text with cells; undefined for one. */
async function tableOf(bytes: Buffer, options: Omit<SentStatement, 'period'>): Promise<FileTable | undefined> {
  const kind = fileKind(bytes)
  if (kind === 'workbook') return sheetOf(bytes, options)
  if (kind === 'page') return { rows: await pageRows(bytes) }
  if (kind === 'ofx') return { rows: messageRows(readOfx(plainText(bytes))) }
  if (kind === 'mt940') return { rows: messageRows(readMt940(plainText(bytes))) }
  return kind === 'xml' ? { rows: messageRows(readCamt(plainText(bytes))) } : undefined
}

async function sheetOf(bytes: Buffer, { sheet, layouts = [] }: Omit<SentStatement, 'period'>): Promise<FileTable> {
  const all = await workbookSheets(bytes)
  const chosen = all.find(({ name }) => name === sheet)
  if (sheet !== undefined && !chosen) throw new AppError(statementFileErrors.noSheet)
  const read = chosen ?? all.find(({ rows }) => hasHeader(rows(), layouts)) ?? all[0]
  if (!read) throw new AppError(csvErrors.empty)
  const { name } = read
  const rows = read.rows()
  return all.length > 1 ? { rows, sheet: name, sheets: all.map((each) => each.name) } : { rows }
}

/** Each sheet is a statement, which is imported by itself. */
const hashOf = (bytes: Buffer, table: FileTable | undefined): Buffer =>
  table?.sheets && table.sheet !== table.sheets[0]
    ? sha256(Buffer.concat([sha256(bytes), Buffer.from(table.sheet ?? '')]))
    : sha256(bytes)

/** The first rows, with the delimiter that finds most cells. To be called by a `fileReader`. */
export async function topRows(sent: Pick<SentStatement, 'bytes' | 'sheet'>): Promise<TopRows> {
  const bytes = bufferOf(sent.bytes)
  const table = await tableOf(bytes, sent)
  if (table) return { rows: table.rows.slice(0, most).map(topCells), ...(table.sheets && { sheets: table.sheets }) }
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
  return { rows: tables.reduce((best, rows) => (cellCount(rows) > cellCount(best) ? rows : best)) }
}

type TopRows = Reply<typeof reconciliationCalls.columns>

const most = reconciliationRules.layoutRows
const topCells = ({ cells }: CsvRow): string[] => cells.slice(0, 60).map((cell) => cell.slice(0, 200))
const cellCount = (rows: readonly (readonly string[])[]): number => rows.reduce((sum, row) => sum + row.length - 1, 0)
