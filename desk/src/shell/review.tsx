import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from './me.ts'
import styles from './review.module.css'

interface ReviewProps {
  head: ReactNode
  evidence: ReactNode
  /** The decision. */
  children: ReactNode
}

/** One case: whose it is, what there is to compare, the decision. */
export function Review({ head, evidence, children }: ReviewProps) {
  return (
    <div className={styles.review}>
      {head}
      {evidence}
      <section className={styles.decision} aria-label="Decision">
        {children}
      </section>
    </div>
  )
}

interface ReviewHeadProps {
  clientId: string
  clientName: string
  saudaId: string
  /** How far the case is, since when, and what else is known at a glance. */
  children: ReactNode
}

/** Whose case it is. */
export function ReviewHead({ clientId, clientName, saudaId, children }: ReviewHeadProps) {
  const can = useCan()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // It takes the place of the heading that stood here while the case was fetched, and its focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {clientName}
      </h1>
      <span className="tabular">{saudaId}</span>
      {children}
      {can('client.read') && (
        <Link className={styles.client} to={`/clients/${clientId}`}>
          Client page
        </Link>
      )}
    </header>
  )
}
