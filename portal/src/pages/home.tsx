import { paiseOf } from '@sauda/contract/money'
import { Button, buttonClass } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { hourInIndia } from '@sauda/web/date-time'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ForexPairs } from '../market/forex-pairs.tsx'
import { Markets } from '../market/markets.tsx'
import { greeting, useProfile } from '../profile/profile.api.ts'
import { usePortfolio } from '../trade/trade.api.ts'
import { figuresOf } from '../wallet/figures.ts'
import { useWallet } from '../wallet/wallet.api.ts'
import styles from './pages.module.css'

export default function Home() {
  const name = useProfile().data?.name
  const [hour] = useState(hourInIndia)
  return (
    <div className={styles.home}>
      <header>
        <h1 tabIndex={-1} className={styles.greeting}>
          {name ? sentence('{greeting}, {name}', { greeting: greeting(hour), name }) : greeting(hour)}
        </h1>
        <HomeMoney />
      </header>
      <Markets />
      <ForexPairs />
    </div>
  )
}

function HomeMoney() {
  const wallet = useWallet()
  const { total, loan, withdrawable } = figuresOf(wallet.data)
  return (
    <section className={styles.money} aria-labelledby="total">
      <h2 id="total">Total Amount</h2>
      <div className={styles.figure}>
        {wallet.data ? (
          <Money amount={total} size="hero" />
        ) : wallet.isPending ? (
          <output>
            <span className="visually-hidden">Loading...</span>
            <Skeleton shape="title" className={styles.waiting} />
          </output>
        ) : (
          <ErrorState look="line" title="Not available right now" query={wallet} />
        )}
      </div>
      <p className={`${styles.note} note`}>
        {wallet.isPending ? (
          <Skeleton className={styles.noteWaiting} />
        ) : (
          <>
            {loan > 0n && sentence('includes loan {amount} · ', { amount: <Money amount={loan} /> })}
            {sentence('Withdrawable {amount}', { amount: wallet.data ? <Money amount={withdrawable} /> : '–' })}
          </>
        )}
      </p>
      <Link to="/account/wallet/add-fund" className={`${buttonClass('primary')} ${styles.add}`}>
        <span className="icon-text">
          <Plus size={18} />
          Add Fund
        </span>
      </Link>
      <Invested />
    </section>
  )
}

function Invested() {
  const { data, isPending, refetch } = usePortfolio()
  const amount = (rupees: number | undefined, change = false) =>
    rupees !== undefined ? (
      <Money amount={paiseOf(rupees)} size="large" change={change} />
    ) : isPending ? (
      <Skeleton className={styles.short} />
    ) : (
      <span className={styles.missing}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">Not available right now</span>
      </span>
    )
  return (
    <dl className={styles.invested}>
      <div>
        <dt className="note">Invested</dt>
        <dd>{amount(data?.totalInvestment)}</dd>
      </div>
      <div>
        <dt className="note">Realised P&L</dt>
        <dd>{amount(data?.totalPnL, true)}</dd>
      </div>
      <div className={styles.way}>
        <dt className="visually-hidden">More</dt>
        <dd>
          {!data && !isPending && (
            <Button variant="secondary" size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
          <Link to="/account/position">View positions</Link>
        </dd>
      </div>
    </dl>
  )
}
