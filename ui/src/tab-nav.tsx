import type { ReactNode } from 'react'
import styles from './tabs.module.css'

/** Looks like tabs, is a navigation: children are NavLinks, the open one carries aria-current="page". */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.list} aria-label={label}>
      {children}
    </nav>
  )
}
