import { Money } from '@sauda/ui/money'
import type { ReactNode } from 'react'
import styles from './evidence.module.css'

interface EvidenceProps {
  /** What the amount is: "Deposit". */
  what: ReactNode
  /** Paise; absent where nothing is asked for yet. */
  amount?: bigint | undefined
  /** Beside the amount: state, number, moment. */
  beside: ReactNode
  children: ReactNode
}

/** What an operator compares before deciding about money: the amount first. */
export function Evidence({ what, amount, beside, children }: EvidenceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <section className={styles.evidence} aria-label="Evidence" tabIndex={0}>
      <div className={styles.top}>
        <div>
          <div className={styles.what}>{what}</div>
          {amount !== undefined && <Money amount={amount} size="hero" />}
        </div>
        <div className={styles.beside}>{beside}</div>
      </div>
      {children}
    </section>
  )
}

/** Part of the evidence under a heading. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A sentence that steps back. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={styles.what}>{children}</p>
}

/** Two parts side by side where there is room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}
