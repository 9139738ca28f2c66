import { paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Link } from 'react-router'
import { momentText } from '../shell/moment.ts'
import { NotLoaded } from '../shell/not-loaded.tsx'
import styles from './latest.module.css'
import { statusLabel, statusTones, typeWords } from './transaction-words.ts'
import { useTransactions } from './wallet.api.ts'

const shown = 3

/** Did it arrive? The newest requests, each leading to its timeline. */
export function Latest() {
  const list = useTransactions()
  const requests = list.data?.pages[0]?.transactions ?? []
  return (
    <section className={styles.latest} aria-labelledby="latest-requests">
      <div className={styles.head}>
        <h2 id="latest-requests">Latest requests</h2>
        {requests.length > 0 && <Link to="/account/wallet/transaction-history">See all</Link>}
      </div>
      {list.isPending && <SkeletonText label="Loading requests..." lines={4} />}
      {list.data && requests.length === 0 && (
        <p className={styles.none}>What you add or withdraw appears here with its status.</p>
      )}
      {list.isError && !list.data && <NotLoaded query={list}>Your requests did not load just now.</NotLoaded>}
      <ul hidden={requests.length === 0}>
        {requests.slice(0, shown).map((request) => (
          <li key={request._id}>
            <Link to={`/account/wallet/transaction-history?transaction=${request._id}`}>
              <span className={styles.what}>
                {typeWords[request.type]}
                <small>{momentText(request.createdAt)}</small>
              </span>
              <span className={styles.amount}>
                <Money amount={paiseOf(request.amount)} />
                <StatusPill tone={statusTones[request.status]}>{statusLabel(request)}</StatusPill>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
