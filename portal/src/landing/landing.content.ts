/** The texts of the start page that the product itself vouches for, in the order of the page; the broker's own are in contract/content. */

export const hero = {
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
  why: 'We publish a review only with the client’s consent.',
  failed: 'The testimonials could not be loaded.',
  again: 'Try again',
  still: 'Reviews need JavaScript.',
}
