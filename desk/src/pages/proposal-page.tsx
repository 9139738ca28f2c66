import { proposalQueue } from '@sauda/contract/approval'
import { useParams } from 'react-router'
import { useProposal } from '../approval/approval.api.ts'
import { ProposalReview } from '../approval/proposal-review.tsx'
import { CasePage } from '../queue/case.tsx'

export function ProposalPage() {
  const { proposalId = '' } = useParams()
  return (
    <CasePage
      title="Proposal"
      kind={({ kind }) => proposalQueue(kind)}
      id={proposalId}
      isPending={({ status }) => status === 'pending'}
      query={useProposal(proposalId)}
      what="this proposal"
    >
      {(proposal, context) => <ProposalReview item={proposal} beside={null} context={context} />}
    </CasePage>
  )
}
