import { cx } from './dom.ts'
import { Stack } from './stack.tsx'
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

interface FieldSkeletonsProps {
  count: number
  /** In place of the first label. */
  label?: string
}

/** Placeholders for the fields of a form. */
export function FieldSkeletons({ count, label }: FieldSkeletonsProps) {
  return (
    <Stack gap={6}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.field}>
          {label && index === 0 ? (
            <output className={styles.words}>{label}</output>
          ) : (
            <Skeleton className={styles.label} />
          )}
          <Skeleton className={styles.control} />
        </div>
      ))}
    </Stack>
  )
}
