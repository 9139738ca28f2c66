import type { QueueKind } from '@sauda/contract/queue'

interface KindWords {
  one: string
  many: string
  /** What an empty list of the kind says. */
  empty: string
}

export const kinds: Record<QueueKind, KindWords> = {
  kyc: { one: 'KYC', many: 'KYC', empty: 'New documents appear here automatically.' },
  deposit: {
    one: 'Deposit',
    many: 'Deposits',
    empty: 'Deposits reported by clients appear here automatically.',
  },
  withdrawal: {
    one: 'Withdrawal',
    many: 'Withdrawals',
    empty: 'Withdrawals to be paid appear here automatically.',
  },
  loan: { one: 'Loan', many: 'Loans', empty: 'Loan requests appear here automatically.' },
  charge: {
    one: 'Charge',
    many: 'Charges',
    empty: 'Charge payments appear here automatically.',
  },
  reversal: {
    one: 'Reversal',
    many: 'Reversals',
    empty: 'Trade reversals pending a second operator appear here automatically.',
  },
  adjustment: {
    one: 'Adjustment',
    many: 'Adjustments',
    empty: 'Adjustments that need a second operator appear here automatically.',
  },
  setting: {
    one: 'Setting',
    many: 'Settings',
    empty: 'Segment, nominee and settlement requests appear here automatically.',
  },
}
