import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'
import styles from './notice-page.module.css'

/** A whole page that says one thing and offers a way on. */
export function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main className={styles.page}>
      <BrandMark />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  )
}
