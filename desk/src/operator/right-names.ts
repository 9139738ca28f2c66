import type { Right } from '@sauda/contract/call'

/** What each right lets an operator do, as one says it. */
export const rightNames: Record<Right, string> = {
  'kyc.review': 'Decide documents and settings',
  'wallet.approve': 'Approve deposits and withdrawals',
  'wallet.pay': 'Pay withdrawals',
  'loan.offer': 'Offer loans',
  'trade.book': 'Book trades',
  'charge.raise': 'Raise charges',
  'charge.approve': 'Approve charge payments',
  'client.read': 'See clients',
  'client.freeze': 'Freeze and unfreeze logins',
  'content.edit': 'Publish client reviews',
  'ledger.read': 'See the books',
  'ledger.adjust': 'Ask for adjustments',
  'audit.read': 'Read the audit log and the mail log',
  'operator.manage': 'Manage operators',
}
