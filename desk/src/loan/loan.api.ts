import type { CallInput, Reply } from '@sauda/contract/call'
import { loanCalls, type Loan } from '@sauda/contract/loan'
import { useQuery } from '@tanstack/react-query'
import type { Replayable } from '@sauda/web/idempotent'
import { callApi, sendIdempotent } from '../shell/api.ts'

export type DeskLoan = Reply<typeof loanCalls.deskLoan>
export type Offer = CallInput<typeof loanCalls.offer>['body']

export function useLoan(loanId: string) {
  return useQuery({
    queryKey: ['loan', loanId],
    queryFn: ({ signal }) => callApi(loanCalls.deskLoan, { params: { loanId } }, signal),
  })
}

/** What an offer would say; the terms of the last one stay until the next are computed. */
export function usePreview(offer: Offer | undefined) {
  return useQuery({
    queryKey: ['loan-terms', offer],
    queryFn: ({ signal }) =>
      callApi(loanCalls.preview, { body: offer ?? { amount: 0, ratePercent: 0, months: 0, fee: 0 } }, signal),
    enabled: offer !== undefined,
    placeholderData: (before) => before,
  })
}

export type Order = Offer | { reason: string }

/** Makes an offer, or refuses the request or takes the offer back with a reason. */
export function decideLoan(loanId: string, order: Order): Promise<Replayable<Loan>> {
  const params = { loanId }
  return 'reason' in order
    ? sendIdempotent(loanCalls.reject, { params, body: order })
    : sendIdempotent(loanCalls.offer, { params, body: order })
}
