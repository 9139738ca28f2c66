import type { Reply } from '@sauda/contract/platform/call'
import type { WalletTransaction, walletCalls } from '@sauda/contract/money/wallet'
import { givenList, givenRupees, givenText, givenWord } from '../../shell/given.ts'

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

export type TransactionPage = Reply<typeof walletCalls.transactions>

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
