export const walletText = {
  onHold: '{amount} is on hold for your withdrawal',
  proceeds: '{amount} from sales can be withdrawn from {day}',
  proceedsDue: '{amount} from sales can be withdrawn once the exchange has settled it, due on {day}',
  allUsable: 'You can use your sale proceeds for purchases now',
  partUsable: 'You can use {amount} of your sale proceeds for purchases now',
  dues: 'You owe {amount} for executed trades. Money you add pays this first.',
  documentsPending: 'We’re still checking your documents. You can add and withdraw funds once they’re verified.',
  newPhotosNeeded:
    'You can add funds once your documents are verified again. Open your profile to send new photos. You can withdraw as before.',
  withdrawalsPaused: (moment: string) =>
    `For your safety, withdrawals are paused until ${moment}, because your bank details, email address or mobile number changed.`,
  addFundInvalid: 'Please enter a valid amount (minimum is ₹100)',
  unfinished: 'Unfinished payment of {amount}',
  unconfirmedDeposit: 'We couldn’t confirm your {amount} deposit.',
  unconfirmedWithdrawal: 'We couldn’t confirm your {amount} withdrawal.',
  fullStatement: 'Looking for trades, charges and loans too? {link}.',
  yourRequest: { added: 'Your deposit', withdrawal: 'Your withdrawal' },
  morePending: (count: number) => `${count} more pending ${count === 1 ? 'request' : 'requests'}`,
  viewTimeline: 'View its timeline',
  allNeedAttention: 'Your latest requests are listed under To do.',
  all: 'All',
  withdrawTo: (amount: string, account: string) => `${amount} to ${account}`,
  reversed: 'RETURNED',
  /** Beyond the specification, as RETURNED: only an operator's rejection is FAILED. */
  cancelled: 'CANCELLED',
  added: { done: 'Payment successful! Wallet updated.', failed: 'Payment failed. Please try again.' },
  withdrawal: { done: 'Withdrawal request successful!', failed: 'Withdrawal failed. Please try again.' },
  receivedInstead: 'You requested {amount}',
  deposited: (amount: string) => `${amount} added to your wallet`,
  withdrawn: (amount: string) => `${amount} paid to your bank account`,
  depositRejected: (amount: string) => `Deposit of ${amount} rejected`,
  nextSteps: {
    added: [
      { title: 'You pay by UPI', detail: 'Scan our QR code or copy our UPI ID.' },
      { title: 'We look for it in our bank statement', detail: 'The UTR from your UPI app helps us find it.' },
      { title: 'We add it to your wallet', detail: 'We email you then.' },
    ],
    withdrawal: [
      { title: 'We put the amount on hold', detail: 'You can cancel until we have checked it.' },
      { title: 'We check the withdrawal and pay it', detail: 'Two people check a large one.' },
      { title: 'Your bank credits you', detail: 'Banks usually do so within a few hours of our payment.' },
    ],
  },
  notStarted: 'We couldn’t create your payment request, so there’s nothing to pay yet. Please try again.',
} as const

export const typeLabels = { added: 'Deposit', withdrawal: 'Withdrawal' } as const
