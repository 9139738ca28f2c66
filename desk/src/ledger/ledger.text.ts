import type { adjustmentKinds, LedgerAccount, LedgerEvent } from '@sauda/contract/ledger'
import { formatRupees } from '@sauda/contract/money'

export const accountNames: Record<LedgerAccount, string> = {
  cash: 'Balance',
  invested: 'Invested',
  loan: 'Unused loan',
  cashback: 'Cashback',
  withheld: 'On hold for withdrawal',
  bank: 'Bank',
  clearing: 'Clearing (trading P&L)',
  loans_receivable: 'Loans outstanding',
  fees: 'Fees',
  gst: 'GST',
  cashback_expense: 'Cashback expense',
  adjustment: 'Adjustments',
}

export const eventNames: Record<LedgerEvent, string> = {
  'deposit.approved': 'Deposit approved',
  'withdrawal.requested': 'Withdrawal requested',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.refused': 'Withdrawal rejected',
  'loan.accepted': 'Loan accepted',
  'loan.repaid': 'Loan repaid',
  'trade.bought': 'Trade bought',
  'trade.sold': 'Trade sold',
  'trade.reversed': 'Trade reversed',
  'charge.approved': 'Charge paid',
  'adjustment.approved': 'Adjustment',
}

/** Repayments and adjustments have no page of their own. */
export function causeAddress(event: LedgerEvent, causeId: string): string | undefined {
  if (event.startsWith('deposit.') || event.startsWith('withdrawal.')) return `/wallet/${causeId}`
  if (event === 'loan.accepted') return `/loan/${causeId}`
  if (event === 'charge.approved') return `/charge/${causeId}`
  if (event.startsWith('trade.')) return `/trade/${causeId}`
  return undefined
}

type Kind = (typeof adjustmentKinds)[number]

export const kindNames: Record<Kind, string> = { credit: 'Credit', debit: 'Debit', cashback: 'Cashback' }

export function effectOf(kind: Kind, paise: bigint): string {
  const amount = formatRupees(paise)
  if (kind === 'credit') return `${amount} will be added to the balance.`
  if (kind === 'debit') return `${amount} will be debited from the balance.`
  return `${amount} will be credited as cashback.`
}

export const signedBy = (kind: Kind, paise: bigint): bigint => (kind === 'debit' ? -paise : paise)
