import { stringify } from 'csv-stringify/sync'

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

export type Sheet = {
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
