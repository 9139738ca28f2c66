import { Spinner } from '@sauda/ui/spinner'
import styles from './opening.module.css'

/** A quiet full page while something is on its way; its spinner waits a moment, so that fast is not flashing. */
export function Opening() {
  return (
    <output className={styles.opening} aria-label="Loading">
      <Spinner large />
    </output>
  )
}
