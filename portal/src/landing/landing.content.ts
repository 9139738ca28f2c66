/** The texts of the start page that the product itself vouches for, in the order of the page; the broker's own are in contract/content. */

export const hero = {
  demo: 'Try the demo',
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
}

/** In the hero, in paise. */
export const product = {
  worth: 'Total worth',
  total: 5_04_249_06n,
  gain: 4_249_06n,
  percent: '(0.85%)',
  curve:
    'M0 126C24 122 34 134 58 128S96 98 122 104S158 120 182 108S222 74 246 82S284 104 308 92S346 58 372 64S408 84 432 70S470 40 496 46S536 60 560 40S588 22 600 18',
  parts: [
    { name: 'Cash', amount: 2_60_567_87n },
    { name: 'Holdings', amount: 2_43_681_19n },
  ],
  timeline: 'A withdrawal and its steps',
  steps: ['You requested ₹18,500.50', 'We’re checking it', 'Paid to your bank'],
  usual: 'Usually {time}',
  caption: 'As on our screens, with example figures.',
} as const

export const pairs = {
  title: 'Spreads you see before you trade',
  spread: 'Spread',
  mark: 'These pairs are examples, and the pictures show a practice client of the demo. No real money.',
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

export const installing = {
  install: 'Install',
  download: 'Download App',
}

export const accounting = {
  all: 'SEE ALL FEATURES',
  picture: 'The statement: every change to the balance with its time, reason and amount.',
}

export const testimonials = {
  title: 'What Our Clients Say',
  loading: 'Loading reviews',
  empty: 'No client reviews published',
  failed: 'The testimonials could not be loaded.',
  again: 'Try again',
  still: 'Reviews need JavaScript.',
}
