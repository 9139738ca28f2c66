import { paiseOf } from '@sauda/contract/platform/money'
import { confidenceLabels, exceptionLabels } from '@sauda/contract/core/queue'
import { type BankLine, paymentRights } from '@sauda/contract/money/reconciliation'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { appToast } from '@sauda/ui/toast'
import { formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn } from '../../shell/table.tsx'
import { ConfirmDialog, type ConfirmedPayment, useConfirm } from '../../shell/confirm-dialog.tsx'
import { Faint, twoLines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { TrailAmount, type TrailOf } from '../../shell/trail.tsx'
import { useApprove } from './reconciliation.api.ts'
import { approvedText, obstacleText, obstacleTitle, paymentAddress, waitingOf } from './reconciliation.text.ts'
import styles from './reconciliation.module.css'
import layout from '../../shell/layout.module.css'

export function LinePill({ line }: { line: BankLine }) {
  const [tone, words] = statusOf(line)
  return <StatusPill tone={tone}>{words}</StatusPill>
}

function statusOf({ state, confidence, exception }: BankLine): [StatusTone, string] {
  if (state === 'matched') return ['success', 'Matched']
  if (state === 'settled') return ['neutral', 'Closed']
  if (state === 'approve' && confidence)
    return [
      confidence === 'exact' ? 'success' : confidence === 'likely' ? 'info' : 'warn',
      confidenceLabels[confidence],
    ]
  return ['error', exception ? exceptionLabels[exception] : 'Exception']
}

export function PaymentLink({ payment }: Pick<BankLine, 'payment'>) {
  if (!payment) return null
  return (
    <span className={styles.payment}>
      <Link className="tabular" to={paymentAddress(payment)}>
        {payment.name}
      </Link>{' '}
      {payment.clientName} <Faint tabular>{payment.saudaId}</Faint>
    </span>
  )
}

const textOf = ({ text, exception }: BankLine): string =>
  text || (exception === 'missing' ? 'Not in the statement' : 'No narration')

/** Lines of an import that is still a preview have no page to open. Without `withState` where the tab says the state. */
export const lineColumns = ({ linked = true, approvable = false, withState = true } = {}): ColumnsOf<BankLine> => [
  headColumn('Payer', 'lead', (line) =>
    twoLines(
      linked ? (
        <Link
          className={`clamp ${pressed.press} ${styles.text}`}
          to={`/reconciliation/${line._id}`}
          title={line.text}
          data-item=""
        >
          {line.payer ?? textOf(line)}
        </Link>
      ) : (
        <span className={styles.plain}>{line.payer ?? textOf(line)}</span>
      ),
      [line.reference, line.payer !== undefined && line.text].filter(Boolean).join(' · '),
      true,
    ),
  ),
  column('Date', 'under', ({ bookedOn }) => <span className={styles.day}>{formatDate(bookedOn)}</span>),
  endColumn('Amount', 'figure', (line) => <LineAmount line={line} />),
  column('Matched to', 'note', (line) => <Fit line={line} withState={withState} />),
  approvable && endColumn('Decision', 'state', (line) => <ApproveButton line={line} />),
]

const directionText = { credit: 'Received', debit: 'Paid out' } as const

/** The trail of a line's payment once that is booked. */
export const lineTrail = (payment: BankLine['payment']): TrailOf | undefined =>
  payment?.status === 'approved'
    ? { clientId: payment.clientId, source: { cause: payment._id }, name: payment.name }
    : undefined

export function LineTrail({ payment, children }: { payment: BankLine['payment']; children: ReactNode }) {
  const of = lineTrail(payment)
  return of ? (
    <span className="above">
      <TrailAmount of={of}>{children}</TrailAmount>
    </span>
  ) : (
    children
  )
}

export const LineAmount = ({ line: { amount, direction, payment } }: { line: BankLine }) => (
  <span className={styles.amount}>
    <LineTrail payment={payment}>
      <Money amount={paiseOf(amount)} />
    </LineTrail>
    <span className={layout.faint}>{directionText[direction]}</span>
  </span>
)

const Fit = ({ line, withState }: { line: BankLine; withState: boolean }) => (
  <div className={styles.fit}>
    <div>
      <PaymentLink payment={line.payment} />
      {line.possible?.map((payment) => (
        <PaymentLink key={payment._id} payment={payment} />
      ))}
      <span className={layout.soft}>{line.settled ? `${line.settled.by}: “${line.settled.note}”` : line.reason}</span>
      {waitingOf(line).map((text) => (
        <span key={text} className={layout.soft}>
          {text}
        </span>
      ))}
      {line.obstacle && (
        <details className={`above ${layout.soft}`}>
          <summary>{obstacleTitle(line.obstacle)}</summary>
          {obstacleText(line.obstacle)}
        </details>
      )}
    </div>
    {withState && <LinePill line={line} />}
  </div>
)

/** The client of each matched line. */
export const confirmedOf = (lines: readonly BankLine[]): ConfirmedPayment[] =>
  lines.flatMap(({ _id: key, amount, direction, payment }) =>
    payment ? [{ key, payee: payment.clientName, detail: `${payment.name}, ${directionText[direction]}`, amount }] : [],
  )

/** Only exact matches that this operator may approve alone can be approved without opening them. */
function ApproveButton({ line }: { line: BankLine }) {
  const can = useCan()
  const approve = useApprove()
  const { ask, send, dialog } = useConfirm(approve)
  const { payment, confidence, obstacle } = line
  if (!payment || confidence !== 'exact' || obstacle || !can(paymentRights[payment.kind])) return null
  return (
    <>
      <Button
        className="above"
        size="small"
        variant="secondary"
        data-approve=""
        loading={approve.isSuccess}
        loadingText="Approving"
        aria-label={`Approve ${payment.name}`}
        onClick={ask}
      >
        Approve
      </Button>
      <ConfirmDialog
        {...dialog}
        title={`Approve ${payment.name}?`}
        sentence={`${line.reason} A decision cannot be undone.`}
        payments={confirmedOf([line])}
        action="Approve"
        loadingText="Approving"
        onConfirm={() => send(line, ({ waitsForSecond }) => appToast.success(approvedText(line, waitsForSecond)))}
      />
    </>
  )
}
