import type { CallInput, Reply } from '@sauda/contract/call'
import { loanCalls } from '@sauda/contract/loan'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient, sendIdempotent } from '../shell/api.ts'

export type DeskLoan = Reply<typeof loanCalls.deskLoan>
export type Offer = CallInput<typeof loanCalls.offer>['body']

export const useLoan = (loanId: string) =>
  useQuery(callQuery(['loan', loanId], loanCalls.deskLoan, { params: { loanId } }))

const previewKey = (offer: Offer | undefined) => ['loan-terms', offer] as const

/** Whether the terms of exactly this offer have been computed. */
export const isPreviewed = (offer: Offer): boolean => queryClient.getQueryData(previewKey(offer)) !== undefined

/** The previous terms stay until the next ones are computed. */
export const usePreview = (offer: Offer | undefined) =>
  useQuery({
    ...callQuery(previewKey(offer), loanCalls.preview, {
      body: offer ?? { amount: 0, ratePercent: 0, months: 0, fee: 0 },
    }),
    enabled: offer !== undefined,
    placeholderData: (before) => before,
  })

export type LoanDecision = Offer | { reason: string }

export const decideLoan = (loanId: string, body: LoanDecision) =>
  'reason' in body
    ? sendIdempotent(loanCalls.reject, { params: { loanId }, body })
    : sendIdempotent(loanCalls.offer, { params: { loanId }, body })
