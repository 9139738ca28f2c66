import { approvalErrors } from '@sauda/contract/approval'
import type { CaseProps } from '../shell/case-review.tsx'
import { Block } from '../shell/evidence.tsx'
import layout from '../shell/layout.module.css'
import { caseWarnings, Warnings } from '../shell/lines.tsx'
import { SecondApproval } from '../shell/second-approval.tsx'
import { decideProposal, type ShownProposal } from './approval.api.ts'

export function ProposalReview(props: CaseProps<ShownProposal>) {
  const { _id, summary, reasons, status, warnings } = props.item
  return (
    <SecondApproval
      {...props}
      what="proposal"
      ownError={approvalErrors.ownRequest.message}
      title={summary}
      summary={(verdict) => (verdict === 'approve' ? `${summary}.` : 'Nothing is changed.')}
      decide={(approve) => decideProposal(_id, approve)}
      stale={[['proposal'], ['trade'], ['operator'], ['market']]}
      outcome={{ approved: 'It was carried out.', rejected: 'Nothing was changed.' }}
      evidence={
        <>
          {status === 'pending' && (
            <Warnings title="Please check before you approve" warnings={caseWarnings(warnings)} />
          )}
          <Block title="Needs two operators">
            <ul className={layout.warnings}>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Block>
        </>
      }
    />
  )
}
