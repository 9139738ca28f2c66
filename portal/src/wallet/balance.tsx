import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import type { RefObject } from 'react'
import { NotLoaded } from '../shell/not-loaded.tsx'
import styles from './balance.module.css'
import { figuresOf } from './figures.ts'
import { useWallet } from './wallet.api.ts'

/** How much is there, and how much of it is borrowed or on its way. */
export function Balance({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const wallet = useWallet()
  const { total, loan, withheld } = figuresOf(wallet.data)
  return (
    <section className={styles.balance}>
      <h2 ref={heading} tabIndex={-1}>
        Wallet Balance
      </h2>
      {wallet.data ? (
        <Money amount={total} size="hero" />
      ) : wallet.isPending ? (
        <output>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.waiting} />
        </output>
      ) : (
        <div className={styles.missing}>
          <NotLoaded query={wallet}>Not available right now</NotLoaded>
        </div>
      )}
      <div className={styles.captions}>
        <p>Available for Investing</p>
        {loan > 0n && (
          <p className={styles.note}>{sentence('includes loan {amount}', { amount: <Money amount={loan} /> })}</p>
        )}
      </div>
      {withheld > 0n && (
        <p className={styles.note}>
          {sentence('{amount} more is on its way to your bank', { amount: <Money amount={withheld} /> })}
        </p>
      )}
    </section>
  )
}
