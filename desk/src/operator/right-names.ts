import type { Right } from '@sauda/contract/call'

export const rightNames: Record<Right, string> = {
  'kyc.review': 'Review documents and settings',
  'wallet.approve': 'Approve deposits and withdrawals',
  'wallet.pay': 'Pay withdrawals',
  'loan.offer': 'Offer loans',
  'trade.book': 'Book trades',
  'charge.raise': 'Raise charges',
  'charge.approve': 'Approve charge payments',
  'client.read': 'View clients',
  'client.freeze': 'Freeze and unfreeze logins',
  'content.edit': 'Publish testimonials',
  'ledger.read': 'View the books',
  'ledger.adjust': 'Request adjustments',
  'audit.read': 'View the audit trail and the e-mail log',
  'operator.manage': 'Manage operators',
}
