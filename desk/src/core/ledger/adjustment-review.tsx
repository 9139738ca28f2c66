import { ledgerErrors } from '@sauda/contract/core/ledger'
import { paiseOf } from '@sauda/contract/platform/money'
import type { CaseProps } from '../../shell/case-review.tsx'
import { SecondApproval } from '../../shell/second-approval.tsx'
import { effectOf, kindNames } from './ledger.text.ts'
import { decideAdjustment, type Adjustment } from './ledger.api.ts'

export function AdjustmentReview(props: CaseProps<Adjustment>) {
  const { _id, kind, amount, clientName } = props.item
  return (
    <SecondApproval
      {...props}
      what="adjustment"
      ownError={ledgerErrors.ownRequest.message}
      title={kindNames[kind]}
      amount={amount}
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
