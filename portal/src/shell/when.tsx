import { momentText } from './moment.ts'
import styles from './when.module.css'

/** Day and time; breaks between the two where there is little room, nowhere else. */
export function When({ iso }: { iso: string }) {
  const [day, ...time] = momentText(iso).split(', ')
  return (
    <span className={styles.when}>
      <span className={styles.whole}>{day},</span> <span className={styles.whole}>{time.join(', ')}</span>
    </span>
  )
}
