import { approvalCalls } from '@sauda/contract/approval'
import type { Reply } from '@sauda/contract/call'
import { contactCalls } from '@sauda/contract/contact'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Replayable } from '@sauda/web/idempotent'
import { callApi, callQuery, fetchImage, invalidate, sendLong } from '../shell/api.ts'

export type ShownProposal = Reply<typeof approvalCalls.proposal>
type Answer = Reply<typeof approvalCalls.approve>

export function useProposal(proposalId: string) {
  return useQuery(callQuery(['proposal', proposalId], approvalCalls.proposal, { params: { proposalId } }))
}

/** `version`: of what the operator sees. */
export function decideProposal(
  { _id: proposalId, version }: Pick<ShownProposal, '_id' | 'version'>,
  approve: boolean,
): Promise<Replayable<Answer>> {
  return approve
    ? sendLong(approvalCalls.approve, { params: { proposalId }, body: { version } })
    : sendLong(approvalCalls.reject, { params: { proposalId } })
}

export function useBreakGlass() {
  return useMutation({
    mutationFn: (reason: string) => callApi(approvalCalls.breakGlass, { body: { reason } }),
    onSuccess: () => void invalidate(['operator']),
  })
}

export const loadContactEvidence = (proposalId: string, signal: AbortSignal) =>
  fetchImage(contactCalls.evidence, { params: { proposalId } }, signal)
