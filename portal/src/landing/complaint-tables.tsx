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
      <Table
        id="levels"
        caption="Escalation matrix"
        hasNumbers={false}
        head={row(
          'Details of',
          'Contact Person',
          'Address',
          'Contact No.',
          'Email Id',
          'Working hours',
          'Replies within',
        )}
        rows={levels.map(({ name, contact, address, phone, email, hours, days }) => [
          name,
          contact,
          address,
          phone,
          email,
          hours,
          days === 1 ? '1 day' : `${days} days`,
        ])}
      />
      <Table
        id="month"
        caption={`Data for the month ending ${monthName(month)}`}
        head={
          <>
            <tr>
              <th rowSpan={2}>SN</th>
              <th rowSpan={2}>Received from</th>
              <th rowSpan={2}>Carried forward from previous month</th>
              <th rowSpan={2}>Received during the month</th>
              <th rowSpan={2}>Total Pending</th>
              <th rowSpan={2}>Resolved*</th>
              <th colSpan={2}>Pending at the end of the month**</th>
              <th rowSpan={2}>Average Resolution time^ (in days)</th>
            </tr>
            <tr>
              <th>{`Pending for less than ${complaintRules.oldMonths} months`}</th>
              <th>{`Pending for more than ${complaintRules.oldMonths} months`}</th>
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
        head={row('SN', 'Month', 'Carried forward from previous month', 'Received', 'Resolved*', 'Pending**')}
        rows={withTotal(months.map((each) => ({ ...each, period: monthName(each.period) })))}
      />
      <Table
        id="years"
        caption="Trend of annual disposal of complaints"
        head={row(
          'SN',
          'Year',
          'Carried forward from previous year',
          'Received during the year',
          'Resolved during the year',
          'Pending at the end of the year',
        )}
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

const row = (...cells: string[]) => (
  <tr>
    {cells.map((cell) => (
      <th key={cell}>{cell}</th>
    ))}
  </tr>
)

interface TableProps {
  id: string
  caption: string
  head: ReactNode
  rows: readonly (readonly (string | number)[])[]
  hasNumbers?: boolean
}

/** The link in the caption lets the keyboard reach a table that scrolls sideways. */
const Table = ({ id, caption, head, rows, hasNumbers = true }: TableProps) => (
  <section id={id} aria-label={caption}>
    <table>
      <caption>
        <a href={`#${id}`}>{caption}</a>
      </caption>
      <thead>{head}</thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={name}>
            {hasNumbers && <td>{index + 1}</td>}
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell === '' ? '–' : cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
