import { cx } from './cx.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  shape?: 'line' | 'title' | 'block' | 'circle'
  className?: string
}

/** The silent shape of what is coming; marked, so that a story can wait until nothing is. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return (
    <span className={cx(styles.bar, shape !== 'line' && styles[shape], className)} aria-hidden="true" data-loading />
  )
}

/** Several lines with the loading words for screen readers. */
export function SkeletonText({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <output className={styles.group}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} />
      ))}
    </output>
  )
}
