import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import type { TableColumn } from '@sauda/ui/table'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { ClientLines } from '../../shell/lines.tsx'
import { requestColumns } from '../../shell/second-approval.tsx'
import { ListCard, QueryTable } from '../../shell/loaded.tsx'
import { kindNames, signedBy } from './ledger.text.ts'
import { RequestAdjustment } from './request-adjustment.tsx'
import { BooksFrame } from './books-frame.tsx'
import { useAdjustments, type Adjustment } from './ledger.api.ts'

const columns: readonly TableColumn<Adjustment>[] = [
  {
    key: 'kind',
    header: 'Type',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, kind }) => (
      <Link to={`/books/adjustment/${_id}`} data-item="">
        {kindNames[kind]}
      </Link>
    ),
  },
  ...requestColumns<Adjustment>(
    'adjustment',
    [
      { key: 'client', header: 'Client', place: 'under', cell: (row) => <ClientLines {...row} show="ledger" /> },
      { key: 'reason', header: 'Reason', cell: ({ reason }) => reason, place: 'note' },
    ],
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      place: 'figure',
      cell: ({ kind, amount }) => <Money amount={signedBy(kind, paiseOf(amount))} change />,
    },
  ),
]

type Picked = { _id: string; name: string; saudaId: string }

interface AdjustmentsPageProps {
  ClientPicker: ComponentType<{
    value: Picked | null
    onPick: (client: Picked | null) => void
    hint: string | undefined
    error: string | undefined
  }>
}

export function AdjustmentsPage({ ClientPicker }: AdjustmentsPageProps) {
  const [isOpen, setOpen] = useState(false)
  const [client, setClient] = useState<Picked | null>(null)
  const close = () => {
    setOpen(false)
    setClient(null)
  }
  return (
    <BooksFrame
      title="Adjustments"
      right="ledger.adjust"
      description="Manual entries, each with a reason shown to the client."
      actions={<Button onClick={() => setOpen(true)}>New adjustment</Button>}
    >
      <ListCard>
        <QueryTable
          label="Adjustments"
          query={useAdjustments()}
          rowsOf={({ adjustments }) => adjustments}
          what="the adjustments"
          columns={columns}
          rowKey={({ _id }) => _id}
          empty={<EmptyState title="No adjustments yet">Each needs a second operator.</EmptyState>}
        />
      </ListCard>
      <Dialog open={isOpen && !client} onOpenChange={close} title="New adjustment">
        <ClientPicker value={client} onPick={setClient} hint={undefined} error={undefined} />
      </Dialog>
      {client && (
        <RequestAdjustment
          key={client._id}
          clientId={client._id}
          clientName={client.name}
          open={isOpen}
          onClose={close}
        />
      )}
    </BooksFrame>
  )
}
