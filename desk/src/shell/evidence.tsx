import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { DateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import layout from './layout.module.css'
import styles from './evidence.module.css'

interface EvidenceProps {
  what: ReactNode
  /** Paise; absent before an amount is known. */
  amount?: bigint | undefined
  reference?: ReactNode
  /** When it was requested. */
  at: string
  event?: string
  children: ReactNode
}

export const Evidence = ({ what, amount, reference, at, event = 'Requested', children }: EvidenceProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
  <section className={styles.evidence} aria-label="Evidence" tabIndex={0}>
    <div className={styles.top}>
      <div>
        <div className={layout.soft}>{what}</div>
        {amount !== undefined && <Money amount={amount} size="hero" />}
      </div>
      <div className={styles.beside}>
        {reference && <span className="tabular">{reference}</span>}
        <span>{sentence(`${event} on {time}`, { time: <DateTime at={at} /> })}</span>
      </div>
    </div>
    {children}
  </section>
)

export const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.block}>
    <h2>{title}</h2>
    {children}
  </section>
)

export const Note = ({ children }: { children: ReactNode }) => <p className={layout.soft}>{children}</p>

export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>
