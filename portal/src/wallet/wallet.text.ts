export const walletText = {
  includesLoan: 'includes loan {amount}',
  onHold: '{amount} is on hold for your withdrawal',
  documentsPending: 'We’re still checking your documents. You can add and withdraw funds once they’re verified.',
  withdrawalLimits: 'Minimum ₹100 · Withdrawable {amount}',
  withdrawalsPaused: (moment: string) =>
    `For your safety, withdrawals are paused until ${moment}, because your bank details changed.`,
  addFundInvalid: 'Please enter a valid amount (minimum is ₹100)',
  payAmount: 'Pay {amount}',
  unconfirmedDeposit: 'We couldn’t confirm your {amount} deposit.',
  unconfirmedWithdrawal: 'We couldn’t confirm your {amount} withdrawal.',
  fullStatement: 'Looking for trades, charges and loans too? {link}.',
  withYou: 'Over to you',
  withUs: 'With us',
  withBank: 'With your bank',
  since: (next: string, moment: string) => `${next} since ${moment}`,
  received: 'Request received',
  added: { done: 'Payment successful! Wallet updated.', failed: 'Payment failed. Please try again.' },
  withdrawal: { done: 'Withdrawal request successful!', failed: 'Withdrawal failed. Please try again.' },
  deposited: (amount: string) => `${amount} added to your wallet`,
  withdrawn: (amount: string) => `${amount} paid to your bank account`,
  depositRejected: (amount: string) => `Deposit of ${amount} rejected`,
  withdrawalRejected: (amount: string) => `Withdrawal of ${amount} rejected; the money is back in your balance`,
  notStarted: 'We couldn’t create your payment request, so there’s nothing to pay yet. Please try again.',
} as const

export const typeLabels = { added: 'Added', withdrawal: 'Withdrawal' } as const
