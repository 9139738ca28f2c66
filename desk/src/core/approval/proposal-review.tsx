import { approvalErrors } from '@sauda/contract/core/approval'
import { withFullStop } from '@sauda/contract/platform/sentence'
import type { ReactNode } from 'react'
import type { CaseProps } from '../../shell/case-review.tsx'
import { Block } from '../../shell/evidence.tsx'
import layout from '../../shell/layout.module.css'
import { caseWarnings, Warnings } from '../../shell/lines.tsx'
import { useSeenVersion } from '../../shell/seen-version.tsx'
import { SecondApproval } from '../../shell/second-approval.tsx'
import { WhatChanges } from './what-changes.tsx'
import { decideProposal, type ShownProposal } from './approval.api.ts'

interface ProposalReviewProps extends CaseProps<ShownProposal & { heading: string | undefined }> {
  /** The version that the first operator saw. */
  figures?: ReactNode
}

export function ProposalReview({ figures, ...props }: ProposalReviewProps) {
  const { _id, summary, reasons, status, warnings, version } = props.item
  const { seen, changed } = useSeenVersion(version)
  return (
    <SecondApproval
      {...props}
      what="proposal"
      ownError={approvalErrors.ownRequest.message}
      title={summary}
      summary={(verdict) => (verdict === 'approve' ? withFullStop(summary) : 'Nothing is changed.')}
      decide={(approve) => decideProposal({ _id, version: seen }, approve)}
      outcome={{
        approved: 'It was carried out.',
        rejected: 'Nothing was changed.',
        lapsed:
          'The operator who requested it no longer has the right to. Nothing was changed; it can be requested again.',
      }}
      evidence={
        <>
          {status === 'pending' && (
            <Warnings title="Please check before you approve" warnings={caseWarnings(warnings)} />
          )}
          {status === 'pending' && changed}
          <WhatChanges proposal={props.item} />
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
