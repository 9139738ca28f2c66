import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import type { ReactNode } from 'react'
import { useTrades } from '../trade/trade.api.ts'
import type { WalletFigures } from '../wallet/figures.ts'
import type { useWallet } from '../wallet/wallet.api.ts'
import { LoadWarning } from './load-warning.tsx'
import { lastProfitOf } from './last-profit.ts'
import styles from './overview-cards.module.css'

interface OverviewCardsProps {
  wallet: ReturnType<typeof useWallet>
  figures: WalletFigures
}

/** The four cards. Without a wallet or trades they read 0 (section 8), and a line says why. */
export function OverviewCards({ wallet, figures }: OverviewCardsProps) {
  const { total, loan, withdrawable, cashback } = figures
  const trades = useTrades()
  const profit = lastProfitOf(trades)
  const includes = loan > 0n && sentence('includes loan {amount}', { amount: <Money amount={loan} /> })
  const waiting = wallet.isPending
  return (
    <>
      <LoadWarning queries={[wallet, trades]} />
      <section className={styles.cards} aria-label="Your money">
        <Figure title="Total Amount" amount={total} waiting={waiting} note={includes} size="hero" />
        <Figure title="Last profit" amount={profit.amount} change waiting={profit.waiting} note={profit.note} />
        <Figure
          title="Available funds"
          amount={total}
          waiting={waiting}
          lines={2}
          note={
            <>
              {includes}
              {includes && <br />}
              {sentence('Withdrawable {amount}', { amount: <Money amount={withdrawable} /> })}
            </>
          }
        />
        <Figure title="Cashback" amount={cashback} waiting={waiting} note="Not part of your wallet balance" />
      </section>
    </>
  )
}

interface FigureProps {
  title: string
  amount: bigint
  note: ReactNode
  /** The note keeps the room of so many, whether they come or not. */
  lines?: number
  waiting?: boolean
  /** A gain or a loss. */
  change?: boolean
  /** The hero is the screen's first answer, with a row of its own. */
  size?: 'large' | 'hero'
}

function Figure({ title, amount, note, lines = 1, waiting = false, change = false, size = 'large' }: FigureProps) {
  return (
    <Card className={`${styles.card} ${styles[size]}`}>
      <h2>{title}</h2>
      {waiting ? (
        <output className={styles.amount}>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.waiting} />
        </output>
      ) : (
        <p className={styles.amount}>
          <Money amount={amount} size={size} change={change} />
        </p>
      )}
      <p className={styles.note} style={{ minBlockSize: `${lines}lh` }}>
        {waiting ? <Skeleton className={styles.noteWaiting} /> : note}
      </p>
    </Card>
  )
}
