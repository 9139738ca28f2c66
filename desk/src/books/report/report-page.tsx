import {
  type Report,
  type ReportColumn,
  reportKeys,
  type ReportName,
  reportNames,
  reportCalls,
  shownColumns,
} from '@sauda/contract/books/report'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { Row } from '@sauda/ui/stack'
import { SeriesPlot } from '@sauda/ui/series-plot'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link, useNavigate, useParams } from 'react-router'
import { DownloadFile } from '../../shell/download-file.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { NotFound, Page } from '../../shell/page.tsx'
import { OfRange, type Range } from '../../shell/range.tsx'
import { cellText, isNumber, pointsOf } from './report-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery, fetchFile } from '../../shell/api.ts'
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

function Figures({ name, range }: { name: ReportName; range: Range }) {
  const query = useReport(name, range)
  return (
    <Loaded query={query} what="the report">
      {(report) => (
        <div className={layout.column} aria-busy={query.isPlaceholderData}>
          {report.rows.length > 0 && (
            <>
              <Downloads name={name} range={range} />
              <Card>
                <ReportChart name={name} report={report} />
              </Card>
            </>
          )}
          <Card flush>
            <ReportTable name={name} report={report} />
          </Card>
          <p className="note">{report.note}</p>
        </div>
      )}
    </Loaded>
  )
}

const mostPoints = { bars: 24, line: 731 } as const

function ReportChart({ name, report }: { name: ReportName; report: Report }) {
  const { columns, chart, total } = report
  const points = pointsOf(report, mostPoints[chart.look])
  return (
    <SeriesPlot
      label={`Chart: ${reportNames[name]}`}
      look={chart.look}
      names={points.map((point) => point.name)}
      unit={columns[chart.values[0] ?? 0]?.kind === 'rupees' ? '₹' : ''}
      series={chart.values.flatMap((place, index) => {
        const column = columns[place]
        if (!column) return []
        const values = points.map((point) => point.values[index] ?? 0)
        const textOf = (at: number) => cellText(values[at], column)
        return [{ name: column.name, values, textOf, total: cellText(total[place], column) }]
      })}
    />
  )
}

type Line = { key: string; row: Report['rows'][number] }

const columnOf = (column: ReportColumn, index: number, total: Line['row']): TableColumn<Line> => ({
  key: column.name,
  header: column.name,
  ...(isNumber(column) && { align: 'end' }),
  ...(index === 0 && { rowHeader: true, place: 'lead' }),
  cell: ({ row }) => {
    const text = cellText(row.cells[index], column)
    if (row === total) return <strong className="tabular nowrap">{text}</strong>
    if (index === 0 && row.clientId !== undefined) return <Link to={`/clients/${row.clientId}`}>{text}</Link>
    const isZero = row.cells[index] === 0
    return (
      <span className={column.kind === 'text' ? undefined : `tabular nowrap ${isZero ? styles.zero : ''}`}>{text}</span>
    )
  },
})

function ReportTable({ name, report }: { name: ReportName; report: Report }) {
  const total: Report['rows'][number] = { cells: report.total }
  const columns = shownColumns(report).flatMap((index): TableColumn<Line>[] => {
    const column = report.columns[index]
    return column ? [columnOf(column, index, total)] : []
  })
  const rows = [...report.rows, ...(report.rows.length > 0 ? [total] : [])]
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

const formats = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const

const Downloads = ({ name, range }: { name: ReportName; range: Range }) => (
  <Row justify="end">
    {(Object.keys(formats) as (keyof typeof formats)[]).map((format) => (
      <DownloadFile
        key={format}
        label={`Download ${formats[format]}`}
        load={() => loadReportFile(name, range, format)}
        variant="ghost"
      />
    ))}
  </Row>
)
