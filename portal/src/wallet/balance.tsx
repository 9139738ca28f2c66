import { ErrorState } from '@sauda/ui/error-state'
import { CountedMoney } from '@sauda/ui/counted-money'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { memo, type RefObject } from 'react'
import { AmountsButton } from '../shell/amounts.tsx'
import { figuresOf } from './figures.ts'
import styles from './fund.module.css'
import { useWallet } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

/** Not drawn again while an amount is typed beside it; the same goes for the other parts of the screen. */
export const Balance = memo(function Balance({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const wallet = useWallet()
  const { total, loan, withheld } = figuresOf(wallet.data)
  return (
    <section className={styles.balance}>
      <h2 ref={heading} tabIndex={-1}>
        Wallet Balance
      </h2>
      {wallet.data ? (
        <div className={styles.total}>
          <CountedMoney amount={total} size="hero" />
          <AmountsButton />
        </div>
      ) : wallet.isPending ? (
        <output>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.balanceWaiting} />
        </output>
      ) : (
        <div className={styles.balanceMissing}>
          <ErrorState look="line" title="Not available right now" query={wallet} />
        </div>
      )}
      <div className={`soft ${styles.captions}`}>
        <p>Available for Investing</p>
        {loan > 0n && <p className="note">{sentence(walletText.includesLoan, { amount: <Money amount={loan} /> })}</p>}
      </div>
      {withheld > 0n && <p className="note">{sentence(walletText.onHold, { amount: <Money amount={withheld} /> })}</p>}
    </section>
  )
})
