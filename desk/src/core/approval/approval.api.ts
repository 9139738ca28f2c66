import type { approvalCalls } from '@sauda/contract/core/approval'
import type { Reply } from '@sauda/contract/platform/call'
import { contactCalls } from '@sauda/contract/client/contact'
import { fetchImage } from '../../shell/api.ts'

export type ShownProposal = Reply<typeof approvalCalls.proposal>

export const loadContactEvidence = (proposalId: string, signal: AbortSignal) =>
  fetchImage(contactCalls.evidence, { params: { proposalId } }, signal)
