import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Age } from '../shell/age.tsx'
import { useCan } from '../shell/me.ts'
import { ClientPill } from './document-pill.tsx'
import type { Submission } from './kyc.api.ts'
import styles from './kyc-review.module.css'

/** Whose documents these are. */
export function ReviewHead({ submission }: { submission: Submission }) {
  const can = useCan()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // It takes the place of the heading that stood here while the case was fetched, and its focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const { clientId, clientName, saudaId, isDocsVerified, since, panNumber, panName, aadhaarNumber } = submission
  const known = [panNumber, panName, aadhaarNumber].filter(Boolean)
  return (
    <header className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {clientName}
      </h1>
      <span className="tabular">{saudaId}</span>
      <ClientPill status={isDocsVerified} />
      {isDocsVerified === 'PENDING' && since && (
        <span>
          Waits <Age since={since} />
        </span>
      )}
      {known.length > 0 && <span>{known.join(' · ')}</span>}
      {can('client.read') && (
        <Link className={styles.client} to={`/clients/${clientId}`}>
          Client page
        </Link>
      )}
    </header>
  )
}
