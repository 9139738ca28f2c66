import type { LegalContent } from './legal.content.ts'

/** {brand}, {company}, {officer}, {support} are filled from the configuration. Have a lawyer read it before going live. */
export const privacy: LegalContent = {
  title: 'Privacy policy',
  description: 'What we store about you, why, who can see it, and your rights.',
  lead: 'We store only what the law and the service require. This page lists it.',
  since: 'Last updated 20 November 2026.',
  points: [
    {
      heading: 'What we store',
      text: [
        'Your name, email address, mobile number and bank details; the photos of your PAN and Aadhaar cards; your PAN; the last 4 digits of your Aadhaar number; your profile photo if you add one.',
        'Your full Aadhaar number is never stored. Before you send the photo you can cover its first 8 digits.',
        'Your requests, trades, charges and loans, and the time, IP address and browser of each login.',
      ],
    },
    {
      heading: 'Why we store it',
      text: [
        'To verify your identity, as the law requires of a broker; to carry out your requests; to pay you; and to detect misuse of your account area.',
      ],
    },
    {
      heading: 'Who can see it',
      text: [
        'You, and the staff who need it for their work. Every view of a document is logged with name and time.',
        'Authorities and exchanges, where the law requires it. We never sell your data.',
      ],
    },
    {
      heading: 'How long',
      text: [
        'The law requires a broker to retain records of clients, trades and money for years after the last trade. Ledger entries are never changed or deleted, not even by us. Codes are valid for ten minutes, sessions for twelve hours at most.',
      ],
    },
    {
      heading: 'What we send',
      text: ['Codes, decisions about your documents and your money, and security notices. No advertising.'],
    },
    {
      heading: 'On your device',
      text: [
        'Your login, your choice of light or dark mode, a short-lived cookie during registration, and the page shown when you are offline. No tracking, and no third-party scripts where you log in or move money.',
      ],
    },
    {
      heading: 'Third-party charts',
      text: [
        'Your dashboard shows TradingView charts, each in a separate frame. Their servers see your IP address, as any website does. They learn neither who you are nor what you own.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        'You can ask what we store about you, have it corrected, have it erased where the law does not require us to retain it, nominate a person to act for you, and withdraw your consent. Write to {support}.',
        'Not satisfied with our reply? The grievance officer is {officer}. You may then complain to the Data Protection Board of India.',
      ],
    },
  ],
}
