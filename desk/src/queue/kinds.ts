import type { Right } from '@sauda/contract/call'
import type { queueKinds } from '@sauda/contract/operator'

export type QueueKind = (typeof queueKinds)[number]

interface KindWords {
  one: string
  many: string
  /** Any of these lets an operator decide it. */
  rights: readonly Right[]
  /** What an empty list of the kind says. */
  empty: string
}

export const kinds: Record<QueueKind, KindWords> = {
  kyc: { one: 'KYC', many: 'KYC', rights: ['kyc.review'], empty: 'New documents appear here by themselves.' },
  deposit: {
    one: 'Deposit',
    many: 'Deposits',
    rights: ['wallet.approve'],
    empty: 'Deposits arrive here when the wallet opens.',
  },
  withdrawal: {
    one: 'Withdrawal',
    many: 'Withdrawals',
    rights: ['wallet.approve', 'wallet.pay'],
    empty: 'Withdrawals arrive here when the wallet opens.',
  },
  loan: { one: 'Loan', many: 'Loans', rights: ['loan.offer'], empty: 'Loan requests arrive here when loans open.' },
  charge: {
    one: 'Charge',
    many: 'Charges',
    rights: ['charge.approve'],
    empty: 'Charge payments arrive here when charges open.',
  },
}
