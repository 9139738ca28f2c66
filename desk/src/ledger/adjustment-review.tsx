import { ledgerErrors } from '@sauda/contract/ledger'
import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { CaseReview } from '../shell/case-review.tsx'
import { emptyDraft, requestVerdicts } from '../shell/decision-form.tsx'
import { Block, Evidence } from '../shell/evidence.tsx'
import { statusPill } from '../shell/pills.tsx'
import { useMe } from '../shell/me.ts'
import { DateTime } from '@sauda/web/date-time-text'
import type { ReviewContext } from '../shell/review.tsx'
import { adjustmentSummary, kindNames } from './adjustment.text.ts'
import { decideAdjustment, type Adjustment } from './ledger.api.ts'

export const AdjustmentPill = statusPill<Adjustment['status']>({
  pending: ['warn', 'Pending approval'],
  approved: ['success', 'Booked'],
  rejected: ['error', 'Rejected'],
})

interface AdjustmentReviewProps {
  adjustment: Adjustment
  beside: ReactNode
  context: ReviewContext
}

export function AdjustmentReview({ adjustment, beside, context }: AdjustmentReviewProps) {
  const own = adjustment.requestedById === useMe().data?._id
  const { _id, status } = adjustment
  return (
    <CaseReview
      context={context}
      item={adjustment}
      isPending={(shown) => shown.status === 'pending'}
      status={<AdjustmentPill status={status} />}
      since={status === 'pending' ? adjustment.createdAt : undefined}
      evidence={(shown) => <AdjustmentEvidence adjustment={shown} beside={beside} />}
      draftName={() => _id}
      emptyDraft={emptyDraft}
      decision={(shown, { verdict }) => ({
        words: requestVerdicts(
          own ? ledgerErrors.ownRequest.message : undefined,
          'Approve adjustment',
          'Reject adjustment',
        ),
        summary: adjustmentSummary(shown, verdict, own),
        check: (chosen) => ({ command: chosen === 'approve' }),
      })}
      send={(approve: boolean) => decideAdjustment(_id, approve)}
      stale={[['ledger']]}
      outcome={status === 'approved' ? 'The adjustment is booked.' : 'Nothing was booked.'}
    />
  )
}

function AdjustmentEvidence({ adjustment, beside }: Pick<AdjustmentReviewProps, 'adjustment' | 'beside'>) {
  const { kind, amount, reason, requestedBy, createdAt } = adjustment
  return (
    <Evidence
      what={kindNames[kind]}
      amount={paiseOf(amount)}
      beside={<span>{sentence('Requested on {time}', { time: <DateTime at={createdAt} /> })}</span>}
    >
      <Block title="Reason for the adjustment">
        <DescriptionList
          items={[
            { term: 'Reason shown to the client', value: `“${reason}”` },
            { term: 'Requested by', value: requestedBy },
          ]}
        />
      </Block>
      {beside}
    </Evidence>
  )
}
