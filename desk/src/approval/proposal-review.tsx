import { approvalErrors } from '@sauda/contract/approval'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CaseProps } from '../shell/case-review.tsx'
import { Block } from '../shell/evidence.tsx'
import layout from '../shell/layout.module.css'
import { caseWarnings, Warnings } from '../shell/lines.tsx'
import { SecondApproval } from '../shell/second-approval.tsx'
import { ContactEvidence } from './contact-evidence.tsx'
import { decideProposal, type ShownProposal } from './approval.api.ts'

interface ProposalReviewProps extends CaseProps<ShownProposal & { heading: string | undefined }> {
  /** What the first operator saw. */
  figures?: ReactNode
}

export function ProposalReview({ figures, ...props }: ProposalReviewProps) {
  const { _id, kind, summary, reasons, status, warnings, importId } = props.item
  return (
    <SecondApproval
      {...props}
      what="proposal"
      ownError={approvalErrors.ownRequest.message}
      title={summary}
      summary={(verdict) => (verdict === 'approve' ? `${summary}.` : 'Nothing is changed.')}
      decide={(approve) => decideProposal(_id, approve)}
      stale={[
        ['proposal'],
        ['trade'],
        ['operator'],
        ['market'],
        ['reconciliation'],
        ['wallet'],
        ['payout'],
        ['kyc'],
        ['bank-day'],
        ['client'],
        ['clients'],
      ]}
      outcome={{ approved: 'It was carried out.', rejected: 'Nothing was changed.' }}
      evidence={
        <>
          {status === 'pending' && (
            <Warnings title="Please check before you approve" warnings={caseWarnings(warnings)} />
          )}
          {importId !== undefined && status === 'pending' && (
            <Link to={`/clients/import/${importId}`}>View the lines of the file</Link>
          )}
          {kind === 'contact.change' && <ContactEvidence proposalId={_id} isPending={status === 'pending'} />}
          {figures}
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
