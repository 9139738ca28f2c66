import type { ReactNode } from 'react'
import { Arrow } from './arrow.tsx'
import { cx } from './dom.ts'
import styles from './figure-strip.module.css'
import { Money } from './money.tsx'
import { Skeleton } from './skeleton.tsx'
import { Panel } from './stack.tsx'

interface FigureStripProps {
  label: string
  /** As low as possible: a note is beside its figure, and the figures stay beside each other where it is narrow. */
  inline?: boolean
  children: ReactNode
}

/** Figures beside each other in one panel; below each other where it is narrow. */
export function FigureStrip({ label, inline = false, children }: FigureStripProps) {
  return (
    <Panel as="section" className={cx(styles.strip, inline && styles.inline)} aria-label={label}>
      {children}
    </Panel>
  )
}

interface FigureProps {
  title: string
  /** Paise; undefined while loading, null if it is not known because it could not be loaded. */
  amount: bigint | null | undefined
  change?: boolean
  onTrace?: (amount: bigint) => void
  mark?: ReactNode
  note?: ReactNode
  /** Its query failed, and the specification shows this amount instead: quietly, and said in place of the note. */
  failed?: boolean
}

export function Figure({ title, amount, change = false, onTrace, mark, note, ...props }: FigureProps) {
  const failed = props.failed === true || amount === null
  return (
    <section className={styles.figure}>
      <div className={styles.head}>
        <h2 className="soft sm regular">{title}</h2>
        {mark}
      </div>
      {amount === undefined ? (
        <output className={`xl ${styles.amount}`}>
          <span className="visually-hidden">Loading...</span>
          <Skeleton className={styles.waiting} />
        </output>
      ) : (
        <p className={cx('xl anywhere', failed ? 'dim regular' : 'strong', styles.amount)}>
          {amount === null ? (
            '–'
          ) : (
            <>
              {change && !failed && <Arrow value={amount} />}
              <Money amount={amount} change={change} trimmed={change} onTrace={failed ? undefined : onTrace} />
            </>
          )}
        </p>
      )}
      {/* while loading a line, so that nothing moves when the figures arrive */}
      <p className={`dim sm tabular anywhere ${styles.note}`}>
        {failed ? 'Could not be loaded' : amount === undefined ? '\u00a0' : note}
      </p>
    </section>
  )
}
