import type { Reply } from '@sauda/contract/platform/call'
import { walletCalls, type WalletTransaction } from '@sauda/contract/money/wallet'
import { sendIdempotent, usePages } from '../../shell/api.ts'

export type Request = Reply<typeof walletCalls.deskTransaction>
export type WalletFigures = Reply<typeof walletCalls.clientWallet>['wallet']

/** Loaded page by page, on request. */
export const useOlderRequests = (
  clientId: string,
  newest: readonly WalletTransaction[],
  total: number,
  isRequested: boolean,
) =>
  usePages(
    walletCalls.clientWallet,
    { params: { clientId } },
    {
      nextOf: (_, pages) => {
        const read = pages.flatMap(({ transactions }) => transactions)
        return newest.length + read.length < total ? read.at(-1)?._id : undefined
      },
      first: newest.at(-1)?._id,
      enabled: isRequested,
    },
  )

/** The first of two approvals has no reference, because nothing is paid yet. */
export type RequestDecision =
  | { reference?: string | undefined; amount?: number; bankAccountId?: string }
  | { reason: string }

/** `version`: of what the operator saw. */
export const decideRequest = (transactionId: string, body: RequestDecision, version: string) =>
  'reason' in body
    ? sendIdempotent(walletCalls.reject, { params: { transactionId }, body })
    : sendIdempotent(walletCalls.approve, { params: { transactionId }, body: { ...body, version } })
