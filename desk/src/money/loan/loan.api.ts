import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { loanCalls } from '@sauda/contract/money/loan'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient, sendIdempotent } from '../../shell/api.ts'

export type DeskLoan = Reply<typeof loanCalls.deskLoan>
export type Offer = CallInput<typeof loanCalls.offer>['body']

const previewOf = (loanId: string, offer: Offer | undefined) =>
  callQuery(loanCalls.preview, {
    body: { ...(offer ?? { amount: 0, ratePercent: 0, months: 0, fee: 0 }), loanId },
  })

/** Whether the terms of exactly this offer have been computed. */
export const isPreviewed = (loanId: string, offer: Offer): boolean =>
  queryClient.getQueryData(previewOf(loanId, offer).queryKey) !== undefined

/** The previous terms stay until the next ones are computed. */
export const usePreview = (loanId: string, offer: Offer | undefined) =>
  useQuery({
    ...previewOf(loanId, offer),
    enabled: offer !== undefined,
    placeholderData: (before) => before,
  })

export type LoanDecision = Offer | { reason: string }

export const decideLoan = (loanId: string, body: LoanDecision) =>
  'reason' in body
    ? sendIdempotent(loanCalls.reject, { params: { loanId }, body })
    : sendIdempotent(loanCalls.offer, { params: { loanId }, body })
