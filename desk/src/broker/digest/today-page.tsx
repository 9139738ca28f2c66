import { digestCalls, type Figures } from '@sauda/contract/broker/digest'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { formatDate } from '@sauda/web/date-time'
import { ChevronRight, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../shell/api.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { useListKeys } from '../../shell/shortcut.ts'
import layout from '../../shell/layout.module.css'
import styles from './today.module.css'

type Row = Figures['rows'][number]

const isToDo = ({ isOpen, isLate }: Row): boolean => isOpen === true || isLate === true

const isAlert = ({ title }: Figures): boolean => title.startsWith('Alert: ')

interface TodayProps {
  /** The last trade day. */
  evening: ReactNode
  complaints: ReactNode
}

/** What is to do first, what is late before the rest; then the other figures, without those of nothing. */
export function TodayPage({ evening, complaints }: TodayProps) {
  const query = useCall(digestCalls.today, {})
  return (
    <Page title="Today" description={query.data && formatDate(query.data.day)}>
      <Loaded query={query} what="the figures of today" lines={10}>
        {({ figures }) => {
          const parts = figures.filter((part) => !isAlert(part))
          return (
            <div className={layout.column}>
              {figures.filter(isAlert).map(({ title, path, rows: [first] }) => (
                <AlertBanner
                  key={title}
                  tone="error"
                  title={title.replace('Alert: ', '')}
                  action={<Link to={path}>Open</Link>}
                >
                  {first?.value}
                </AlertBanner>
              ))}
              <ToDo parts={parts} />
              {complaints}
              {evening}
              <div className={styles.parts}>
                {parts
                  .map((part) => ({ ...part, rows: part.rows.filter((row) => !isToDo(row) && row.count !== 0) }))
                  .filter(({ rows }) => rows.length > 0)
                  .map((part) => (
                    <Part key={part.title} part={part} />
                  ))}
              </div>
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** Late first, then by how much of the target is used. */
const severityOf = ({ isLate, used = 0 }: Row): number => (isLate ? 1_000_000 : 0) + used

/** Their rows are named by their kind. */
const isCases = ({ title }: Pick<Figures, 'title'>): boolean => title === 'Pending cases'

function ToDo({ parts }: { parts: readonly Figures[] }) {
  const list = useListKeys<HTMLUListElement>('List')
  const rows = parts
    .flatMap(({ title, path, rows: own }) => own.map((row) => ({ ...row, title, path: row.path ?? path })))
    .filter(isToDo)
    .toSorted((one, other) => severityOf(other) - severityOf(one))
  return (
    <Card title="To do" flush aria-label="To do">
      {rows.length === 0 ? (
        <EmptyState title="Nothing to do" icon={<CircleCheck />}>
          {parts.length > 0 && `Checked: ${parts.map(({ title }) => title).join(', ')}.`}
        </EmptyState>
      ) : (
        <ul ref={list} className={styles.rows}>
          {rows.map((row) => (
            <Line
              key={`${row.title} ${row.label}`}
              row={row}
              path={row.path}
              name={row.label === 'Open' ? row.title : isCases(row) ? row.label : `${row.title}: ${row.label}`}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Part = ({ part: { title, path, rows } }: { part: Figures }) => (
  <Card title={title} flush aria-label={title}>
    <ul className={styles.rows}>
      {rows.map((row) => (
        <Line key={row.label} row={row} path={row.path ?? path} name={row.label} />
      ))}
    </ul>
  </Card>
)

/** From this share of the target on, a case is urgent. */
const urgentPercent = 75

const Line = ({ row: { value, count, note, used, isLate }, path, name }: { row: Row; path: string; name: string }) => (
  <li>
    <Link
      className={styles.row}
      to={path}
      data-item=""
      data-severity={isLate ? 'late' : used !== undefined && used >= urgentPercent ? 'urgent' : undefined}
    >
      <span className={styles.count}>{count}</span>
      <span className="medium">{name}</span>
      <span className={styles.note}>
        {count === undefined ? value : note}
        {used !== undefined && (
          <span className={styles.age} aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(used, 100)}%` }} />
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  </li>
)
