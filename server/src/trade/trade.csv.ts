import { AppError } from '@sauda/contract/error'
import { tradeFileColumns, tradeFileErrors, tradeFileRules } from '@sauda/contract/trade-file'

type Column = (typeof tradeFileColumns)[number]

/** One line of a file, each cell trimmed; a column the file does not have is empty. */
export type CsvLine = {
  readonly line: number
  readonly cells: Readonly<Record<Column, string>>
  /** Something stands where no column is: a comma too many, which has moved what follows it. */
  readonly isMoved: boolean
}

/** Control characters come from files that are no text, half characters from another encoding. */
const notText = /[\p{Cs}\uFFFD]|(?![\t\r\n])\p{Cc}/u

/** A cell in quotes, in which a quote is written twice, or one without. */
const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y

/** Reads a file of trades as spreadsheets write it (RFC 4180). Throws where the file as a whole is none. */
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
    isMoved: cells.some((value, at) => value !== '' && !names[at]),
  }))
}

type Row = { readonly line: number; readonly cells: string[] }

function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let [line, cells]: [number, string[]] = [1, []]
  for (cell.lastIndex = 0; cell.lastIndex < text.length;) {
    const found = cell.exec(text)
    // A quote in the middle of a cell, or one that is never closed.
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
