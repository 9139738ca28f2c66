import { csvErrors, csvRules, lineError } from '@sauda/contract/platform/csv'
import { withoutInvisible } from '@sauda/contract/platform/typed-text'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

/** The trimmed cells of a row, and the line it begins on. */
export type CsvRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** What each cell of a workbook is. */
  readonly types?: readonly ('date' | 'number' | 'text')[]
}

export const delimiters = [',', ';', '\t', '|', '~'] as const
export type Delimiter = (typeof delimiters)[number]

/** The limit of one line, which may be nothing but cells. */
const mostCharacters = 1_000_000
/** Rows of all kinds, also empty ones and those above and below the table. */
const mostRows = 4 * csvRules.lines

const options = (delimiter: Delimiter) =>
  ({
    delimiter,
    record_delimiter: '\n',
    trim: true,
    // Banks put quotes into unquoted texts and omit empty cells at the end.
    relax_quotes: true,
    relax_column_count: true,
  }) as const

/** The text of a file of cells. Throws an AppError that names what any other file is. */
export function csvText(
  bytes: Buffer,
  errors: Readonly<Record<keyof typeof csvErrors, ErrorDefinition>> = csvErrors,
): string {
  const kind = fileKind(bytes)
  if (kind !== 'cells') throw new AppError(errors[kind])
  return plainText(bytes)
}

/** The bytes as text with plain line ends: UTF-8, UTF-16 with a byte order mark, or Windows-1252. Throws an AppError for anything else. */
export function plainText(bytes: Buffer): string {
  const text = decoded(bytes).replace(/\r\n?|\u2028/g, '\n')
  if (text.includes('\0')) throw new AppError(csvErrors.notText)
  if (text.trim() === '') throw new AppError(csvErrors.empty)
  const broken = text.indexOf('\uFFFD')
  if (broken >= 0) {
    const line = text.slice(0, broken).split('\n').length
    throw new AppError(
      lineError(
        line,
        'a character cannot be read. Download the file again, and choose it without saving it in another program.',
      ),
    )
  }
  const long = text.split('\n').findIndex((line) => line.length > mostCharacters)
  if (long >= 0)
    throw new AppError(lineError(long + 1, 'it has more than a million characters. A line end may be missing.'))
  return text.toWellFormed()
}

/** The delimiter with which `isHeader` accepts one of the first rows. */
export function delimiterOf(
  text: string,
  firstLines: number,
  isHeader: (cells: readonly string[]) => boolean,
): Delimiter | undefined {
  const top = text.split('\n', firstLines).join('\n')
  return delimiters.find((delimiter) => {
    let found = false
    try {
      parse(top, {
        ...options(delimiter),
        on_record: (record: string[]) => {
          found ||= isHeader(record.map(withoutFormula))
          return null
        },
      })
    } catch (error) {
      // A quote may be open where the examined text ends.
      if (!(error instanceof CsvError)) throw error
    }
    return found
  })
}

