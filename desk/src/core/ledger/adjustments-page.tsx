import { parseRupees } from '@sauda/contract/platform/amount-text'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { useState, type ReactNode } from 'react'
import { column, type ColumnsOf, endColumn, headColumn, QueryList } from '../../shell/table.tsx'
import { ClientLines, rowLink } from '../../shell/lines.tsx'
import { requestColumns, SecondApproval } from '../../shell/second-approval.tsx'
import { kindNames, signedBy, effectOf } from './ledger.text.ts'
import { BooksFrame } from './books-frame.tsx'
import { useAdjustments, type Adjustment, decideAdjustment } from './ledger.api.ts'
import { ledgerErrors, paysDues, adjustmentKinds, ledgerCalls } from '@sauda/contract/core/ledger'
import { titleOf } from '@sauda/contract/core/proposal'
import type { CaseProps } from '../../shell/case-review.tsx'
import { BeforeAfter } from '../../shell/evidence.tsx'
import { withReplay } from '@sauda/web/idempotent'
import { FormDialog, reasonField, type DialogState, bookedWhen, requestedText } from '../../shell/form-dialog.tsx'
import { useNeedsSecond } from '../../shell/me.ts'
import type { ClientField, PickedClient } from '../../shell/picker.tsx'

const columns: ColumnsOf<Adjustment> = [
  headColumn('Type', 'lead', ({ _id, kind }) => rowLink(`/books/adjustment/${_id}`, kindNames[kind])),
  ...requestColumns<Adjustment>(
    'adjustment',
    [
      column('Client', 'under', (row) => <ClientLines {...row} show="ledger" />),
      column('Reason', 'note', ({ reason }) => reason),
    ],
    endColumn('Amount', 'figure', ({ kind, amount }) => <Money amount={signedBy(kind, paiseOf(amount))} change />),
  ),
]

export function AdjustmentsPage({ ClientPicker }: { ClientPicker: ClientField }) {
  const [isOpen, setOpen] = useState(false)
  const [client, setClient] = useState<PickedClient | null>(null)
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
      <QueryList
        label="Adjustments"
        query={useAdjustments()}
        rowsOf={({ adjustments }) => adjustments}
        columns={columns}
        empty={<EmptyState title="No adjustments yet">Each needs a second operator.</EmptyState>}
      />
      <Dialog open={isOpen && !client} onOpenChange={close} title="New adjustment">
        <ClientPicker value={client} onPick={setClient} />
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

type Figures = Readonly<Record<'balance' | 'cashback', number>> & { dues?: number | undefined }

/** What is credited or debited, before and after. */
export function AdjustmentEffect({
  kind,
  amount,
  figures,
}: Pick<Adjustment, 'kind' | 'amount'> & { figures: Figures }) {
  const { balance, dues = 0, cashback } = figures
  const change = signedBy(kind, paiseOf(amount))
  const paid = paysDues(change, paiseOf(dues))
  return (
    <BeforeAfter
      changes={
        kind === 'cashback'
          ? [{ figure: 'Cashback', before: cashback, change: rupeesOf(change) }]
          : [
              { figure: 'Dues', before: dues, change: rupeesOf(-paid) },
              { figure: 'Balance', before: balance, change: rupeesOf(change - paid) },
            ]
      }
    />
  )
}

interface AdjustmentReviewProps extends CaseProps<Adjustment> {
  effect: ReactNode
  below: ReactNode
}

export function AdjustmentReview({ effect, ...props }: AdjustmentReviewProps) {
  const { _id, kind, amount, clientName } = props.item
  return (
    <SecondApproval
      {...props}
      what="adjustment"
      title={titleOf(kind) ?? kindNames[kind]}
      amount={amount}
      evidence={effect}
      summary={(verdict) =>
        verdict === 'approve'
          ? `${effectOf(kind, paiseOf(amount))} ${clientName} will get the reason by e-mail.`
          : 'No money moves.'
      }
      decide={(approve) => decideAdjustment(_id, approve)}
      outcome={{ approved: 'The adjustment is booked.', rejected: 'Nothing was booked.' }}
    />
  )
}

interface RequestAdjustmentProps extends DialogState {
  clientId: string
  clientName: string
}

const empty = { kind: 'credit' as (typeof adjustmentKinds)[number], amount: '', reason: '' }

export function RequestAdjustment({ clientId, clientName, ...dialog }: RequestAdjustmentProps) {
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={ledgerCalls.requestAdjustment}
      name={`adjustment ${clientId}`}
      empty={empty}
      title={`Request an adjustment for ${clientName}`}
      description={bookedWhen(needsSecond)}
      fields={({ draft: { kind, amount } }) => {
        const paise = parseRupees(amount)
        return [
          {
            as: 'radio',
            look: 'segmented',
            name: 'kind',
            label: 'Type',
            options: adjustmentKinds.map((value) => ({ value, label: kindNames[value] })),
          },
          { as: 'amount', name: 'amount', label: 'Amount', hint: paise > 0n && effectOf(kind, paise) },
          reasonField('Shown to the client in the statement and by e-mail.'),
        ]
      }}
      body={({ kind, amount, reason }) => ({
        clientId,
        kind,
        amount: rupeesOf(parseRupees(amount)),
        reason,
      })}
      check={({ amount }) => (parseRupees(amount) === 0n ? { amount: ledgerErrors.amountNeeded.message } : undefined)}
      action="Request adjustment"
      checkAt="the client’s page"
      done={(adjustment) => withReplay('requested', adjustment, requestedText(needsSecond))}
    />
  )
}
