import type { QueueKind } from '../shell/queue-rights.ts'

interface KindWords {
  one: string
  many: string
  /** What an empty list of the kind says. */
  empty: string
}

export const kinds: Record<QueueKind, KindWords> = {
  kyc: { one: 'KYC', many: 'KYC', empty: 'New documents appear here by themselves.' },
  deposit: {
    one: 'Deposit',
    many: 'Deposits',
    empty: 'Payments that clients tell us of appear here by themselves.',
  },
  withdrawal: {
    one: 'Withdrawal',
    many: 'Withdrawals',
    empty: 'Withdrawals to pay appear here by themselves.',
  },
  loan: { one: 'Loan', many: 'Loans', empty: 'Requests for a loan appear here by themselves.' },
  charge: {
    one: 'Charge',
    many: 'Charges',
    empty: 'Payments of charges appear here by themselves.',
  },
  reversal: {
    one: 'Reversal',
    many: 'Reversals',
    empty: 'Wrong bookings that wait for a second operator appear here by themselves.',
  },
  setting: {
    one: 'Setting',
    many: 'Settings',
    empty: 'What clients ask us to set appears here by itself.',
  },
}
