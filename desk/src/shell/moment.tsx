import { exactText, momentText } from './time.ts'
import styles from './moment.module.css'

/** A moment in the operator's own time zone; where columns are tight the time goes under the date. */
export function Moment({ at, exact = false }: { at: string; exact?: boolean }) {
  const [date = '', time = ''] = (exact ? exactText(at) : momentText(at)).split(/(?<=,) /)
  return (
    <time dateTime={at} className={styles.moment}>
      <span>{date}</span> <span>{time}</span>
    </time>
  )
}
