import { paiseOf } from '@sauda/contract/money'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { useState } from 'react'
import { AskedLines, ClientLines, Faint, Lines } from '../shell/lines.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useMe } from '../shell/me.ts'
import { AdjustmentDialog } from './adjustment-dialog.tsx'
import { isOwn, kindNames, signedBy } from './adjustment-words.ts'
import { BooksFrame } from './books-frame.tsx'
import { useAdjustments, type Adjustment, type AdjustmentVerdict } from './ledger.api.ts'
import styles from './books.module.css'

const states: Record<Adjustment['status'], [StatusTone, string]> = {
  pending: ['warn', 'Pending approval'],
  approved: ['success', 'Booked'],
  rejected: ['error', 'Rejected'],
}

const columns: readonly TableColumn<Adjustment>[] = [
  {
    key: 'client',
    header: 'Client',
    rowHeader: true,
    place: 'lead',
    cell: (row) => <ClientLines {...row} show="ledger" />,
  },
  { key: 'kind', header: 'Type', cell: ({ kind }) => kindNames[kind], place: 'under' },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason, place: 'note' },
  { key: 'by', header: 'Requested by', cell: (row) => <AskedLines {...row} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ kind, amount }) => <Money amount={signedBy(kind, paiseOf(amount))} change />,
  },
]

/** Manual adjustments: what waits for a second operator, and what was decided. */
export function AdjustmentsPage() {
  return (
    <BooksFrame
      title="Adjustments"
      right="ledger.adjust"
      description="Manual entries, each with a reason shown to the client. One operator requests it on the client’s page; another approves it here."
    >
      <Adjustments />
    </BooksFrame>
  )
}

type Asked = { adjustment: Adjustment; verdict: AdjustmentVerdict }

function Adjustments() {
  const query = useAdjustments()
  const myId = useMe().data?._id
  // Kept while the dialog closes: the row has changed by then.
  const [asked, ask] = useState<Asked & { open: boolean }>()
  const decision: TableColumn<Adjustment> = {
    key: 'state',
    header: 'Status',
    align: 'end',
    place: 'state',
    cell: (adjustment) => (
      <Standing adjustment={adjustment} myId={myId} onAsk={(verdict) => ask({ adjustment, verdict, open: true })} />
    ),
  }
  const table = (rows: readonly Adjustment[], loading: string | false) => (
    <Card flush>
      <Table
        label="Adjustments"
        columns={[...columns, decision]}
        rows={rows}
        rowKey={({ _id }) => _id}
        loading={loading}
        empty={<EmptyState title="No adjustments yet">Request one on a client’s page, under Ledger.</EmptyState>}
      />
    </Card>
  )
  return (
    <>
      <Loaded query={query} failed="The adjustments could not be loaded" loading={table([], 'Loading the adjustments')}>
        {({ adjustments }) => table(adjustments, false)}
      </Loaded>
      {asked && (
        <AdjustmentDialog key={asked.adjustment._id} {...asked} onClose={() => ask({ ...asked, open: false })} />
      )}
    </>
  )
}

interface StandingProps {
  adjustment: Adjustment
  myId: string | undefined
  onAsk: (verdict: AdjustmentVerdict) => void
}

function Standing({ adjustment, myId, onAsk }: StandingProps) {
  const { status, decidedBy } = adjustment
  const [tone, words] = states[status]
  if (status !== 'pending')
    return (
      <Lines>
        <span>
          <StatusPill tone={tone}>{words}</StatusPill>
        </span>
        <Faint>{decidedBy}</Faint>
      </Lines>
    )
  if (isOwn(adjustment, myId))
    return (
      <div className={styles.actions}>
        <span>Pending another operator</span>
        <Button variant="secondary" size="small" onClick={() => onAsk('reject')}>
          Cancel request
        </Button>
      </div>
    )
  return (
    <div className={styles.actions}>
      <Button variant="secondary" size="small" onClick={() => onAsk('reject')}>
        Reject
      </Button>
      <Button size="small" onClick={() => onAsk('approve')}>
        Approve
      </Button>
    </div>
  )
}
