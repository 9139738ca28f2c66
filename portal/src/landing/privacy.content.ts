import type { LegalContent } from './legal.content.ts'

/** {brand}, {company}, {officer}, {support} are filled from the configuration. Have a lawyer read it before going live. */
export const privacy: LegalContent = {
  title: 'Privacy policy',
  description: 'What we keep about you, why, who sees it, and what you can ask of us.',
  lead: 'We keep what the law and the service need, and say here what that is.',
  since: 'Last updated 20 November 2026.',
  points: [
    {
      heading: 'What we keep',
      text: [
        'Your name, email address, mobile number and bank details; the photos of your PAN and Aadhaar cards; your PAN; the last 4 digits of your Aadhaar number; your profile photo if you add one.',
        'Your full Aadhaar number is never stored. Before you send the photo you can cover its first 8 digits.',
        'Every request, trade, charge and loan of yours, and the time, network address and kind of browser of each login.',
      ],
    },
    {
      heading: 'Why we keep it',
      text: [
        'To know that you are you, as the law asks of a broker; to carry out what you ask for; to pay you; and to notice when somebody else tries to.',
      ],
    },
    {
      heading: 'Who sees it',
      text: [
        'You, and the staff whose work it is. Each look at a document is written down with a name and a time.',
        'Authorities and exchanges, where the law obliges us to answer them. We sell nothing to anybody.',
      ],
    },
    {
      heading: 'How long',
      text: [
        'The law obliges a broker to keep records of clients, trades and money for years after the last trade. Entries in the ledger are never changed or removed, not even by us. Codes last ten minutes, logins twelve hours at most.',
      ],
    },
    {
      heading: 'What we send',
      text: ['Codes, decisions about your documents and your money, and notices about your security. No advertising.'],
    },
    {
      heading: 'On your device',
      text: [
        'What is needed to keep you logged in, the appearance you chose, a cookie of some minutes while you register, and one page that says you are offline. No tracking, and no third-party scripts where you log in or move money.',
      ],
    },
    {
      heading: 'Third-party charts',
      text: [
        'Your dashboard shows charts of TradingView, each in a frame of its own. Their servers then see your network address, as those of any site you open do. They learn neither who you are here nor what you have.',
      ],
    },
    {
      heading: 'What you can ask',
      text: [
        'What we keep about you; to have it corrected; to have it erased where the law does not oblige us to keep it; to name somebody who may ask in your place; to withdraw your consent. Write to {support}.',
        'Not content with the answer? The grievance officer is {officer}. After that you may turn to the Data Protection Board of India.',
      ],
    },
  ],
}
