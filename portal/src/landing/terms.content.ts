import type { LegalContent } from './legal.content.ts'

/** {brand}, {company}, {officer}, {support} are filled from the configuration. Have a lawyer read it before going live. */
export const terms: LegalContent = {
  title: 'Terms of service',
  description: 'The rules between you and us, in plain words.',
  lead: 'The rules between you and us, in plain words.',
  since: 'Last updated 20 November 2026.',
  points: [
    {
      heading: 'Withdrawals',
      text: [
        'A withdrawal never waits for a payment. You never need to pay a charge, a tax or a fee to withdraw. If anybody asks you to pay first, it is fraud: write to {support}, or call 1930, the helpline against fraud.',
        'We pay only to the bank account you have saved. After a change of bank details, withdrawals pause for 24 hours, so that you can object.',
      ],
    },
    {
      heading: 'Your money',
      text: [
        'Your balance changes only by entries with a reason, each of which you can open. Borrowed money is shown as borrowed. A payment is credited once we have confirmed it with the bank.',
      ],
    },
    {
      heading: 'Risk',
      text: [
        'Forex and stocks can lose value. Trade only with money you can afford to lose, and with a loan only if you know its total cost. Nobody at {brand} may promise you a profit.',
      ],
    },
    {
      heading: 'Loans and charges',
      text: [
        'You see the terms of a loan before you accept it: amount, interest rate, fee, every instalment and the total. They do not change afterwards.',
        'Every charge comes with its amount, tax and reason. If it is wrong, write to {support} before you pay it.',
      ],
    },
    {
      heading: 'Your responsibilities',
      text: [
        'Register once, with your own name and documents. Never share your password or codes; our staff never ask for them. Tell us at once about anything you did not do yourself.',
      ],
    },
    {
      heading: 'Our responsibilities',
      text: [
        'We decide on documents and requests without delay, and give the reason for every rejection. We may block a login to protect you, and tell you when we do.',
      ],
    },
    {
      heading: 'Complaints',
      text: [
        'Write to {support}, then to the grievance officer, {officer}. If that does not help, complain to SEBI at scores.sebi.gov.in, or use online dispute resolution at smartodr.in.',
      ],
    },
    {
      heading: 'Demo',
      text: ['On pages marked Demo, all money is practice money and no contract is concluded.'],
    },
  ],
}
