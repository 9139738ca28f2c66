/** Every word of the start page that is not a button, in the order of the page. */

export const hero = {
  title: 'Lowest Spreads for highest Profit',
  text: 'Forex and stocks for India, in rupees. See every spread before you trade and every rupee after it.',
  note: 'You never need to pay a charge to withdraw.',
}

export const features = {
  title: 'Made for the way you trade',
  items: [
    {
      icon: 'platform',
      title: 'Your platform',
      text: 'One account for your wallet, your positions and your papers, on the phone and on the desk.',
    },
    {
      icon: 'conditions',
      title: 'Trading conditions',
      text: 'Spreads, charges and loan terms are on the screen before you agree to them, and kept as you agreed.',
    },
    {
      icon: 'install',
      title: 'Install app',
      text: 'Add it to your home screen. It opens fast on a slow line and asks for no permission it does not need.',
    },
  ],
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
}

export const accounting = {
  title: 'Accounting that keeps itself',
  items: [
    { title: 'Easy Invoicing', text: 'Every charge arrives with its amount, its tax and its reason.' },
    { title: 'Manage expenses', text: 'See what was charged, what you paid and what still waits.' },
    { title: 'Streamline payroll', text: 'Settle what you owe and what you are owed on fixed days.' },
    { title: 'Complete Visibility', text: 'A balance is the sum of its entries. Open any of them.' },
  ],
}

/** Filled by the broker with reviews clients have agreed to publish; never with invented ones. */
export const reviews: readonly { name: string; words: string }[] = []

export const testimonials = { title: 'What Our Clients Say', empty: 'No client reviews published' }

export const pricing = {
  title: 'Pay as you go',
  price: '$25',
  unit: 'per active customer',
  text: 'Pricing starts from $25 per active customer. You pay for the customers who use it, and for nobody else.',
}

export const demo = {
  title: 'demo',
  text: 'See every screen with practice rupees before real money moves.',
}

export const footer = {
  tagline: 'From Inception to IPO',
  columns: [
    { title: 'Company', items: ['About us'] },
    {
      title: 'Product',
      items: ['Live Conversation Platform', 'Dialer', 'Salesfloor', 'Analytics', 'Call Library', 'Pricing'],
    },
    {
      title: 'Solutions',
      items: [
        'Build Pipeline',
        'Increase Call Volume',
        'Decrease Ramp-time',
        'Coach',
        'Sales Reps',
        'Managers',
        'Sales Leaders',
        'Sales Operations',
      ],
    },
  ],
  /** The entries that lead somewhere on this page. */
  links: { 'About us': '#about', Pricing: '#pricing' } as Readonly<Record<string, string>>,
  office: { title: 'Canada office', lines: ['Suite 100, 1 Example Street', 'Toronto, Ontario', 'Canada'] },
  legal: [
    { to: '/privacy', label: 'Privacy policy' },
    { to: '/terms', label: 'Terms of service' },
    { to: '/technical-security', label: 'Technical Security' },
  ],
  privacy:
    'We keep what we need to know you and to serve you, and nothing else. The photos of your documents are encrypted, every look at them is recorded, and your full Aadhaar number is never stored.',
  copyrightYear: 2024,
}

/** The picture in the hero: our own wallet screen with example figures. */
export const picture = {
  total: 24_850_000n,
  cards: [
    { label: 'Invested', amount: 16_234_050n },
    { label: 'Withdrawable', amount: 8_615_950n },
  ],
  rows: [
    { title: 'Added by UPI', detail: 'Today, 10:42 am', amount: 2_500_000n, status: 'Credited' },
    { title: 'EUR/INR sold', detail: 'Yesterday, 3:15 pm', amount: 128_475n, status: 'Profit' },
    { title: 'Withdrawal', detail: '18 Nov, 11:05 am', amount: -1_200_000n, status: 'Paid' },
  ],
}
