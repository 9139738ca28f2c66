import { AppError } from '@sauda/contract/error'
import { tradeFileColumns, tradeFileErrors, tradeFileRules } from '@sauda/contract/trade-file'

type Column = (typeof tradeFileColumns)[number]

/** Cells are trimmed; a missing column is empty. */
export type CsvLine = {
  readonly line: number
  readonly cells: Readonly<Record<Column, string>>
  /** A cell beyond the columns: a surplus comma has shifted the cells after it. */
  readonly isShifted: boolean
}

/** Control characters mean a binary file, unpaired surrogates another encoding. */
const notText = /[\p{Cs}\uFFFD]|(?![\t\r\n])\p{Cc}/u

/** Quoted, with quotes doubled, or unquoted. */
const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y

/** Reads CSV as spreadsheets write it (RFC 4180). */
export function readTrades(csv: string): CsvLine[] {
  const text = csv.replace(/^\uFEFF/, '')
  if (notText.test(text)) throw new AppError(tradeFileErrors.fileText)
  const [head, ...rows] = rowsOf(text).filter(({ cells }) => cells.some((value) => value !== ''))
  if (!head) throw new AppError(tradeFileErrors.fileEmpty)
  const names = head.cells.map((name) => name.toLowerCase())
  const isWhole = tradeFileColumns.every((column) => column === 'position' || names.includes(column))
  const named = names.filter((name) => name !== '')
  if (!isWhole || new Set(named).size < named.length) throw new AppError(tradeFileErrors.fileColumns)
  if (rows.length === 0) throw new AppError(tradeFileErrors.fileEmpty)
  if (rows.length > tradeFileRules.lines) throw new AppError(tradeFileErrors.fileLong)
  const valueOf = (cells: readonly string[], column: Column) => cells[names.indexOf(column)] ?? ''
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(tradeFileColumns.map((column) => [column, valueOf(cells, column)])) as CsvLine['cells'],
    isShifted: cells.some((value, at) => value !== '' && !names[at]),
  }))
}

type Row = { readonly line: number; readonly cells: string[] }

function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let [line, cells]: [number, string[]] = [1, []]
  for (cell.lastIndex = 0; cell.lastIndex < text.length;) {
    const found = cell.exec(text)
    // A quote within a cell, or an unclosed one.
    if (!found) throw new AppError(tradeFileErrors.fileText)
    const [, raw = '', end] = found
    cells.push((raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw).trim())
    if (end === ',') continue
    rows.push({ line, cells })
    line += 1 + (raw.match(/\n/g)?.length ?? 0)
    cells = []
  }
  if (cells.length > 0) rows.push({ line, cells: [...cells, ''] })
  return rows
}
