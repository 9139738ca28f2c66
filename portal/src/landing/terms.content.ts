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
        'A withdrawal never waits for a payment. You never need to pay a charge, a tax or a fee to withdraw. Whoever asks you to is not us: write to {support}, or call 1930, the helpline against fraud.',
        'We pay to the bank details you have saved yourself, and to nobody else. After a change of bank details withdrawals wait a day, so that you can object.',
      ],
    },
    {
      heading: 'Your money',
      text: [
        'Your balance changes only by entries with a reason, each of which you can open. Borrowed money is shown as borrowed. A payment is credited when we have found it at the bank, not when you tell us of it.',
      ],
    },
    {
      heading: 'Risk',
      text: [
        'Forex and stocks can lose value. Trade with money you can do without, and with a loan only when you know its total cost. Nobody at {brand} may promise you a profit.',
      ],
    },
    {
      heading: 'Loans and charges',
      text: [
        'The terms of a loan are on the screen before you accept it: amount, rate, fee, every instalment and the total. They stay as you accepted them.',
        'A charge comes with its amount, its tax and its reason. If it is wrong, write to {support} before you pay it.',
      ],
    },
    {
      heading: 'Your part',
      text: [
        'Register once, with your own name and documents. Keep your password and codes to yourself; our staff never ask for them. Tell us at once when something happens that you did not do.',
      ],
    },
    {
      heading: 'Our part',
      text: [
        'We decide on documents and requests without delay and tell you why when we say no. We may stop a login when it is not safe to leave it open, and tell you that too.',
      ],
    },
    {
      heading: 'Complaints',
      text: [
        'Write to {support}, then to the grievance officer, {officer}. If that does not help, SEBI takes complaints at scores.sebi.gov.in, and disputes are settled at smartodr.in.',
      ],
    },
    {
      heading: 'Demonstration',
      text: ['Where a page carries the mark Demo, all money is practice money and no contract comes about.'],
    },
  ],
}
