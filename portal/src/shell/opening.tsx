import { Spinner } from '@sauda/ui/spinner'
import styles from './frame.module.css'

/** A full page with a spinner, which appears after a moment, so that it does not flash. */
export function Opening() {
  return (
    <output className={styles.opening} aria-label="Loading">
      <Spinner large />
    </output>
  )
}