/** Passes on row by row; throws an AppError naming an unreadable line. To be called in a thread: it takes seconds for a large file. */
export function readRows(text: string, delimiter: Delimiter, onRow: (row: CsvRow) => void): void {
  let line = 1
  let rows = 0
  try {
    parse(text, {
      ...options(delimiter),
      on_record: (record: string[], { lines }) => {
        if (++rows > mostRows) throw new AppError(csvErrors.tooManyLines)
        onRow({ line, cells: record.map(withoutFormula) })
        line = lines + 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw new AppError(
      lineError(line, isOpen ? 'a quote is opened and never closed.' : 'the cells cannot be told apart.'),
    )
  }
}

/** The longest text in quotes that is searched for a quote inside it. */
const longestQuoted = 2000

/** Doubles the quotes inside a quoted text (`"UPI-"ASHA" STORES"`), as the rules of CSV want it and some banks do not. */
export function withDoubledQuotes(text: string, delimiter: Delimiter): string {
  if (!text.includes('"')) return text
  const [before, after] = [`(?<=(?:^|[\n${delimiter}]) *)"`, `"(?= *(?:[\n${delimiter}]|$))`]
  const quoted = new RegExp(`${before}(?:[^"]|"")*${after}|${before}([^\n]{1,${longestQuoted}}?)${after}`, 'g')
  return text.replace(quoted, (whole, inside: string | undefined) =>
    inside === undefined
      ? whole
      : `"${inside.replace(/"+/g, (quotes) => quotes.padEnd(quotes.length + (quotes.length % 2), '"'))}"`,
  )
}

/** With a column twice, either of both could be meant. */
export function checkHeader(line: number, cells: readonly string[]): void {
  const twice = cells.find((cell, at) => cell !== '' && cells.indexOf(cell) !== at)
  if (twice !== undefined)
    throw new AppError(lineError(line, `the column ${twice} is there twice. Choose the file as it was downloaded.`))
}

/** Banks write `="0123"` or `'0123` to stop spreadsheets from changing a number. */
const withoutFormula = (cell: string): string =>
  plainCell(cell)
    .replace(/^="([^"]*)"$/, '$1')
    .trim()
    .replace(/^'(?=\d)/, '')

/** Web pages write spaces that do not break and the minus sign of mathematics. */
export const plainCell = (cell: string): string =>
  withoutInvisible(cell)
    .replace(/[\p{Cc}\p{Zs}]/gu, ' ')
    .replaceAll('\u2212', '-')
    .trim()

/** Windows-1252, unless a readable character beyond ASCII shows that it is broken UTF-8. */
function decoded(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  if (encoding !== 'utf-8' || !text.includes('\uFFFD') || /[^\p{ASCII}\uFFFD]/u.test(text)) return text
  const windows = new TextDecoder('windows-1252').decode(bytes)
  // Five bytes have no meaning in it.
  return /[\u0080-\u009F]/.test(windows) ? text : windows
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

export type FileKind = 'cells' | 'workbook' | 'pdf' | 'page' | 'ofx' | 'xml' | 'mt940'

/** What a file is, by its first bytes: the extension proves nothing, because banks name web pages and text .xls too. A workbook of 2003 is a page. */
export function fileKind(bytes: Buffer): FileKind {
  if (['504b0304', 'd0cf11e0'].includes(bytes.toString('hex', 0, 4))) return 'workbook'
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
  const top = decoded(bytes.subarray(0, 4000)).slice(0, 1000).trimStart()
  if (/^(?:OFXHEADER|<OFX|<\?OFX|<\?xml[^>]*>\s*<\?OFX)/i.test(top)) return 'ofx'
  if (/^(?:\{1:|:20:)/.test(top)) return 'mt940'
  if (/^(?:<\?xml\b|<(?:\w+:)?Document\b)(?!.*<(?:!?(?:doctype )?html|(?:\w+:)?Workbook)\b)/is.test(top)) return 'xml'
  return /^<[a-z!?][^<>]*>/i.test(top) ? 'page' : 'cells'
}

export type Cell = string | number

export const tableFileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** With a byte order mark, for spreadsheets; no cell can start a formula. */
export const csvOf = (rows: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(stringify(rows as Cell[][], { bom: true, escape_formulas: true }))

/** The next part of the same file. */
export const moreCsvOf = (rows: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(stringify(rows as Cell[][], { escape_formulas: true }))

type Sheet = {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[]
}

/** To be called in a thread: a large workbook takes seconds. */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const { default: writeWorkbook } = await import('write-excel-file/node')
  return writeWorkbook(
    sheets.map(({ name, rows, widths }) => ({
      sheet: name,
      data: rows.map((row) => row.map(cellOf)),
      columns: widths.map((width) => ({ width })),
    })),
  ).toBuffer()
}

/** Text stays text, whatever it starts with. */
const cellOf = (value: Cell) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })
