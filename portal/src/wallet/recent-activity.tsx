import { paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Link } from 'react-router'
import { formatDateTime } from '@sauda/web/date-time'
import { Section } from '../shell/section.tsx'
import styles from './fund.module.css'
import { statusLabel, statusTones } from './transaction.ts'
import { useTransactions } from './wallet.api.ts'
import { typeLabels } from './wallet.text.ts'

const rowsShown = 3

export function RecentActivity() {
  const list = useTransactions()
  const requests = list.data?.pages[0]?.transactions ?? []
  return (
    <Section
      id="recent-activity"
      title="Recent activity"
      aside={
        requests.length > 0 && (
          <Link to="/account/wallet/transaction-history" className={styles.all}>
            See all
          </Link>
        )
      }
      gap={2}
    >
      {list.isPending && <SkeletonText label="Loading requests..." lines={4} />}
      {list.data && requests.length === 0 && (
        <p className={`note ${styles.activity}`}>Your deposits and withdrawals show up here.</p>
      )}
      {list.isError && !list.data && (
        <ErrorState look="line" title="Your recent activity could not be loaded." query={list} />
      )}
      <ul className={styles.activity} hidden={requests.length === 0}>
        {requests.slice(0, rowsShown).map((request) => (
          <li key={request._id}>
            <Link to={`/account/wallet/transaction-history?transaction=${request._id}`}>
              <span className={styles.activityName}>
                {typeLabels[request.type]}
                <small>{formatDateTime(request.createdAt)}</small>
              </span>
              <span className={styles.activityAmount}>
                <Money amount={paiseOf(request.amount)} />
                <StatusPill tone={statusTones[request.status]}>{statusLabel(request)}</StatusPill>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
