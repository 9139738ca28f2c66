import { paiseOf } from '@sauda/contract/money'
import { sentence } from '@sauda/ui/sentence'
import type { ReactNode } from 'react'
import { Columns, Evidence } from '../shell/evidence.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import { Approvals } from './approvals.tsx'
import { DepositFacts } from './deposit-facts.tsx'
import { requestNames } from './request-name.ts'
import { Warnings } from './warnings.tsx'
import type { Request } from './wallet.api.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

interface RequestEvidenceProps {
  request: Request
  /** What else is known of the client's money. */
  beside: ReactNode
}

/** Everything to compare before a deposit is credited or a withdrawal paid. */
export function RequestEvidence({ request, beside }: RequestEvidenceProps) {
  const { type, amount, transactionId, createdAt, status, warnings } = request
  return (
    <Evidence
      what={requestNames[type]}
      amount={paiseOf(amount)}
      beside={
        <>
          <span className="tabular">{transactionId}</span>
          <span>{sentence('Requested on {time}', { time: <DateTime at={createdAt} /> })}</span>
        </>
      }
    >
      {status === 'pending' && <Warnings warnings={warnings} />}
      {type === 'added' ? (
        <DepositFacts request={request} />
      ) : (
        <Columns>
          <WithdrawalFacts request={request} />
          <Approvals request={request} />
        </Columns>
      )}
      {beside}
    </Evidence>
  )
}
