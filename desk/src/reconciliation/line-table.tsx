import { paiseOf } from '@sauda/contract/money'
import type { BankLine } from '@sauda/contract/reconciliation'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan } from '../shell/me.ts'
import { LinePill, PaymentLink } from './fit.tsx'
import { useApprove } from './reconciliation.api.ts'
import { approvedText, rightFor } from './words.ts'
import layout from '../shell/layout.module.css'
import styles from './reconciliation.module.css'

const textOf = ({ text, exception }: BankLine): string =>
  text || (exception === 'missing' ? 'Not in the statement' : 'No narration')

const columns: readonly TableColumn<BankLine>[] = [
  {
    key: 'line',
    header: 'Narration',
    rowHeader: true,
    place: 'lead',
    cell: (line) => (
      <div className={layout.lines}>
        <Link className={`${layout.rowLink} ${styles.text}`} to={`/reconciliation/${line._id}`} data-item="">
          {textOf(line)}
        </Link>
        <span className={`tabular ${layout.faint}`}>{line.reference}</span>
      </div>
    ),
  },
  {
    key: 'day',
    header: 'Date',
    place: 'under',
    cell: ({ bookedOn }) => <span className={styles.day}>{formatDate(bookedOn)}</span>,
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: (line) => <LineAmount line={line} />, place: 'figure' },
  { key: 'fit', header: 'Matched to', cell: (line) => <Fit line={line} />, place: 'note' },
]

/** Before the import there is nothing to open. */
const unlinked: TableColumn<BankLine> = {
  key: 'line',
  place: 'lead',
  header: 'Narration',
  rowHeader: true,
  cell: (line) => (
    <div className={layout.lines}>
      <span className={styles.plain}>{textOf(line)}</span>
      <span className={`tabular ${layout.faint}`}>{line.reference}</span>
    </div>
  ),
}

const approving: TableColumn<BankLine> = {
  key: 'approve',
  header: 'Decision',
  align: 'end',
  place: 'state',
  cell: (line) => <ApproveButton line={line} />,
}

interface LineTableProps {
  label: string
  lines: readonly BankLine[]
  approvable?: boolean
  linked?: boolean
  loading?: string | false
  empty?: ReactNode
  footer?: ReactNode
}

export function LineTable({ label, lines, approvable = false, linked = true, ...table }: LineTableProps) {
  const shown = linked ? columns : [unlinked, ...columns.slice(1)]
  return (
    <Table
      label={label}
      columns={approvable ? [...shown, approving] : shown}
      rows={lines}
      rowKey={({ _id }) => _id}
      {...table}
    />
  )
}

export function LineAmount({ line: { amount, direction } }: { line: BankLine }) {
  return (
    <span className={styles.amount}>
      <Money amount={paiseOf(amount)} />
      <span className={layout.faint}>{direction === 'credit' ? 'Received' : 'Paid out'}</span>
    </span>
  )
}

function Fit({ line }: { line: BankLine }) {
  return (
    <div className={styles.fit}>
      <span className={layout.row}>
        <LinePill line={line} />
        <PaymentLink payment={line.payment} />
      </span>
      <span className={layout.soft}>{line.settled ? `${line.settled.by}: “${line.settled.note}”` : line.reason}</span>
    </div>
  )
}

/** Only exact matches can be approved without opening them. */
function ApproveButton({ line }: { line: BankLine }) {
  const can = useCan()
  const approve = useApprove()
  const { payment, confidence } = line
  if (!payment || confidence !== 'exact' || !can(rightFor[payment.kind])) return null
  return (
    <Button
      className={styles.above}
      size="small"
      variant="secondary"
      data-approve=""
      loading={approve.isPending || approve.isSuccess}
      loadingText="Approving"
      aria-label={`Approve ${payment.name}`}
      onClick={() =>
        approve.mutate(line, {
          onSuccess: ({ waitsForSecond }) => appToast.success(approvedText(line, waitsForSecond)),
          onError: (error) => appToast.error(errorMessage(error)),
        })
      }
    >
      Approve
    </Button>
  )
}
