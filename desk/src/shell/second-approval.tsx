import { paiseOf } from '@sauda/contract/platform/money'
import type { TableColumn } from '@sauda/ui/table'
import { DateTime } from '@sauda/web/date-time'
import type { Replayable } from '@sauda/web/idempotent'
import type { ReactNode } from 'react'
import { column, type ColumnsOf } from './table.tsx'
import { CaseReview, type CaseProps, type ReviewedCase } from './case-review.tsx'
import { approveOrReject, emptyDraft } from './decision-form.tsx'
import { type Verdict } from './review.tsx'
import { Block, Columns, Evidence } from './evidence.tsx'
import { Faint, Lines, twoLines } from './lines.tsx'
import { useIsOwn } from './me.ts'
import { statusPill } from './pills.tsx'

/** A request of one operator that another decides. */
interface Request {
  _id: string
  status: 'pending' | 'approved' | 'rejected' | 'lapsed'
  /** Shown to the client. */
  reason?: string
  requestedBy: string
  requestedById: string
  createdAt: string
  decidedBy?: string | undefined
}

const pillOf = (approved: string) =>
  statusPill<Request['status']>({
    pending: ['warn', 'Pending approval'],
    approved: ['success', approved],
    rejected: ['error', 'Rejected'],
    lapsed: ['error', 'Lapsed'],
  })
const pills = { adjustment: pillOf('Booked'), reversal: pillOf('Reversed'), proposal: pillOf('Approved') }
type What = keyof typeof pills

interface SecondApprovalProps extends CaseProps<Request & ReviewedCase> {
  what: What
  summary: (verdict: Verdict) => string
  decide: (approve: boolean) => Promise<Replayable<object>>
  outcome: { approved: string; rejected: string; lapsed?: string }
  /** The request, and its amount in rupees. */
  title: string
  amount?: number
  reference?: ReactNode
  evidence?: ReactNode
  /** Beside the request. */
  why?: ReactNode
  /** In the full width. */
  below?: ReactNode
}

/** The operator who made the request may cancel it but not approve it. */
export function SecondApproval(props: SecondApprovalProps) {
  const { context, item, beside, what, summary, decide, outcome } = props
  const isOwn = useIsOwn(item.requestedById)
  const Pill = pills[what]
  return (
    <CaseReview
      context={context}
      item={item}
      isPending={({ status }) => status === 'pending'}
      status={<Pill status={item.status} />}
      since={item.createdAt}
      makerId={item.requestedById}
      evidence={(shown) => (
        <Evidence
          what={props.title}
          amount={props.amount === undefined ? undefined : paiseOf(props.amount)}
          reference={props.reference}
          at={shown.createdAt}
        >
          {props.evidence}
          <Columns>
            <Block
              title={shown.reason === undefined ? 'Request' : `Reason for the ${what}`}
              facts={[
                shown.reason !== undefined && { term: 'Reason shown to the client', value: `“${shown.reason}”` },
                { term: 'Requested by', value: shown.requestedBy },
              ]}
            />
            {props.why}
            {beside}
          </Columns>
          {props.below}
        </Evidence>
      )}
      emptyDraft={emptyDraft}
      decision={(_, { verdict }) => ({
        words: {
          ...approveOrReject(what, isOwn ? 'You requested this yourself.' : undefined),
          ...(isOwn && { reject: { label: 'Cancel request', button: 'Cancel request' } }),
        },
        summary: verdict
          ? summary(verdict)
          : isOwn
            ? 'Cancel your request, or leave it to another operator.'
            : `Approve or reject the ${what}.`,
        check: (chosen) => ({ command: chosen === 'approve' }),
      })}
      send={decide}
      outcome={(item.status !== 'pending' && outcome[item.status]) || outcome.rejected}
    />
  )
}

/** The last columns of a list of such requests. */
export const requestColumns = <Row extends Request>(
  what: What,
  between: ColumnsOf<Row>,
  amount: TableColumn<Row>,
): ColumnsOf<Row> => {
  const Pill = pills[what]
  return [
    column('Status', 'state', ({ status, decidedBy }) => (
      <Lines>
        <Pill status={status} />
        {decidedBy !== undefined && <Faint>{`by ${decidedBy}`}</Faint>}
      </Lines>
    )),
    ...between,
    column('Requested by', 'line', ({ requestedBy, createdAt }) => twoLines(requestedBy, <DateTime at={createdAt} />)),
    amount,
  ]
}
