import type { ReactNode } from 'react'
import styles from './section.module.css'

/** On a phone the heading alone until it is pressed; elsewhere always open, by CSS and then by the page's script. */
export function Fold({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <details className={styles.fold} data-fold="">
      <summary>{heading}</summary>
      {children}
    </details>
  )
}
