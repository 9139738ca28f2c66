import { approvalCalls } from '@sauda/contract/core/approval'
import type { Reply } from '@sauda/contract/platform/call'
import type { Replayable } from '@sauda/web/idempotent'
import { sendLong, useCall, useChange } from './api.ts'

type Answer = Reply<typeof approvalCalls.approve>

/** `version`: of what the operator sees. */
export function decideProposal(
  { _id: proposalId, version }: { readonly _id: string; readonly version: string },
  approve: boolean,
): Promise<Replayable<Answer>> {
  return approve
    ? sendLong(approvalCalls.approve, { params: { proposalId }, body: { version } })
    : sendLong(approvalCalls.reject, { params: { proposalId } })
}

/** `review`: the request with its version. Nothing may be decided before it has loaded. */
export function useDecide(proposalId: string) {
  const review = useCall(approvalCalls.proposal, { params: { proposalId } })
  const version = review.data?.version ?? ''
  const change = useChange((verb: 'approve' | 'reject') =>
    decideProposal({ _id: proposalId, version }, verb === 'approve'),
  )
  return { ...change, review }
}
