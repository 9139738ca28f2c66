import { approvalCalls } from '@sauda/contract/core/approval'
import type { Reply } from '@sauda/contract/platform/call'
import { contactCalls } from '@sauda/contract/client/contact'
import type { Replayable } from '@sauda/web/idempotent'
import { fetchImage, sendLong } from '../../shell/api.ts'

export type ShownProposal = Reply<typeof approvalCalls.proposal>
type Answer = Reply<typeof approvalCalls.approve>

/** `version`: of what the operator sees. */
export function decideProposal(
  { _id: proposalId, version }: Pick<ShownProposal, '_id' | 'version'>,
  approve: boolean,
): Promise<Replayable<Answer>> {
  return approve
    ? sendLong(approvalCalls.approve, { params: { proposalId }, body: { version } })
    : sendLong(approvalCalls.reject, { params: { proposalId } })
}

export const loadContactEvidence = (proposalId: string, signal: AbortSignal) =>
  fetchImage(contactCalls.evidence, { params: { proposalId } }, signal)
