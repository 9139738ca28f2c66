import { stringify } from 'csv-stringify/browser/esm/sync'

const amount = /^([+−-]?)₹([\d,]+(?:\.\d+)?)$/

/** Amounts are plain numbers, so that a spreadsheet can add them up. */
function valueOf(text: string): string | number {
  const [, sign, digits] = amount.exec(text) ?? []
  if (digits === undefined) return text
  return Number(digits.replaceAll(',', '')) * (sign === '−' || sign === '-' ? -1 : 1)
}

const linesOf = ({ innerText }: HTMLTableCellElement): string[] =>
  innerText.split('\n').flatMap((line) => line.trim() || [])

/** The table as it is shown; a cell's second line is a column of its own, and no cell can start a formula. */
export function csvOfTable(table: HTMLTableElement): string {
  const [headers = [], ...rows] = Array.from(table.rows, (row) => Array.from(row.cells, linesOf))
  const columns = headers.flatMap((header, at) => {
    const most = Math.max(1, ...rows.map((cells) => cells[at]?.length ?? 0))
    return Array.from({ length: most }, (_, line) => ({ header: header.join(' '), at, line }))
  })
  const body = rows.map((cells) => columns.map(({ at, line }) => valueOf(cells[at]?.[line] ?? '')))
  const head = columns.map(({ header, line }) => (line === 0 ? header : `${header}, line ${line + 1}`))
  return csvOfRows([head, ...body])
}

/** No cell can start a formula. */
export const csvOfRows = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(rows as (string | number)[][], { bom: true, escape_formulas: true })
