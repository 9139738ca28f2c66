import { Skeleton } from '@sauda/ui/skeleton'
import styles from './field-shapes.module.css'

/** Fields that are on their way: their shape, and in the place of the first label the words that say so. */
export function FieldShapes({ count, words }: { count: number; words?: string }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className={styles.field}>
      {words !== undefined && index === 0 ? (
        <output className={styles.words}>{words}</output>
      ) : (
        <Skeleton className={styles.label} />
      )}
      <Skeleton className={styles.control} />
    </div>
  ))
}
