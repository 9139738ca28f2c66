import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './lines.module.css'
import { DateTime } from '@sauda/web/date-time-text'

export function Lines({ children }: { children: ReactNode }) {
  return <div className={styles.lines}>{children}</div>
}

export function Faint({ children, tabular = false }: { children: ReactNode; tabular?: boolean }) {
  return <span className={tabular ? `tabular ${styles.faint}` : styles.faint}>{children}</span>
}

interface ClientLinesProps {
  clientId: string
  clientName: string
  saudaId: string
  show: 'ledger' | 'trades'
}

export function ClientLines({ clientId, clientName, saudaId, show }: ClientLinesProps) {
  return (
    <Lines>
      <Link to={`/clients/${clientId}?show=${show}`}>{clientName}</Link>
      <Faint tabular>{saudaId}</Faint>
    </Lines>
  )
}

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
