import { exactText, momentText } from './time.ts'
import styles from './moment.module.css'

/** A moment in the operator's own time zone, never broken over two lines. */
export function Moment({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} className={styles.moment}>
      {exact ? exactText(at) : momentText(at)}
    </time>
  )
}
