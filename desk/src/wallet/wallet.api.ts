import type { Reply } from '@sauda/contract/call'
import { walletCalls, type WalletTransaction } from '@sauda/contract/wallet'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, sendIdempotent } from '../shell/api.ts'

export type Request = Reply<typeof walletCalls.deskTransaction>
export type WalletFigures = Reply<typeof walletCalls.clientWallet>['wallet']

export const useRequest = (transactionId: string) =>
  useQuery(callQuery(['wallet', transactionId], walletCalls.deskTransaction, { params: { transactionId } }))

/** Loaded page by page, on request. */
export const useOlderRequests = (
  clientId: string,
  newest: readonly WalletTransaction[],
  total: number,
  isRequested: boolean,
) =>
  useInfiniteQuery({
    queryKey: ['client', clientId, 'requests', newest.at(-1)?._id],
    queryFn: ({ pageParam, signal }) =>
      callApi(walletCalls.clientWallet, { params: { clientId }, query: { before: pageParam } }, signal),
    initialPageParam: newest.at(-1)?._id,
    getNextPageParam: (_, pages) => {
      const read = pages.flatMap(({ transactions }) => transactions)
      return newest.length + read.length < total ? read.at(-1)?._id : undefined
    },
    enabled: isRequested,
  })

/** The first of two approvals has no reference, because nothing is paid yet. */
export type RequestDecision =
  | { reference?: string | undefined; amount?: number; bankAccountId?: string }
  | { reason: string }

/** `version`: of what the operator saw. */
export const decideRequest = (transactionId: string, body: RequestDecision, version: string) =>
  'reason' in body
    ? sendIdempotent(walletCalls.reject, { params: { transactionId }, body })
    : sendIdempotent(walletCalls.approve, { params: { transactionId }, body: { ...body, version } })
