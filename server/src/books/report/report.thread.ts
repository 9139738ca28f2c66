import type { Query } from '@sauda/contract/platform/call'
import { paiseOf } from '@sauda/contract/platform/money'
import {
  type Report,
  type ReportCell,
  type reportCalls,
  type ReportColumn,
  reportNames,
  shownColumns,
} from '@sauda/contract/books/report'
import type { ReportName } from '@sauda/contract/books/report'
import type { DocumentMark } from '../../core/document/document.ts'
import type { PdfTitle } from '../../core/pdf/pdf.draw.ts'
import { type Broker, sheet } from '../../core/pdf/pdf.pages.ts'
import { drawDocument, plainRupees } from '../../core/pdf/pdf.parts.ts'
import { dateText } from '../../platform/india.ts'
import { csvOf, workbookOf } from '../../platform/csv.ts'

/** Runs in a thread of its own: a PDF of thousands of rows takes seconds. */

export type FileInput = {
  readonly name: ReportName
  readonly query: Query<typeof reportCalls.file>
  readonly report: Report
  readonly broker: Broker
  readonly mark: DocumentMark
  readonly amount: PdfTitle['amount']
}

export function file(input: FileInput): Promise<Uint8Array> | Uint8Array {
  const { format } = input.query
  if (format === 'pdf') return pdfOf(input)
  const { name, query, report } = input
  const rows = [
    [`${reportNames[name]}, ${dateText(query.from)} to ${dateText(query.to)}`],
    [report.note],
    [],
    report.columns.map(titleOf),
    ...[...report.rows.map(({ cells }) => cells), report.total].map((cells) => cells.map((cell) => cell ?? '')),
  ]
  const widths = report.columns.map(({ kind }) => (kind === 'text' ? 28 : 16))
  return format === 'csv' ? csvOf(rows) : workbookOf([{ name: reportNames[name], rows, widths }])
}

const titleOf = ({ name, kind }: ReportColumn): string => (kind === 'rupees' ? `${name} (₹)` : name)

const tableWidth = sheet.width - 2 * sheet.margin

async function pdfOf({ name, query, report, broker, mark, amount }: FileInput): Promise<Uint8Array> {
  const { rows, total, note, at } = report
  // A page is too narrow for the rupee sign in many columns, and for a month beside the day.
  const shown = shownColumns(report)
  const isWide = shown.length > 9
  const columns = shown.flatMap((at) => {
    const column = report.columns[at]
    return column && !(isWide && column.kind === 'month') ? [{ ...column, at }] : []
  })
  const texts = columns.filter(({ kind }) => kind === 'text').length
  const textWidth = isWide ? 1.2 : 2
  const others = tableWidth / (columns.length + texts * (textWidth - 1))
  const parts: Uint8Array[] = []
  await drawDocument(
    {
      title: reportNames[name],
      period: `${dateText(query.from)} to ${dateText(query.to)}`,
      broker,
      holder: { name: broker.legalName || broker.brandName },
      preparedAt: new Date(at),
      mark,
      ...(amount && { amount }),
    },
    [
      {
        kind: 'table',
        columns: columns.map((column) => ({
          title: isWide ? column.name : titleOf(column),
          width: column.kind === 'text' ? textWidth * others : others,
          isAmount: isNumber(column),
          isWhole: column.kind === 'day' || column.kind === 'month',
        })),
        rows: [
          ...rows.map(({ cells }) => ({ cells: columns.map((column) => textOf(cells[column.at], column)) })),
          {
            cells: columns.map((column, place) => (place === 0 ? 'Total' : textOf(total[column.at], column))),
            isTotal: true,
          },
        ],
      },
      { kind: 'text', text: note },
    ],
    (part) => parts.push(part),
  )
  return Buffer.concat(parts)
}

const isNumber = ({ kind }: ReportColumn) => kind === 'rupees' || kind === 'count' || kind === 'hours'

function textOf(cell: ReportCell | undefined, { kind }: ReportColumn): string {
  if (cell === null || cell === undefined) return ''
  if (kind === 'day' && typeof cell === 'string' && cell.includes('-')) return dateText(cell)
  return kind === 'rupees' && typeof cell === 'number' ? plainRupees(paiseOf(cell)) : String(cell)
}
