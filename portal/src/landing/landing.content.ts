import {
  ArrowLeftRight,
  BadgePercent,
  ChartPie,
  FileCheck,
  HandCoins,
  Landmark,
  MonitorSmartphone,
  ReceiptIndianRupee,
  Smartphone,
  TrendingUp,
  Wallet,
} from 'lucide-react'

/** The texts of the start page, in the order of the page. */

export const hero = {
  title: 'Lowest Spreads for highest Profit',
  text: 'Forex and stocks for India, in rupees. See every spread before you trade and every rupee after it.',
  start: 'Get Started',
  note: 'You never need to pay a charge to withdraw.',
  times: {
    deposit: 'Half of all deposits are credited within {time}.',
    withdrawal: 'Half of all withdrawals are paid within {time}.',
    source: 'Medians of the last 30 days, computed from our books.',
  },
  /** Shown in live mode. */
  registered: '{company}, registered with SEBI under {sebi}.',
  member: 'Member of {exchanges}.',
  officer: 'Grievance officer: {officer}.',
  risk: 'Forex and stocks can lose value.',
  picture: {
    window: 'The wallet on a large screen: every deposit and withdrawal with its amount and its status.',
    phone: 'The wallet on a phone: the balance, and the form to add or withdraw funds.',
    caption: 'Actual screens, with a practice client.',
  },
}

export const pairs = {
  title: 'Spreads you see before you trade',
  spread: 'Spread',
  mark: 'These pairs are examples, and the pictures show a practice client of the demo. No real money.',
}

export const practice = {
  title: 'Try it now, with practice rupees',
  text: 'One tap logs you in as one of three practice clients. No sign-up, and no real money moves.',
}

/** Beside each of the promises in public.text.ts, in their order. */
export const proofs = {
  title: 'Three promises, on every screen',
  items: [
    {
      picture: 'withdraw',
      alt: 'The withdrawal form with this sentence.',
      text: 'If anybody asks you to pay first, it is fraud.',
    },
    {
      picture: 'identity',
      alt: 'Personal details: only the last 4 digits are shown.',
      text: 'Cover its first 8 digits before you send the photo. We store only the last 4.',
    },
    {
      picture: 'entries',
      alt: 'A deposit of the statement with its ledger entries.',
      text: 'Open a line to see its entries. They are never edited or deleted.',
    },
  ],
}

export const opening = {
  action: 'Create an account',
}

export const features = {
  title: 'Made for the way you trade',
  items: [
    {
      icon: MonitorSmartphone,
      title: 'Your platform',
      text: 'Wallet, positions and documents in one place, on your phone and your computer.',
    },
    {
      icon: BadgePercent,
      title: 'Trading conditions',
      text: 'See charges and loan terms before you agree; what you agreed to does not change.',
    },
    {
      icon: Smartphone,
      canInstall: true,
      title: 'Install app',
      text: 'Add it to your home screen. Opens fast even on slow internet. Asks for no permission it doesn’t need.',
    },
  ],
  install: 'Install',
  download: 'Download App',
}

export const services = {
  title: 'Explore Our Services',
  text: 'Eight things you can do from one login.',
  items: [
    { icon: Wallet, title: 'Add funds by UPI', text: 'Each payment has its own QR code and reference.' },
    { icon: Landmark, title: 'Withdraw to your bank', text: 'Only to the bank account you have saved.' },
    { icon: ChartPie, title: 'Portfolio', text: 'What you own, what it cost and what is borrowed.' },
    { icon: TrendingUp, title: 'Positions', text: 'Open and closed trades, with profit to the paisa.' },
    { icon: ArrowLeftRight, title: 'Order history', text: 'Every sale with its buying and selling price.' },
    { icon: HandCoins, title: 'Trading loan', text: 'See the interest rate and total payable before you accept.' },
    { icon: ReceiptIndianRupee, title: 'Charges', text: 'Each with its reason, due date and receipt.' },
    { icon: FileCheck, title: 'Document check', text: 'PAN and Aadhaar, stored encrypted and reviewed by our team.' },
  ],
}

export const team = {
  title: 'The people behind the screens',
  text: 'Brokers, engineers and reviewers who are responsible for every figure you see.',
  figures: [
    { value: '12K+', label: 'Project Created' },
    { value: '1947', label: 'Agencies Joined' },
  ],
  mark: 'These two figures are examples.',
}

export const accounting = {
  title: 'Accounting that keeps itself',
  items: [
    { title: 'Easy Invoicing', text: 'Every charge comes with its amount, tax and reason.' },
    { title: 'Manage expenses', text: 'See what was charged, what you paid and what is pending.' },
    { title: 'Streamline payroll', text: 'Unused funds are settled to your bank on fixed days.' },
    { title: 'Complete Visibility', text: 'Your balance is the sum of its entries, and you can open each of them.' },
  ],
  all: 'SEE ALL FEATURES',
  picture: 'The statement: every change to the balance with its time, reason and amount.',
}

export const testimonials = {
  title: 'What Our Clients Say',
  loading: 'Loading reviews',
  empty: 'No client reviews published',
  why: 'We publish a review only with the client’s consent.',
  failed: 'The testimonials could not be loaded.',
  again: 'Try again',
  still: 'Reviews need JavaScript.',
}

export const pricing = {
  title: 'Pay as you go',
  from: 'from',
  price: '$25',
  unit: 'per active customer',
  text: 'Pricing starts from $25 per active customer. A broker pays only for active customers.',
  mark: 'An example price. Your broker’s own pricing applies.',
}

export const demo = {
  title: 'demo',
  text: 'Try every screen with practice rupees. No sign-up.',
  action: 'Explore the demo',
  /** In live mode there is nothing to try: a person shows it. */
  live: 'Write to us for a demo of every screen with practice rupees.',
  liveAction: 'Write to us',
}
