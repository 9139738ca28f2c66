import type { ComplaintReport } from '@sauda/contract/client/complaint'
import { complaintRules, complaintSources } from '@sauda/contract/client/complaint-name'
import { monthName } from '@sauda/contract/platform/day-text'
import type { ReactNode } from 'react'
import styles from './legal-page.module.css'

/** The escalation matrix and SEBI's tables of the last month, the last twelve months and five years. */
export function ComplaintTables({ report }: { report: ComplaintReport }) {
  const { month, sources, months, years, levels } = report
  const total = sumOf(sources)
  const old = sources.reduce((sum, row) => sum + row.old, 0)
  const days = sources.reduce((sum, row) => sum + row.days, 0)
  return (
    <div className={styles.tables}>
      <Table id="levels" caption="Escalation matrix" isWide hasNumbers={false} {...levelTable(levels)} />
      <Table
        id="month"
        caption={`Data for the month ending ${monthName(month)}`}
        isWide
        columns={monthColumns}
        head={
          <>
            <tr>
              <th rowSpan={2}>SN</th>
              {monthColumns.slice(0, 5).map((column) => (
                <th key={column} rowSpan={2}>
                  {column}
                </th>
              ))}
              <th colSpan={2}>Pending at the end of the month**</th>
              <th rowSpan={2}>{monthColumns.at(-1)}</th>
            </tr>
            <tr>
              {monthColumns.slice(5, 7).map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </>
        }
        rows={[
          ...sources.map((row) => [
            complaintSources[row.source],
            row.carried,
            row.received,
            row.carried + row.received,
            row.resolved,
            row.recent,
            row.old,
            average(row.days, row.resolved),
          ]),
          [
            'Grand Total',
            total.carried,
            total.received,
            total.carried + total.received,
            total.resolved,
            total.pending - old,
            old,
            average(days, total.resolved),
          ],
        ]}
      />
      <Table
        id="months"
        caption="Trend of monthly disposal of complaints"
        columns={['Month', 'Carried forward from previous month', 'Received', 'Resolved*', 'Pending**']}
        rows={withTotal(months.map((each) => ({ ...each, period: monthName(each.period) })))}
        shown={shownMonths}
      />
      <Table
        id="years"
        caption="Trend of annual disposal of complaints"
        columns={[
          'Year',
          'Carried forward from previous year',
          'Received during the year',
          'Resolved during the year',
          'Pending at the end of the year',
        ]}
        rows={withTotal(years)}
      />
      <p>
        * Includes complaints of earlier months resolved in the month. ** Pending on the last day. ^ The sum of the days
        of all complaints resolved in the month, divided by their number. The last year ends with the last complete
        month.
      </p>
    </div>
  )
}

/** The last ones are shown on a phone. */
const shownMonths = 3

type Sums = Pick<ComplaintReport['months'][number], 'carried' | 'received' | 'resolved' | 'pending'>

const sumOf = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (all, row) => ({
      carried: all.carried + row.carried,
      received: all.received + row.received,
      resolved: all.resolved + row.resolved,
      pending: all.pending + row.pending,
    }),
    { carried: 0, received: 0, resolved: 0, pending: 0 },
  )

/** Carried-forward and pending complaints are not summed, because they would be counted in each period. */
const withTotal = (rows: readonly (Sums & { period: string })[]): (string | number)[][] => [
  ...rows.map(({ period, carried, received, resolved, pending }) => [period, carried, received, resolved, pending]),
  ['Grand Total', rows[0]?.carried ?? 0, sumOf(rows).received, sumOf(rows).resolved, rows.at(-1)?.pending ?? 0],
]

const average = (days: number, resolved: number): string | number =>
  resolved === 0 ? '–' : Math.round((10 * days) / resolved) / 10

const monthColumns = [
  'Received from',
  'Carried forward from previous month',
  'Received during the month',
  'Total Pending',
  'Resolved*',
  `Pending for less than ${complaintRules.oldMonths} months`,
  `Pending for more than ${complaintRules.oldMonths} months`,
  'Average Resolution time^ (in days)',
]

/** Without the columns that no level has. */
function levelTable(levels: ComplaintReport['levels']): Pick<TableProps, 'columns' | 'rows'> {
  const fields = [
    ['Contact Person', 'contact'],
    ['Address', 'address'],
    ['Contact No.', 'phone'],
    ['Email Id', 'email'],
    ['Working hours', 'hours'],
  ] as const
  const filled = fields.filter(([, field]) => levels.some((level) => level[field] !== ''))
  return {
    columns: ['Details of', ...filled.map(([column]) => column), 'Replies within'],
    rows: levels.map((level) => [
      level.name,
      ...filled.map(([, field]) => level[field]),
      level.days === 1 ? '1 day' : `${level.days} days`,
    ]),
  }
}

interface TableProps {
  id: string
  caption: string
  columns: readonly string[]
  /** Where the columns are grouped. */
  head?: ReactNode
  rows: readonly (readonly (string | number)[])[]
  /** On a phone each row is a list. */
  isWide?: boolean
  hasNumbers?: boolean
  /** The rows before the last so many, apart from the total, are folded on a phone. */
  shown?: number
}

/** The link in the caption lets the keyboard reach a table that scrolls sideways. */
const Table = ({ id, caption, columns, head, rows, isWide = false, hasNumbers = true, shown }: TableProps) => (
  <section id={id} aria-label={caption} className={isWide ? styles.wide : undefined}>
    <table>
      <caption>
        <a href={`#${id}`}>{caption}</a>
      </caption>
      <thead>
        {head ?? (
          <tr>
            {hasNumbers && <th>SN</th>}
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        )}
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={name} data-folded={shown !== undefined && index < rows.length - 1 - shown ? '' : undefined}>
            {hasNumbers && <td>{index + 1}</td>}
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at} data-column={columns[at + 1]}>
                {cell === '' ? '–' : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {shown !== undefined && (
      <label className={styles.all}>
        <input type="checkbox" className="visually-hidden" /> Show all
      </label>
    )}
  </section>
)
