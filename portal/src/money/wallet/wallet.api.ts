import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { walletCalls, type WalletTransaction } from '@sauda/contract/money/wallet'
import { useMutation, useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { callQuery, useClientPages, useClientQuery, useRefetch } from '../../shell/query.tsx'
import type { ReplyInput } from '../../shell/reply-form.tsx'
import { useSession } from '../../shell/session.ts'
import { givenList, givenRupees, givenText, givenWord } from '../../shell/given.ts'
import { paiseOf } from '@sauda/contract/platform/money'

export type Wallet = Reply<typeof walletCalls.wallet>

/** The specification names four figures, and `amount` where there is no balance; without more, all of the balance is withdrawable. */
export function walletOf(answer: (Partial<Wallet> & { amount?: number }) | null): Wallet {
  const given = answer ?? {}
  const balance = givenRupees(given.balance ?? given.amount)
  return {
    ...given,
    balance,
    investedAmount: givenRupees(given.investedAmount),
    cashback: givenRupees(given.cashback),
    loanAmount: givenRupees(given.loanAmount),
    withheld: givenRupees(given.withheld),
    withdrawable: givenRupees(given.withdrawable ?? balance),
  }
}

type TransactionPage = Reply<typeof walletCalls.transactions>

/** The specification allows an array, which has no further pages, and an object without `total`. */
export function transactionPage(answer: unknown): TransactionPage {
  const { transactions = answer, total } = (answer ?? {}) as Partial<TransactionPage>
  const read = givenList<WalletTransaction>(transactions).map(transactionOf)
  return { transactions: read, total: typeof total === 'number' ? total : read.length }
}

/** Every type but `added` is a withdrawal. */
function transactionOf(given: Partial<WalletTransaction>): WalletTransaction {
  const _id = givenText(given._id)
  return {
    ...given,
    _id,
    transactionId: givenText(given.transactionId, _id),
    createdAt: givenText(given.createdAt),
    type: given.type === 'added' ? 'added' : 'withdrawal',
    amount: givenRupees(given.amount),
    status: givenWord(given.status, ['pending', 'approved', 'rejected'], 'pending'),
  }
}

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
    mutationFn: () => sendIdempotent(walletCalls.cancel, { params: { transactionId } }),
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

export type WalletFigures = ReturnType<typeof figuresOf>

/** Section 9, in paise; the total includes the loan. Without a wallet everything is 0 (section 8). */
export function figuresOf(wallet: Wallet | undefined) {
  const { balance = 0, loanAmount = 0, withdrawable = 0, withheld = 0, cashback = 0 } = wallet ?? {}
  return {
    total: paiseOf(balance) + paiseOf(loanAmount),
    loan: paiseOf(loanAmount),
    withdrawable: paiseOf(withdrawable),
    withheld: paiseOf(withheld),
    cashback: paiseOf(cashback),
  }
}
