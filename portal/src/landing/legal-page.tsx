import type { ReactNode } from 'react'
import { BareFrame } from '../shell/bare-frame.tsx'
import { Footer } from './footer.tsx'
import styles from './legal-page.module.css'

/** A short page of plain promises; `points` are a heading and a paragraph each. */
export function LegalPage({ title, lead, points }: { title: string; lead: ReactNode; points: readonly Point[] }) {
  return (
    <>
      <BareFrame>
        <article className={styles.page}>
          <h1 tabIndex={-1}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {points.map(({ heading, text }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <p>{text}</p>
            </section>
          ))}
        </article>
      </BareFrame>
      <Footer />
    </>
  )
}

export interface Point {
  heading: string
  text: string
}
