import { paiseOf } from '@sauda/contract/platform/money'
import { StatusPill } from '@sauda/ui/badge'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { memo } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '@sauda/web/date-time'
import { Section } from '../../shell/screen.tsx'
import { traceOf } from '../../shell/amounts.tsx'
import styles from './fund.module.css'
import { statusLabel, statusTone } from './transaction.ts'
import { useTransactions } from './wallet.api.ts'
import { typeLabels, walletText } from './wallet.text.ts'

const rowsShown = 3
const none: readonly string[] = []

/** `without`: the ids of requests that are shown beside it. */
export const RecentActivity = memo(function RecentActivity({ without = none }: { without?: readonly string[] }) {
  const list = useTransactions()
  const all = list.data?.pages[0]?.transactions ?? []
  const requests = all.filter(({ _id }) => !without.includes(_id))
  return (
    <Section
      id="recent-activity"
      title="Recent activity"
      aside={
        all.length > 0 && (
          <Link to="/account/wallet/transaction-history" className="push reach">
            See all
          </Link>
        )
      }
      gap={2}
    >
      {list.isPending && <SkeletonText label="Loading requests..." lines={4} />}
      {list.data && all.length === 0 && (
        <p className={`note ${styles.activity}`}>Your deposits and withdrawals show up here.</p>
      )}
      {all.length > 0 && requests.length === 0 && <p className="note">{walletText.allNeedAttention}</p>}
      {list.isError && !list.data && (
        <ErrorState look="line" title="Your recent activity could not be loaded." query={list} />
      )}
      <ul className={styles.activity} hidden={requests.length === 0}>
        {requests.slice(0, rowsShown).map((request) => (
          <li key={request._id}>
            <Row tight justify="between">
              <Link to={`/account/wallet/transaction-history?transaction=${request._id}`} className="medium">
                {typeLabels[request.type]}
                <small className="faint block regular">{formatDateTime(request.createdAt)}</small>
              </Link>
              <Stack as="span" gap={1} align="end" className="strong">
                <Money
                  amount={paiseOf(request.creditedAmount ?? request.amount)}
                  onTrace={traceOf(`${typeLabels[request.type]} ${request.transactionId}`, { cause: request._id })}
                />
                <StatusPill tone={statusTone(request)}>{statusLabel(request)}</StatusPill>
              </Stack>
            </Row>
          </li>
        ))}
      </ul>
    </Section>
  )
})
