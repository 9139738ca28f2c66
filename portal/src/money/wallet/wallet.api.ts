import type { CallInput, Reply } from '@sauda/contract/platform/call'
import type { walletCalls } from '@sauda/contract/money/wallet'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { useClientPages, useClientQuery, useRefetch } from '../../shell/query.tsx'
import type { ReplyInput } from '../../shell/reply-form.tsx'
import { useSession } from '../../shell/session.ts'
import { type TransactionPage, transactionPage, type Wallet, walletOf } from './wallet.read.ts'

export type PaymentRequest = Reply<typeof walletCalls.intent>
export type AddMoneyInput = CallInput<typeof walletCalls.addMoney>['body']
export type WithdrawInput = CallInput<typeof walletCalls.withdraw>['body']
export type WalletTimeline = Reply<typeof walletCalls.timeline>

export const useWallet = () =>
  useClientQuery<typeof walletCalls.wallet, Wallet>(['wallet', 'figures'], 'GET /user/wallet/:userId', walletOf)

export const useTransactions = () =>
  useClientPages<typeof walletCalls.transactions, TransactionPage>(
    ['wallet', 'transactions'],
    'GET /user/wallet/transactions/:userId',
    { limit: '50' },
    (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.transactions.length, 0)
      return read < last.total ? last.transactions.at(-1)?._id : undefined
    },
    transactionPage,
  )

export const timelineQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ['wallet', 'timeline', transactionId],
    queryFn: ({ signal }) =>
      standard.send<typeof walletCalls.timeline>(
        'GET /user/wallet/transaction/:transactionId',
        { params: { transactionId } },
        { signal },
      ),
  })

export function useTimeline(transactionId: string | undefined) {
  return useQuery({ ...timelineQuery(transactionId ?? ''), enabled: transactionId !== undefined })
}

/** Nothing is sent to the desk before Pay Now. */
export function createPaymentRequest(amount: number): Promise<PaymentRequest> {
  return standard.send<typeof walletCalls.intent>('POST /user/wallet/intent', { body: { amount } })
}

export function useCancelWithdrawal(transactionId: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () =>
      sendIdempotent<typeof walletCalls.cancel>('POST /user/wallet/transaction/:transactionId/cancel', {
        params: { transactionId },
      }),
    onSettled: () => refetch('wallet'),
  })
}

export function useDepositReply(transactionId: string) {
  const refetch = useRefetch()
  return (input: ReplyInput, onProgress: (percent: number) => void) =>
    standard
      .send<typeof walletCalls.reply>(
        'POST /user/wallet/transaction/:transactionId/reply',
        { params: { transactionId }, ...input },
        { onProgress },
      )
      .finally(() => void refetch('wallet'))
}

export const addMoneyAddress = 'POST /user/wallet/add-money'
export const withdrawAddress = 'POST /user/wallet/withdraw'

/** Both refetch the wallet also after a failure, because the request may have arrived. */
export function useRequests() {
  const { userId } = useSession()
  const refetch = useRefetch()
  const refetched = <Response>(response: Promise<Response>) => response.finally(() => void refetch('wallet'))
  const id = userId ?? ''
  return {
    addMoney: (input: Omit<AddMoneyInput, 'id'>) =>
      refetched(sendIdempotent<typeof walletCalls.addMoney>(addMoneyAddress, { body: { id, ...input } })),
    withdraw: (input: Omit<WithdrawInput, 'id'>) =>
      refetched(sendIdempotent<typeof walletCalls.withdraw>(withdrawAddress, { body: { id, ...input } })),
  }
}
