import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { walletCalls } from '@sauda/contract/money/wallet'
import { useMutation, useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { callQuery, useClientPages, useClientQuery, useRefetch } from '../../shell/query.tsx'
import type { ReplyInput } from '../../shell/reply-form.tsx'
import { useSession } from '../../shell/session.ts'
import { type TransactionPage, transactionPage, walletOf } from './wallet.read.ts'

export type PaymentRequest = Reply<typeof walletCalls.intent>
export type AddMoneyInput = CallInput<typeof walletCalls.addMoney>['body']
export type WithdrawInput = CallInput<typeof walletCalls.withdraw>['body']
export type WalletTimeline = Reply<typeof walletCalls.timeline>

export const useWallet = () => useClientQuery(walletCalls.wallet, {}, { select: walletOf })

export const useTransactions = () =>
  useClientPages(
    walletCalls.transactions,
    { limit: '50' },
    (last: TransactionPage, pages: TransactionPage[]) => {
      const read = pages.reduce((sum, page) => sum + page.transactions.length, 0)
      return read < last.total ? last.transactions.at(-1)?._id : undefined
    },
    transactionPage,
  )

export const timelineQuery = (transactionId: string) => callQuery(walletCalls.timeline, { params: { transactionId } })

export function useTimeline(transactionId: string | undefined) {
  return useQuery({ ...timelineQuery(transactionId ?? ''), enabled: transactionId !== undefined })
}

/** Nothing is sent to the desk before Pay Now. */
export function createPaymentRequest(amount: number): Promise<PaymentRequest> {
  return standard.send(walletCalls.intent, { body: { amount } })
}

export function useCancelWithdrawal(transactionId: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () =>
      sendIdempotent(walletCalls.cancel, {
        params: { transactionId },
      }),
    onSettled: () => refetch('wallet'),
  })
}

export function useDepositReply(transactionId: string) {
  const refetch = useRefetch()
  return (input: ReplyInput, onProgress: (percent: number) => void) =>
    standard
      .send(walletCalls.reply, { params: { transactionId }, ...input }, { onProgress })
      .finally(() => void refetch('wallet'))
}

/** Both refetch the wallet also after a failure, because the request may have arrived. */
export function useRequests() {
  const { userId } = useSession()
  const refetch = useRefetch()
  const refetched = <Response>(response: Promise<Response>) => response.finally(() => void refetch('wallet'))
  const id = userId ?? ''
  return {
    addMoney: (input: Omit<AddMoneyInput, 'id'>) =>
      refetched(sendIdempotent(walletCalls.addMoney, { body: { id, ...input } })),
    withdraw: (input: Omit<WithdrawInput, 'id'>) =>
      refetched(sendIdempotent(walletCalls.withdraw, { body: { id, ...input } })),
  }
}
