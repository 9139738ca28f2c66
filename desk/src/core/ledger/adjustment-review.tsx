import { ledgerErrors, paysDues } from '@sauda/contract/core/ledger'
import { titleOf } from '@sauda/contract/core/proposal'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import type { ReactNode } from 'react'
import type { CaseProps } from '../../shell/case-review.tsx'
import { BeforeAfter } from '../../shell/evidence.tsx'
import { SecondApproval } from '../../shell/second-approval.tsx'
import { effectOf, kindNames, signedBy } from './ledger.text.ts'
import { decideAdjustment, type Adjustment } from './ledger.api.ts'

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
      ownError={ledgerErrors.ownRequest.message}
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
