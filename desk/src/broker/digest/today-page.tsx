import { digestCalls, type Figures } from '@sauda/contract/broker/digest'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { formatDate } from '@sauda/web/date-time'
import { Link } from 'react-router'
import { useCall } from '../../shell/api.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import layout from '../../shell/layout.module.css'
import styles from './today.module.css'

const isAlert = ({ title }: Figures): boolean => title.startsWith('Alert: ')

/** What came in and went out, what is pending and late, and what the evening needs; each row leads to its next step. */
export function TodayPage() {
  const query = useCall(digestCalls.today, {})
  return (
    <Page title="Today" description={query.data && formatDate(query.data.day)}>
      <Loaded query={query} what="the figures of today" lines={10}>
        {({ figures }) => (
          <>
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
            <div className={styles.parts}>
              {figures
                .filter((part) => !isAlert(part))
                .map((part) => (
                  <Part key={part.title} part={part} />
                ))}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Part = ({ part: { title, path, rows } }: { part: Figures }) => (
  <Card title={title} flush aria-label={title}>
    <ul className={styles.rows}>
      {rows.map(({ label, value, path: own = path, isLate }) => (
        <li key={label}>
          <Link className={styles.row} to={own} data-item="">
            <span>{label}</span>
            <span className={isLate ? `tabular ${layout.differs}` : 'tabular'}>{value}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)
