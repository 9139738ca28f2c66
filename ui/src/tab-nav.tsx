import type { ReactNode } from 'react'
import styles from './tab-nav.module.css'

/** Links that look like tabs: children are NavLinks, and the current one has aria-current="page". */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.list} aria-label={label}>
      {children}
    </nav>
  )
}
