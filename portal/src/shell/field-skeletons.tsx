import { Skeleton } from '@sauda/ui/skeleton'
import styles from './field-skeletons.module.css'

/** Placeholders for fields that are loading; `label` is shown in place of the first label. */
export function FieldSkeletons({ count, label }: { count: number; label?: string }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className={styles.field}>
      {label !== undefined && index === 0 ? (
        <output className={styles.words}>{label}</output>
      ) : (
        <Skeleton className={styles.label} />
      )}
      <Skeleton className={styles.control} />
    </div>
  ))
}
