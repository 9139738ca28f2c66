/** {brand}, {company}, {officer}, {support} are filled from the configuration. Have a lawyer read them before going live. */
export interface LegalContent {
  title: string
  /** For search engines. */
  description: string
  lead: string
  /** With the day of the last change of meaning. */
  since: string
  /** The heading of each point with its paragraphs. */
  points: Readonly<Record<string, readonly string[]>>
}

export const who = {
  heading: 'Who we are',
  contents: 'On this page',
  live: '{company} runs {brand}. SEBI registration number {sebi}. Write to us at {support}.',
  address: 'Our registered office: {address}.',
  demo: 'This is a demo of {brand}. It is not run by a broker. This text is an example of a broker’s own.',
  /** Shown in a demo. */
  nobody: 'the person named by the broker',
}

export const privacy: LegalContent = {
  title: 'Privacy policy',
  description: 'What we store about you, why, who can see it, and your rights.',
  lead: 'We store only what the law and the service require. This page lists it.',
  since: 'Last updated 20 November 2026.',
  points: {
    'What we store': [
      'Your name, email address, mobile number and bank details; the photos of your PAN and Aadhaar cards; your PAN; the last 4 digits of your Aadhaar number; your profile photo if you add one.',
      'Your full Aadhaar number is never stored. Before you send the photo you can cover its first 8 digits.',
      'Your requests, trades, charges and loans, and the time, IP address and browser of each login.',
    ],
    'Why we store it': [
      'To verify your identity, as the law requires of a broker; to carry out your requests; to pay you; and to detect misuse of your account area.',
    ],
    'Who can see it': [
      'You, and the staff who need it for their work. Every view of a document is logged with name and time.',
      'Authorities and exchanges, where the law requires it. We never sell your data.',
    ],
    'How long': [
      'The law requires a broker to retain records of clients, trades and money for years after the last trade. Ledger entries are never changed or deleted, not even by us. Codes are valid for ten minutes, sessions for twelve hours at most.',
    ],
    'What we send': ['Codes, decisions about your documents and your money, and security notices. No advertising.'],
    'On your device': [
      'Your login, your choice of light or dark mode, a short-lived cookie during registration, and the page shown when you are offline. No tracking, and no third-party scripts where you log in or move money.',
    ],
    'Third-party charts': [
      'Your dashboard shows TradingView charts, each in a separate frame. Their servers see your IP address, as any website does. They learn neither who you are nor what you own.',
    ],
    'Your rights': [
      'You can ask what we store about you, have it corrected, have it erased where the law does not require us to retain it, nominate a person to act for you, and withdraw your consent. Write to {support}.',
      'Not satisfied with our reply? The grievance officer is {officer}. You may then complain to the Data Protection Board of India.',
    ],
  },
}

export const terms: LegalContent = {
  title: 'Terms of service',
  description: 'The rules between you and us, in plain words.',
  lead: 'The rules between you and us, in plain words.',
  since: 'Last updated 20 November 2026.',
  points: {
    Withdrawals: [
      'A withdrawal never waits for a payment. You never need to pay a charge, a tax or a fee to withdraw. If anybody asks you to pay first, it is fraud: write to {support}, or call 1930, the helpline against fraud.',
      'We pay only to the bank account you have saved. After a change of bank details, withdrawals pause for 24 hours, so that you can object.',
    ],
    'Your money': [
      'Your balance changes only by entries with a reason, each of which you can open. Borrowed money is shown as borrowed. A payment is credited once we have confirmed it with the bank.',
    ],
    Risk: [
      'Forex and stocks can lose value. Trade only with money you can afford to lose, and with a loan only if you know its total cost. Nobody at {brand} may promise you a profit.',
    ],
    'Loans and charges': [
      'You see the terms of a loan before you accept it: amount, interest rate, fee, every instalment and the total. They do not change afterwards.',
      'Every charge comes with its amount, tax and reason. If it is wrong, write to {support} before you pay it.',
    ],
    'Your responsibilities': [
      'Register once, with your own name and documents. Never share your password or codes; our staff never ask for them. Tell us at once about anything you did not do yourself.',
    ],
    'Our responsibilities': [
      'We decide on documents and requests without delay, and give the reason for every rejection. We may block a login to protect you, and tell you when we do.',
    ],
    Complaints: [
      'Write to {support}, then to the grievance officer, {officer}. If that does not help, complain to SEBI at scores.sebi.gov.in, or use online dispute resolution at smartodr.in.',
    ],
    Demo: ['On pages marked Demo, all money is practice money and no contract is concluded.'],
  },
}

/** The figures and the escalation matrix below it come from the database. */
export const complaints: LegalContent = {
  title: 'Complaints',
  description: 'How to complain, whom to turn to, and how many complaints we resolve.',
  lead: 'How to complain, whom to turn to, and how many complaints we resolve.',
  since: 'The figures are those of our complaint register.',
  points: {
    'How to complain': [
      'Clients raise a complaint after login, under Profile, Complaints, and follow every step there. Anybody can write to {support}. Every complaint gets a number.',
      'We resolve a complaint within 21 calendar days. If a level does not answer in its time, or its answer does not help, escalate to the next one.',
    ],
    'SEBI and online dispute resolution': [
      'If our answer does not help, complain to SEBI at scores.sebi.gov.in, or use online dispute resolution at smartodr.in. Quote the complaint number. The grievance officer is {officer}.',
    ],
  },
}

export const technicalSecurity: LegalContent = {
  title: 'Technical Security',
  description: 'How we protect your login, your documents and your money.',
  lead: 'How we protect your login, your documents and your money.',
  since: 'Last updated 20 November 2026.',
  points: {
    Login: [
      'Passwords are stored only as Argon2id hashes, and the ten thousand most common ones are rejected. Codes are valid for 10 minutes and work once. A session ends after 30 minutes without use, and after 12 hours at the latest.',
      'You can add an authenticator app, see where you are logged in and log out any device.',
    ],
    Documents: [
      'Photos are re-encoded without metadata and encrypted with AES-256. Only reviewers can open them, and every view is logged.',
    ],
    Money: [
      'We keep a double-entry ledger: every amount moves from one account to another, entries are never changed, and the totals are checked every minute.',
      'A request that is sent twice moves money once. Large withdrawals and manual entries need two people, and nobody approves their own request.',
    ],
    Staff: [
      'Each operator can do only what their rights allow. Every action is logged, and each log entry is sealed with the one before it, so that no change goes unnoticed.',
    ],
    Pages: [
      'Our pages run only our own code. Third-party charts run in separate frames that cannot reach it. Other sites can neither frame nor read our pages. No personal data is stored for offline use.',
    ],
    'Report a weakness': [
      'Found a weakness? Write to {support}. We reply to every report and take no action against people who report in good faith.',
    ],
  },
}
