import type { Right } from '@sauda/contract/call'
import type { queueKinds } from '@sauda/contract/operator'

export type QueueKind = (typeof queueKinds)[number]

interface KindWords {
  one: string
  many: string
  /** Lets an operator decide it. */
  right: Right
  /** What an empty list of the kind says. */
  empty: string
}

export const kinds: Record<QueueKind, KindWords> = {
  kyc: { one: 'KYC', many: 'KYC', right: 'kyc.review', empty: 'New documents appear here by themselves.' },
  deposit: {
    one: 'Deposit',
    many: 'Deposits',
    right: 'wallet.approve',
    empty: 'Payments that clients tell us of appear here by themselves.',
  },
  withdrawal: {
    one: 'Withdrawal',
    many: 'Withdrawals',
    right: 'wallet.pay',
    empty: 'Withdrawals to pay appear here by themselves.',
  },
  loan: { one: 'Loan', many: 'Loans', right: 'loan.offer', empty: 'Requests for a loan appear here by themselves.' },
  charge: {
    one: 'Charge',
    many: 'Charges',
    right: 'charge.approve',
    empty: 'Payments of charges appear here by themselves.',
  },
  reversal: {
    one: 'Reversal',
    many: 'Reversals',
    right: 'trade.book',
    empty: 'Wrong bookings that wait for a second operator appear here by themselves.',
  },
  setting: {
    one: 'Setting',
    many: 'Settings',
    right: 'kyc.review',
    empty: 'What clients ask us to set appears here by itself.',
  },
}
