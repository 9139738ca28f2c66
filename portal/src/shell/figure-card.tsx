import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { Skeleton } from '@sauda/ui/skeleton'
import type { ReactNode } from 'react'
import styles from './figure-card.module.css'

export function FigureCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.cards} aria-label={label}>
      {children}
    </section>
  )
}

interface FigureCardProps {
  title: string
  /** Paise; undefined while loading. */
  amount: bigint | undefined
  size?: 'large' | 'hero'
  change?: boolean
  mark?: ReactNode
  note?: ReactNode
  /** The lines reserved for the note. */
  lines?: number
}

export function FigureCard({ title, amount, size = 'large', change = false, mark, note, lines = 1 }: FigureCardProps) {
  return (
    <Card className={`${styles.card} ${styles[size]}`}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {mark}
      </div>
      {amount === undefined ? (
        <output>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.waiting} />
        </output>
      ) : (
        <p>
          <Money amount={amount} size={size} change={change} trimmed={change} />
        </p>
      )}
      {(note || lines > 0) && (
        <p className={styles.note} style={{ minBlockSize: `${lines}lh` }}>
          {amount === undefined ? <Skeleton className={styles.noteWaiting} /> : note}
        </p>
      )}
    </Card>
  )
}
