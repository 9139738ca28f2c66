import { CountedMoney } from '@sauda/ui/counted-money'
import { Skeleton } from '@sauda/ui/skeleton'
import { useReachability } from '@sauda/web/reachability'
import { useStore } from '@sauda/web/store'
import { Link, useLocation } from 'react-router'
import { isLive } from '../core/notice/live-updates.tsx'
import { useWallet, figuresOf } from '../money/wallet/wallet.api.ts'
import styles from './pages.module.css'

const connections = {
  live: '',
  ok: '',
  offline: 'Offline',
  unreachable: 'Reconnecting',
}

/** Only what stops the data from being up to date is said. */
export function Connection() {
  const reachability = useReachability()
  const isStreaming = useStore(isLive)
  const state = reachability === 'ok' && isStreaming ? 'live' : reachability
  return (
    <span className={`icon-text soft ${styles.connection}`} data-state={state}>
      {connections[state]}
    </span>
  )
}

/** The screens of money show the balance themselves. */
export function DockBalance() {
  const wallet = useWallet()
  if (/^\/(account\/)?(home|portfolio|wallet)/.test(useLocation().pathname)) return null
  return (
    <Link to="/account/wallet/add-fund" className={styles.available}>
      {wallet.data ? (
        <>
          Available <CountedMoney amount={figuresOf(wallet.data).total} />
        </>
      ) : wallet.isPending ? (
        <>
          <span className="visually-hidden">Available</span>
          <Skeleton className={styles.nameWaiting} />
        </>
      ) : (
        'Balance not available'
      )}
    </Link>
  )
}
