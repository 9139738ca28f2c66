import { statementCalls, type TrailFigure } from '@sauda/contract/books/statement'
import { Dialog, useLast } from '@sauda/ui/dialog'
import { MoneyTrailSteps } from '@sauda/web/money-trail'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from './api.ts'
import { Loaded } from './loaded.tsx'
import { useCan } from './me.ts'
import styles from './trail.module.css'

export interface TrailOf {
  clientId: string
  /** A journal, the deposit, withdrawal, charge, loan or trade behind it, or a figure of the client. */
  id: string | { figure: TrailFigure }
  /** For example `Deposit ADD100001`. */
  name: string
}

/** An amount that opens its money trail, for operators who may read the ledger. */
export function TrailAmount({ of, children }: { of: TrailOf; children: ReactNode }) {
  const can = useCan()
  const [isOpen, setOpen] = useState<boolean>()
  if (!can('ledger.read')) return children
  return (
    <>
      <button type="button" className={styles.amount} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
        <span className="visually-hidden">{`, money trail of ${of.name}`}</span>
      </button>
      {isOpen !== undefined && <TrailDialog of={isOpen ? of : undefined} onClose={() => setOpen(false)} />}
    </>
  )
}

const lineLink = (id: string, text: string) => <Link to={`/reconciliation/${id}`}>{text}</Link>

export function TrailDialog({ of, onClose }: { of: TrailOf | undefined; onClose: () => void }) {
  const shown = useLast(of)
  return (
    <Dialog open={of !== undefined} onOpenChange={onClose} title="Money trail" description={shown?.name ?? ''}>
      {shown && <TrailSteps {...shown} />}
    </Dialog>
  )
}

const TrailSteps = ({ clientId, id }: TrailOf) =>
  typeof id === 'string' ? <EventSteps clientId={clientId} id={id} /> : <FigureSteps clientId={clientId} {...id} />

function FigureSteps({ clientId, figure }: { clientId: string; figure: TrailFigure }) {
  const query = useCall(statementCalls.trailOfFigure, { params: { clientId }, query: { figure } })
  return (
    <Loaded query={query} what="the money trail" lines={4}>
      {(trail) => <MoneyTrailSteps trail={trail} figure={figure} lineLink={lineLink} />}
    </Loaded>
  )
}

function EventSteps({ clientId, id }: { clientId: string; id: string }) {
  const query = useCall(statementCalls.trailOfClient, { params: { clientId, journalId: id } })
  return (
    <Loaded query={query} what="the money trail" lines={4}>
      {(trail) => <MoneyTrailSteps trail={trail} journalId={id} lineLink={lineLink} />}
    </Loaded>
  )
}
