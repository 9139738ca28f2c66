import { statementCalls, type TrailSource } from '@sauda/contract/books/statement'
import { Dialog, useLast } from '@sauda/ui/dialog'
import { MoneyTrailSteps, type OpenTrail } from '@sauda/web/money-trail'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from './api.ts'
import { Loaded } from './loaded.tsx'
import { useCan } from './me.ts'
import styles from './trail.module.css'

export interface TrailOf {
  clientId: string
  /** The deposit, withdrawal, charge, loan or trade behind it, or a figure of the client; or the journal that booked it. */
  source: TrailSource | { journal: string }
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

interface SumProps {
  title: string
  description?: string
  /** The name of the button after the amount. */
  name: string
  /** The amounts that it adds up; rendered once the dialog has been opened. */
  parts: ReactNode
  children: ReactNode
}

/** A sum that opens the amounts it adds up, for operators who may read the ledger. */
export function SumAmount({ title, description = 'Newest first.', name, parts, children }: SumProps) {
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can('ledger.read')) return children
  return (
    <>
      <button type="button" className={styles.amount} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
        <span className="visually-hidden">{`, ${name}`}</span>
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={title} description={description} wide>
        {parts}
      </Dialog>
    </>
  )
}

const lineLink = (id: string, text: string) => <Link to={`/reconciliation/${id}`}>{text}</Link>

export function TrailDialog({ of, onClose }: { of: TrailOf | undefined; onClose: () => void }) {
  const shown = useLast(of)
  const [balance, setBalance] = useState<Pick<TrailOf, 'name' | 'source'>>()
  const close = () => {
    setBalance(undefined)
    onClose()
  }
  return (
    <Dialog
      open={of !== undefined}
      onOpenChange={close}
      title="Money trail"
      description={(balance ?? shown)?.name ?? ''}
      onBack={balance && (() => setBalance(undefined))}
    >
      {shown && <TrailSteps {...shown} {...balance} onOpen={(name, source) => setBalance({ name, source })} />}
    </Dialog>
  )
}

/** A money trail on a page; what it names opens in a dialog. */
export function ShownTrail({ of }: { of: TrailOf }) {
  const [opened, setOpened] = useState<Pick<TrailOf, 'name' | 'source'>>()
  return (
    <>
      <TrailSteps {...of} onOpen={(name, source) => setOpened({ name, source })} />
      <TrailDialog of={opened && { ...of, ...opened }} onClose={() => setOpened(undefined)} />
    </>
  )
}

type StepsProps<Source> = { clientId: string; source: Source; onOpen: OpenTrail }

const TrailSteps = ({ source, ...rest }: StepsProps<TrailOf['source']>) =>
  'journal' in source ? <JournalSteps source={source} {...rest} /> : <SourceSteps source={source} {...rest} />

function SourceSteps({ clientId, source, onOpen }: StepsProps<TrailSource>) {
  const query = useCall(statementCalls.trailOfAmount, { params: { clientId }, query: source })
  const { figure } = source
  return (
    <Loaded query={query} what="the money trail" lines={4}>
      {(trail) => <MoneyTrailSteps trail={trail} {...(figure && { figure })} lineLink={lineLink} onOpen={onOpen} />}
    </Loaded>
  )
}

const JournalSteps = ({ clientId, source: { journal }, onOpen }: StepsProps<{ journal: string }>) => (
  <Loaded
    query={useCall(statementCalls.trailOfClient, { params: { clientId, journalId: journal } })}
    what="the money trail"
    lines={4}
  >
    {(trail) => <MoneyTrailSteps trail={trail} journalId={journal} lineLink={lineLink} onOpen={onOpen} />}
  </Loaded>
)
