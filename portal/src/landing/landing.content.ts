/** Every word of the start page, in the order of the page. */

export const hero = {
  title: 'Lowest Spreads for highest Profit',
  text: 'Forex and stocks for India, in rupees. See every spread before you trade and every rupee after it.',
  start: 'Get Started',
  note: 'You never need to pay a charge to withdraw.',
  /** Where a broker stands behind it. */
  registered: '{company}, registered with SEBI under {sebi}.',
  risk: 'Forex and stocks can lose value.',
  picture: {
    window: 'The wallet on a large screen: every deposit and withdrawal with its amount and its status.',
    phone: 'The wallet on a phone: the balance, and 5,000 rupees about to be added.',
    caption: 'The real screens, with a practice client.',
    mark: 'A practice client of the demonstration. Nobody’s money.',
  },
}

export const features = {
  title: 'Made for the way you trade',
  items: [
    {
      icon: 'platform',
      title: 'Your platform',
      text: 'Wallet, positions and papers in one place, the same on your phone and on your computer.',
    },
    {
      icon: 'conditions',
      title: 'Trading conditions',
      text: 'Spreads, charges and loan terms stand on the screen before you agree, and stay as you agreed.',
    },
    {
      icon: 'install',
      title: 'Install app',
      text: 'Add it to your home screen. It opens fast on a slow line and asks for nothing it does not need.',
    },
  ],
  install: 'Install',
  download: 'Download App',
} as const

export const services = {
  title: 'Explore Our Services',
  text: 'Eight things you can do from one login.',
  items: [
    { icon: 'wallet', title: 'Add funds by UPI', text: 'Each payment has its own QR code and reference.' },
    { icon: 'withdraw', title: 'Withdraw to your bank', text: 'Only to bank details you have saved yourself.' },
    { icon: 'portfolio', title: 'Portfolio', text: 'What you own, what it cost, what is borrowed.' },
    { icon: 'position', title: 'Positions', text: 'Open and closed trades, with profit to the paisa.' },
    { icon: 'orders', title: 'Order history', text: 'Every sale with its buying and selling price.' },
    { icon: 'loan', title: 'Trading loan', text: 'Rate and total payable shown before you accept.' },
    { icon: 'charges', title: 'Charges', text: 'Each with its reason, its due date and its receipt.' },
    { icon: 'papers', title: 'Document check', text: 'PAN and Aadhaar, stored encrypted, checked by people.' },
  ],
} as const

export const team = {
  title: 'The people behind the screens',
  text: 'Brokers, engineers and reviewers who answer for what the product shows you.',
  figures: [
    { value: '12K+', label: 'Project Created' },
    { value: '1947', label: 'Agencies Joined' },
  ],
  mark: 'These two figures are examples, not counts of ours.',
}

export const accounting = {
  title: 'Accounting that keeps itself',
  items: [
    { title: 'Easy Invoicing', text: 'Every charge arrives with its amount, its tax and its reason.' },
    { title: 'Manage expenses', text: 'See what was charged, what you paid and what still waits.' },
    { title: 'Streamline payroll', text: 'Settle what you owe and what you are owed on fixed days.' },
    { title: 'Complete Visibility', text: 'A balance is the sum of its entries. Open any of them.' },
  ],
  all: 'SEE ALL FEATURES',
  picture: 'The statement: every change of the balance with its time, its reason and its amount.',
}

export const testimonials = {
  title: 'What Our Clients Say',
  loading: 'Loading reviews',
  empty: 'No client reviews published',
  why: 'A review stands here only when a client has agreed to it.',
  failed: 'The reviews could not be loaded.',
  again: 'Try again',
  still: 'Reviews are shown where scripts are allowed to run.',
}

export const pricing = {
  title: 'Pay as you go',
  from: 'from',
  price: '$25',
  unit: 'per active customer',
  text: 'Pricing starts from $25 per active customer. A broker pays for the customers who use it, and for nobody else.',
  mark: 'An example price. Your broker tells you what you pay.',
}

export const demo = {
  title: 'demo',
  text: 'See every screen with practice rupees before real money moves. Whoever runs this demonstration has a login for you.',
  action: 'Look around',
  /** Where real money moves, nothing can be practised: a person shows it. */
  live: 'Ask us, and we show you every screen with practice rupees.',
  liveAction: 'Write to us',
}
