import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import layout from './layout.module.css'
import { DateTime } from '@sauda/web/date-time-text'

export function Lines({ children }: { children: ReactNode }) {
  return <div className={layout.lines}>{children}</div>
}

export function Faint({ children, tabular = false }: { children: ReactNode; tabular?: boolean }) {
  return <span className={tabular ? `tabular ${layout.faint}` : layout.faint}>{children}</span>
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

export function RequestedLines({ requestedBy, createdAt }: { requestedBy: string; createdAt: string }) {
  return (
    <Lines>
      {requestedBy}
      <Faint>
        <DateTime at={createdAt} />
      </Faint>
    </Lines>
  )
}

/** A component that shows a status as a pill. */
export function statusPill<Status extends string>(statuses: Readonly<Record<Status, readonly [StatusTone, string]>>) {
  return function Pill({ status }: { status: Status }) {
    const [tone, text] = statuses[status]
    return <StatusPill tone={tone}>{text}</StatusPill>
  }
}

/** The status in a list of requests that a second operator decides. */
export function StatusLines({ pill, decidedBy }: { pill: ReactNode; decidedBy: string | undefined }) {
  return (
    <div className={layout.start}>
      {pill}
      {decidedBy !== undefined && <Faint>{decidedBy}</Faint>}
    </div>
  )
}
