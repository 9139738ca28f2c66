import { momentText } from './moment.ts'
import styles from './when.module.css'

/** Day and time; breaks between the two, nowhere else. */
export function When({ iso }: { iso: string }) {
  const [day, ...time] = momentText(iso).split(', ')
  return (
    <span>
      <span className={styles.whole}>{day},</span> <span className={styles.whole}>{time.join(', ')}</span>
    </span>
  )
}
