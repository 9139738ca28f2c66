import { buttonClass } from '@sauda/ui/button'
import { CountedMoney } from '@sauda/ui/counted-money'
import { Skeleton } from '@sauda/ui/skeleton'
import { useReachability } from '@sauda/web/reachability'
import { useStore } from '@sauda/web/store'
import { Plus } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { isLive } from '../core/notice/live-updates.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { figuresOf } from '../money/wallet/figures.ts'
import { useWallet } from '../money/wallet/wallet.api.ts'
import styles from './pages.module.css'

/** The client's name, and whether the data is up to date. */
export function DockClient() {
  const { data, isPending } = useProfile()
  return (
    <>
      {data ? (
        <span className={styles.name} title={`${data.name}, ${data.saudaId}`}>
          {data.name}
        </span>
      ) : (
        isPending && <Skeleton className={styles.nameWaiting} />
      )}
      <Connection />
    </>
  )
}

const connections = {
  live: 'Live',
  ok: 'Connected',
  offline: 'Offline',
  unreachable: 'Reconnecting',
}

function Connection() {
  const reachability = useReachability()
  const isStreaming = useStore(isLive)
  const state = reachability === 'ok' && isStreaming ? 'live' : reachability
  return (
    <span className={`icon-text soft ${styles.connection}`} data-state={state}>
      {connections[state]}
    </span>
  )
}

/** Home shows the balance itself. */
export function DockBalance() {
  const wallet = useWallet()
  const isHome = useLocation().pathname.startsWith('/account/home')
  return (
    <>
      {isHome ? null : wallet.data ? (
        <span className={styles.available}>
          Available <CountedMoney amount={figuresOf(wallet.data).total} />
        </span>
      ) : (
        <span className={styles.available}>
          {wallet.isPending ? <Skeleton className={styles.nameWaiting} /> : 'Balance not available'}
        </span>
      )}
      <Link to="/account/wallet/add-fund" className={buttonClass('primary', { size: 'small' })}>
        <span className="icon-text">
          <Plus size={16} />
          Add Fund
        </span>
      </Link>
    </>
  )
}
