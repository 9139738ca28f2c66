import type { ClosureItem } from '@sauda/contract/client/closure'

export const closureText = {
  lead: 'Pay out your balance and end your login.',
  failed: 'This screen could not be loaded',
  itemsTitle: 'Please finish these first',
  items: 'Your account can be closed once nothing is open.',
  confirmTitle: 'Close your account',
  payout:
    'We pay your whole balance of {amount} to {account}. Once the bank has confirmed the payment, your account is closed.',
  empty: 'Your balance is ₹0.00, so your account is closed at once.',
  effects: [
    'From your request on, you can’t add funds, withdraw, apply for a loan or buy.',
    'When the account is closed, we e-mail you the final statement and your login ends on all devices.',
    'We retain your records for as long as the law requires. Closing the account doesn’t erase your personal data.',
  ],
  cashback: 'Your cashback of {amount} can’t be withdrawn. It ends when the account is closed.',
  close: 'Close account',
  again: 'Pay out again',
  cancel: 'Keep my account',
  openTitle: 'Your account is being closed',
  pending: '{amount} is on hold for {account}. Your account is closed once the bank has confirmed the payment.',
  notCancellable: 'The payment is being made, so the request can no longer be cancelled.',
  failure: 'Your account could not be closed yet: {reason} The money is in your balance.',
  cancelled: 'Your account stays open',
} as const

/** The screen that finishes each item. */
export const itemLinks: Readonly<Record<ClosureItem['kind'], { readonly to: string; readonly label: string }>> = {
  position: { to: '/account/position', label: 'Positions' },
  loan: { to: '/account/wallet/loan', label: 'Loan' },
  charge: { to: '/account/charges', label: 'Charges' },
  request: { to: '/account/wallet/transaction-history', label: 'Transaction History' },
  complaint: { to: '/account/complaints', label: 'Complaints' },
  contact: { to: '/account/security', label: 'Security' },
  approval: { to: '/account/complaints', label: 'Whom to contact' },
  documents: { to: '/account/profile', label: 'Profile' },
  bank: { to: '/account/bank', label: 'Bank Accounts' },
  pause: { to: '/account/bank', label: 'Bank Accounts' },
}
