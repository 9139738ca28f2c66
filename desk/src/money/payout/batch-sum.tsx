import { paiseOf } from '@sauda/contract/platform/money'
import type { Payout, PayoutBatch } from '@sauda/contract/money/payout'
import { Money } from '@sauda/ui/money'
import type { TableColumn } from '@sauda/ui/table'
import type { ReactNode } from 'react'
import { amountColumn, column, endColumn, headColumn, QueryTable } from '../../shell/table.tsx'
import { ClientLines, rowLink } from '../../shell/lines.tsx'
import { SumAmount } from '../../shell/trail.tsx'
import { useBatch } from './payout.api.ts'
import { PayoutPill, payoutTrail } from './payout.text.ts'

/** Columns of the payments of a batch. */
export const paymentColumns = {
  number: headColumn('Withdrawal', 'lead', ({ _id, transactionId }) => rowLink(`/wallet/${_id}`, transactionId)),
  client: column('Client', 'under', (row) => <ClientLines {...row} show="ledger" />),
  amount: amountColumn<Payout>('Amount', ({ amount }) => amount, 'figure', payoutTrail),
  state: endColumn('Status', 'state', ({ status, reversed }) => <PayoutPill status={reversed ? 'reversed' : status} />),
} as const satisfies Record<string, TableColumn<Payout>>

interface BatchSumProps {
  batch: Pick<PayoutBatch, '_id' | 'name'>
  /** Only the payments in this state. */
  status?: Payout['status'] | undefined
  sum: PayoutBatch['all']
  /** Instead of the amount alone. */
  children?: ReactNode
}

/** A sum of a batch, which opens its payments. */
export function BatchSum({
  batch: { _id, name },
  status,
  sum,
  children = <Money amount={paiseOf(sum.amount)} />,
}: BatchSumProps) {
  if (sum.count === 0) return children
  return (
    <SumAmount
      title={name}
      description="Payments of this sum."
      name={`payments of ${name}`}
      parts={<Payments batchId={_id} status={status} />}
    >
      {children}
    </SumAmount>
  )
}

function Payments({ batchId, status }: { batchId: string; status: Payout['status'] | undefined }) {
  const { number, client, state, amount } = paymentColumns
  return (
    <QueryTable
      label="Payments of the sum"
      query={useBatch(batchId)}
      rowsOf={({ payouts }) => payouts.filter((payment) => status === undefined || payment.status === status)}
      what="the payments"
      columns={[number, client, state, amount]}
    />
  )
}
