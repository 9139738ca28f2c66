import { paiseOf } from '@sauda/contract/money'
import { Button, buttonClass } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { usePortfolio } from '../trade/trade.api.ts'
import { figuresOf } from '../wallet/figures.ts'
import { useWallet } from '../wallet/wallet.api.ts'
import styles from './pages.module.css'

export function HomeMoney() {
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
      <p className={styles.note}>
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
        <span className={styles.words}>
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
        <dt>Invested</dt>
        <dd>{amount(data?.totalInvestment)}</dd>
      </div>
      <div>
        <dt>Realised P&L</dt>
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
