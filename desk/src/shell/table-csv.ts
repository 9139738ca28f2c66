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

/** The table as it is shown; what a cell has below its first line is in a column beside it, and no cell can start a formula. */
export function csvOfTable(table: HTMLTableElement): string {
  const [headers = [], ...rows] = Array.from(table.rows, (row) => Array.from(row.cells, linesOf))
  const columns = headers.map((header, at) => ({
    name: header.join(' '),
    at,
    hasDetails: rows.some((cells) => (cells[at]?.length ?? 0) > 1),
  }))
  const head = columns.flatMap(({ name, hasDetails }) => (hasDetails ? [name, `${name}: details`] : [name]))
  const body = rows.map((cells) =>
    columns.flatMap(({ at, hasDetails }) => {
      const [first = '', ...details] = cells[at] ?? []
      return hasDetails ? [valueOf(first), valueOf(details.join('; '))] : [valueOf(first)]
    }),
  )
  return csvOfRows([head, ...body])
}

/** No cell can start a formula. */
export const csvOfRows = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(rows as (string | number)[][], { bom: true, escape_formulas: true })
