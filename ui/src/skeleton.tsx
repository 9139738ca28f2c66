import { cx } from './cx.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  shape?: 'line' | 'title' | 'block' | 'circle'
  className?: string
}

export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return (
    <span className={cx(styles.bar, shape !== 'line' && styles[shape], className)} aria-hidden="true" data-loading />
  )
}

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
