import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './lines.module.css'
import { DateTime } from '@sauda/web/date-time-text'

/** A cell of several lines, the first of which counts. */
export function Lines({ children }: { children: ReactNode }) {
  return <div className={styles.lines}>{children}</div>
}

/** What belongs to the line above it. */
export function Faint({ children, tabular = false }: { children: ReactNode; tabular?: boolean }) {
  return <span className={tabular ? `tabular ${styles.faint}` : styles.faint}>{children}</span>
}

interface ClientLinesProps {
  clientId: string
  clientName: string
  saudaId: string
  /** The part of the client's page the link opens. */
  show: 'ledger' | 'trades'
}

/** Whom a row is about, and the way there. */
export function ClientLines({ clientId, clientName, saudaId, show }: ClientLinesProps) {
  return (
    <Lines>
      <Link to={`/clients/${clientId}?show=${show}`}>{clientName}</Link>
      <Faint tabular>{saudaId}</Faint>
    </Lines>
  )
}

/** Who asked for it, and when. */
export function AskedLines({ requestedBy, createdAt }: { requestedBy: string; createdAt: string }) {
  return (
    <Lines>
      {requestedBy}
      <Faint>
        <DateTime at={createdAt} />
      </Faint>
    </Lines>
  )
}
