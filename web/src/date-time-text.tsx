import { formatDateTime, formatDateTimeSeconds } from './date-time.ts'
import styles from './date-time-text.module.css'

/** Date and time; where space is tight the time goes below the date. */
export function DateTime({ at, exact = false }: { at: string; exact?: boolean }) {
  const [date = '', time = ''] = (exact ? formatDateTimeSeconds(at) : formatDateTime(at)).split(/(?<=,) /)
  return (
    <time dateTime={at} className={styles.text}>
      <span>{date}</span> <span>{time}</span>
    </time>
  )
}
