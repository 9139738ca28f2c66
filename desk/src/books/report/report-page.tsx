import {
  type Report,
  type ReportColumn,
  reportKeys,
  type ReportName,
  type ReportPart,
  reportNames,
  reportCalls,
  shownColumns,
} from '@sauda/contract/books/report'
import { StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { cx } from '@sauda/ui/dom'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link, useNavigate, useParams } from 'react-router'
import { amountColumn, column, type ColumnsOf, headColumn, QueryTable } from '../../shell/table.tsx'
import { DownloadFormats } from '../../shell/download-file.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { NotFound, Page } from '../../shell/page.tsx'
import { OfRange, type Range } from '../../shell/range.tsx'
import { ReportChart } from './report-chart.tsx'
import { cellText, headerText, isNumber } from './report-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery, fetchFile, useCall } from '../../shell/api.ts'
import { twoLines } from '../../shell/lines.tsx'
import { SumAmount, TrailAmount } from '../../shell/trail.tsx'
import type { Query } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import { DateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import layout from '../../shell/layout.module.css'
import styles from './report.module.css'

/** Another range keeps the figures of the last one until its own have loaded. */
const useReport = (report: ReportName, range: Range) =>
  useQuery({
    ...callQuery(reportCalls.report, { params: { report }, query: range }),
    placeholderData: keepPreviousData,
  })

const loadReportFile = (report: ReportName, range: Range, format: 'csv' | 'xlsx' | 'pdf') =>
  fetchFile(reportCalls.file, { params: { report }, query: { ...range, format } })

export function ReportPage() {
  const { report = reportKeys[0] } = useParams()
  const navigate = useNavigate()
  const name = reportKeys.find((key) => key === report)
  if (!name) return <NotFound />
  return (
    <Page title="Reports" right="ledger.read">
      <div className={styles.reports}>
        <nav className={styles.list} aria-label="Reports">
          {reportKeys.map((key) => (
            <Link key={key} to={`/reports/${key}`} aria-current={key === name ? 'page' : undefined}>
              {reportNames[key]}
            </Link>
          ))}
        </nav>
        <div className={styles.choice}>
          <Select
            label="Report"
            options={reportKeys.map((key) => ({ value: key, label: reportNames[key] }))}
            value={name}
            onChange={(event) => void navigate(`/reports/${event.target.value}`)}
          />
        </div>
        <div className={layout.column}>
          <OfRange key={name}>{(range) => <Figures name={name} range={range} />}</OfRange>
        </div>
      </div>
    </Page>
  )
}

/** Five months before the last one, so that a report by month has a trend. */
function monthsTo({ from, to }: Range): Range {
  const [year = 0, month = 0] = to.split('-').map(Number)
  const start = new Date(Date.UTC(year, month - 6, 1)).toISOString().slice(0, 10)
  return { from: start < from ? start : from, to }
}

const isByMonth = (name: ReportName): boolean => name === 'charges' || name === 'gst'

function Figures({ name, range }: { name: ReportName; range: Range }) {
  const query = useReport(name, range)
  const trendRange = isByMonth(name) ? monthsTo(range) : range
  const trend = useReport(name, trendRange).data
  return (
    <Loaded query={query} what="the report">
      {(report) => (
        <div className={layout.column} aria-busy={query.isPlaceholderData}>
          {report.rows.length > 0 && (
            <ReportChart name={name} report={report} trend={trend ?? report} range={trend ? trendRange : range} />
          )}
          <Card flush>
            <ReportTable name={name} report={report} range={range} />
          </Card>
          <DownloadFormats formats={formats} load={(format) => loadReportFile(name, range, format)} />
          <details className={layout.soft}>
            <summary>How the figures are computed</summary>
            <p>{report.note}</p>
          </details>
        </div>
      )}
    </Loaded>
  )
}

interface Source {
  name: ReportName
  report: Report
  range: Range
}
type PartsQuery = Query<typeof reportCalls.parts>
type Line = { key: string; row: Report['rows'][number] }

/** The name of a row: its texts, days and months. */
const rowName = ({ columns }: Report, { cells }: Line['row']): string =>
  columns.flatMap((column, index) => (isNumber(column) ? [] : cellText(cells[index], column) || [])).join(', ')

interface AmountProps {
  source: Source
  row: Line['row']
  column: ReportColumn
  children: ReactNode
}

/** An amount of a report, which opens the money trail or, where it is a sum, the amounts it adds up. */
function ReportAmount({ source, row, column, children }: AmountProps) {
  const { name, range, report } = source
  const { clientId, causeId, key } = row
  const title = `${column.name}: ${rowName(report, row)}`
  if (clientId !== undefined && causeId !== undefined)
    return <TrailAmount of={{ clientId, source: { cause: causeId }, name: title }}>{children}</TrailAmount>
  if (!report.rows.some((each) => each.key !== undefined)) return children
  const parts = <Parts name={name} title={title} query={{ ...range, column: column.name, ...(key && { key }) }} />
  return (
    <SumAmount title={title} name="what it adds up" parts={parts}>
      {children}
    </SumAmount>
  )
}

const partColumns: ColumnsOf<ReportPart> = [
  headColumn('Entry', 'lead', ({ name, client }) =>
    twoLines(name, client && <Link to={`/clients/${client._id}?show=ledger`}>{client.name}</Link>),
  ),
  column('Booked', 'under', ({ at }) => <DateTime at={at} />),
  amountColumn<ReportPart>(
    'Amount',
    ({ amount }) => amount,
    'figure',
    ({ client, causeId, name }) => client && { clientId: client._id, source: { cause: causeId }, name },
  ),
]

function Parts({ name, title, query: given }: { name: ReportName; title: string; query: PartsQuery }) {
  const query = useCall(reportCalls.parts, { params: { report: name }, query: given })
  const { parts = [], count = 0 } = query.data ?? {}
  return (
    <>
      {parts.length < count && (
        <p className={layout.faint}>{`The newest ${formatCount(parts.length)} of ${formatCount(count)} are listed.`}</p>
      )}
      <QueryTable
        label={title}
        query={query}
        rowsOf={(data) => data.parts}
        what="the amounts"
        columns={partColumns}
        rowKey={(part) => `${part.causeId} ${part.at} ${part.amount}`}
        empty={<EmptyState title="Nothing to list" />}
      />
    </>
  )
}

const clientAt = ({ columns }: Report): number =>
  Math.max(
    0,
    columns.findIndex(({ name }) => name === 'Client'),
  )

/** On the card of a narrow table the figures of the chart are side by side, and the others below them. */
function placeOf({ kind }: ReportColumn, index: number, { chart }: Report): Pick<TableColumn<Line>, 'place'> {
  if (index === 0) return { place: 'lead' }
  if (chart.values.includes(index)) return { place: 'part' }
  return index === 1 && kind === 'text' ? { place: 'under' } : {}
}

const columnOf = (column: ReportColumn, index: number, source: Source, total: Line['row']): TableColumn<Line> => ({
  key: column.name,
  header: headerText(column),
  ...(isNumber(column) && { align: 'end' }),
  ...(index === 0 && { rowHeader: true }),
  ...placeOf(column, index, source.report),
  cell: ({ row }) => {
    const text = cellText(row.cells[index], column)
    if (index === clientAt(source.report) && row.clientId !== undefined)
      return <Link to={`/clients/${row.clientId}`}>{text}</Link>
    const isZero = row.cells[index] === 0
    if (column.isAlert && !isZero) return <StatusPill tone="error">{text}</StatusPill>
    const Shown = row === total ? 'strong' : 'span'
    const shown = (
      <Shown className={cx(column.kind !== 'text' && 'tabular nowrap', (isZero || text === '') && styles.zero)}>
        {column.isGain && typeof row.cells[index] === 'number' ? (
          <Money amount={paiseOf(row.cells[index])} change />
        ) : (
          text
        )}
      </Shown>
    )
    // A balance is not a sum, so it has no total.
    if (column.kind !== 'rupees' || isZero || total.cells[index] === null || text === '') return shown
    return (
      <ReportAmount source={source} row={row} column={column}>
        {shown}
      </ReportAmount>
    )
  },
})

function ReportTable(source: Source) {
  const { name, report } = source
  const total: Report['rows'][number] = { cells: report.total }
  const columns = shownColumns(report).flatMap((index): TableColumn<Line>[] => {
    const column = report.columns[index]
    return column ? [columnOf(column, index, source, total)] : []
  })
  const shown = report.rows.filter((row) => !isQuiet(report, row))
  // Balances have no total.
  const hasTotal = shown.length > 0 && report.total.some((cell) => typeof cell === 'number')
  const rows = hasTotal ? [...shown, total] : shown
  return (
    <Table
      label={reportNames[name]}
      columns={columns}
      rows={rows.map((row, index) => ({ key: String(index), row }))}
      rowKey={({ key }) => key}
      empty={<EmptyState title="Nothing in this range">Choose other days.</EmptyState>}
    />
  )
}

/** A day on which no balance changed, or a row of zeros. */
const isQuiet = ({ columns, chart }: Report, { cells }: Line['row']): boolean =>
  columns.every(
    (column, at) => !isNumber(column) || (chart.look === 'line' && at >= (chart.values[0] ?? 0)) || !cells[at],
  )

const formats = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const
