export const walletText = {
  includesLoan: 'includes loan {amount}',
  onHold: '{amount} is on hold for your withdrawal',
  documentsPending: 'We’re still checking your documents. You can add and withdraw funds once they’re verified.',
  newPhotosNeeded:
    'You can add funds once your documents are verified again. Open your profile to send new photos. You can withdraw as before.',
  withdrawalLimits: 'Minimum ₹100 · Withdrawable {amount}',
  withdrawalsPaused: (moment: string) =>
    `For your safety, withdrawals are paused until ${moment}, because your bank details, email address or mobile number changed.`,
  addFundInvalid: 'Please enter a valid amount (minimum is ₹100)',
  payAmount: 'Pay {amount}',
  unconfirmedDeposit: 'We couldn’t confirm your {amount} deposit.',
  unconfirmedWithdrawal: 'We couldn’t confirm your {amount} withdrawal.',
  fullStatement: 'Looking for trades, charges and loans too? {link}.',
  chooseTransaction: 'Choose a transaction to see what has happened and who acts next.',
  yourRequest: { added: 'Your deposit', withdrawal: 'Your withdrawal' },
  cancelled: 'The money is back in your balance.',
  /** No time is promised, because none is known. */
  withdrawalTime:
    'We check each withdrawal before we pay it, so we can’t promise a time. Its timeline shows every step, and the bank reference once it is paid.',
  viewTimeline: 'View its timeline',
  allNeedAttention: 'Your latest requests are listed under Needs attention.',
  all: 'All',
  withdrawTo: (amount: string, account: string) => `${amount} to ${account}`,
  withYou: 'Over to you',
  withUs: 'With us',
  withBank: 'With your bank',
  since: (next: string, moment: string) => `${next} since ${moment}`,
  reversed: 'RETURNED',
  received: 'Request received',
  added: { done: 'Payment successful! Wallet updated.', failed: 'Payment failed. Please try again.' },
  withdrawal: { done: 'Withdrawal request successful!', failed: 'Withdrawal failed. Please try again.' },
  receivedInstead: 'You requested {amount}',
  deposited: (amount: string) => `${amount} added to your wallet`,
  withdrawn: (amount: string) => `${amount} paid to your bank account`,
  depositRejected: (amount: string) => `Deposit of ${amount} rejected`,
  withdrawalRejected: (amount: string) => `Withdrawal of ${amount} rejected; the money is back in your balance`,
  withdrawalCancelled: (amount: string) => `Withdrawal of ${amount} cancelled; the money is back in your balance`,
  notStarted: 'We couldn’t create your payment request, so there’s nothing to pay yet. Please try again.',
} as const

export const typeLabels = { added: 'Added', withdrawal: 'Withdrawal' } as const
