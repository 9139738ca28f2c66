import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { CellObject } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { bufferOf, type Functions } from './called.ts'
import { inChild } from './child.ts'
import { bulkLimits } from './concurrency.ts'
import { type CsvRow, fileKind, plainCell } from './csv.ts'
import { inThread } from './thread.ts'

/** The limit for all files in the workbook together. */
const mostBytes = 100 * 1024 * 1024
/** The limit for rows of all kinds, including empty ones and those above and below the table. */
const mostRows = 4 * csvRules.lines
const mostColumns = 256
const mostSheets = 100

/** The functions of a module that read a file's `bytes`: cells in a thread, anything else in a process that it may end. */
export function fileReader<M extends Functions<M>>(module: URL) {
  const thread = inThread<M>(module, csvErrors.tooMuch, bulkLimits)
  const child = inChild<M>(module, csvErrors.tooMuch)
  return <Name extends keyof M & string>(name: Name, input: Parameters<M[Name]>[0]) => {
    const { bytes } = input as { readonly bytes: Uint8Array }
    return fileKind(bufferOf(bytes)) === 'cells' ? thread(name, input) : child(name, input)
  }
}

/** `rows` throws an AppError if the sheet cannot be read: what is wrong with another sheet does not matter. */
export type Sheet = { readonly name: string; readonly rows: () => CsvRow[] }

/** The sheets that have contents, with dates as ISO and numbers as they are stored. To be called by a `fileReader`. */
export async function workbookSheets(bytes: Buffer): Promise<Sheet[]> {
  if (bytes.toString('latin1', 0, 2) === 'PK') rejectLarge(bytes)
  const { isDate1904, sheets } = await allSheets(bytes)
  const dateOf = await dateReader(isDate1904)
  const filled = sheets.filter(({ rows }, at) => at === 0 || rows.some((row) => row.length > 0))
  return filled.map(({ name, rows }) => {
    let read: CsvRow[] | undefined
    return { name, rows: () => (read ??= rowsOf(rows, dateOf)) }
  })
}

/** The rows of all tables of a web page, one below another, with every cell as text. To be called by a `fileReader`. */
export async function pageRows(bytes: Buffer): Promise<CsvRow[]> {
  const { read } = await import('@e965/xlsx')
  try {
    const { SheetNames: names, Sheets: sheets } = read(bytes, {
      dense: true,
      raw: true,
      cellText: false,
      cellHTML: false,
    })
    const rows = names.slice(0, mostSheets).flatMap((name) => sheets[name]?.['!data'] ?? [])
    return rowsOf(rows, () => undefined)
  } catch {
    throw new AppError(csvErrors.page)
  }
}

type DateOf = (cell: CellObject) => string | undefined

function rowsOf(rows: Rows, dateOf: DateOf): CsvRow[] {
  // Sparse: a cell may claim to be in row 999,999,999.
  const lines = Object.keys(rows).map(Number)
  const width = lines.reduce((most, at) => Math.max(most, rows[at]?.length ?? 0), 0)
  if (width === 0 || width > mostColumns || lines.some((at) => at < 0)) throw new AppError(csvErrors.brokenWorkbook)
  if (lines.some((at) => at >= mostRows)) throw new AppError(csvErrors.tooManyLines)
  const columns = Array.from({ length: width }, (_, column) => column)
  return lines.map((at) => ({
    line: at + 1,
    cells: columns.map((column) => textOf(rows[at]?.[column], dateOf)),
    types: columns.map((column) => typeOf(rows[at]?.[column], dateOf)),
  }))
}

type Rows = readonly (readonly (CellObject | undefined)[])[]

async function allSheets(bytes: Buffer) {
  const { read } = await import('@e965/xlsx')
  try {
    const options = {
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    } as const
    const { SheetNames: names, Sheets: sheets, Workbook: book } = read(bytes, options)
    if (names.length > mostSheets) throw new AppError(csvErrors.brokenWorkbook)
    return {
      isDate1904: book?.WBProps?.date1904 === true,
      sheets: names.map((name): { name: string; rows: Rows } => ({ name, rows: sheets[name]?.['!data'] ?? [] })),
    }
  } catch (error) {
    const { message } = error as Error
    throw new AppError(/password|encrypt/i.test(message) ? csvErrors.lockedWorkbook : csvErrors.brokenWorkbook)
  }
}

function rejectLarge(bytes: Buffer): void {
  let total = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize
        return false
      },
    })
  } catch {
    throw new AppError(csvErrors.brokenWorkbook)
  }
  if (total > mostBytes) throw new AppError(csvErrors.tooMuch)
}

/** Part of the library, which declares it without types. */
type DateFormats = {
  readonly is_date: (format: string) => boolean
  readonly parse_date_code: (
    days: number,
    options: { readonly date1904: boolean },
  ) => { readonly y: number; readonly m: number; readonly d: number } | null
}

/** The day of a number that the workbook shows as a date. */
async function dateReader(date1904: boolean) {
  const { is_date, parse_date_code }: DateFormats = (await import('@e965/xlsx')).SSF
  return ({ v: days, z: format }: CellObject): string | undefined => {
    if (typeof days !== 'number' || typeof format !== 'string' || !is_date(format)) return undefined
    const date = parse_date_code(days, { date1904 })
    return date ? [date.y, date.m, date.d].map((part) => String(part).padStart(2, '0')).join('-') : undefined
  }
}

function typeOf(cell: CellObject | undefined, dateOf: DateOf) {
  if (cell?.t !== 'n') return 'text'
  return dateOf(cell) === undefined ? 'number' : 'date'
}

function textOf(cell: CellObject | undefined, dateOf: DateOf): string {
  if (cell?.t === 'n' && typeof cell.v === 'number') return dateOf(cell) ?? numberText(cell.v)
  if (cell?.t === 'b') return String(cell.v)
  if (cell?.t !== 's') return ''
  return plainCell(String(cell.v))
}

/** `17.699999999999999` is how spreadsheets store 17.70; a number too long for them stays `6.32E+21`. */
function numberText(number: number): string {
  if (Number.isSafeInteger(number)) return String(number)
  const paise = Math.round(Math.abs(number) * 100)
  if (Math.abs(Math.abs(number) * 100 - paise) < 1e-4 && Number.isSafeInteger(paise))
    return (number < 0 ? '-' : '') + decimalRupees(BigInt(paise))
  return Number.isInteger(number) ? number.toExponential().toUpperCase() : String(number)
}
