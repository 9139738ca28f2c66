import type { ReactNode } from 'react'
import styles from './step.module.css'

/** What can be done in a step, the primary action last; on a phone as wide as the step. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
