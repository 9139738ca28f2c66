import type { LegalContent } from './legal.content.ts'

/** {brand}, {company}, {officer}, {support} are filled from the configuration. */
export const technicalSecurity: LegalContent = {
  title: 'Technical Security',
  description: 'How we look after your login, your papers and your money.',
  lead: 'How we look after your login, your papers and your money.',
  since: 'Last updated 20 November 2026.',
  points: [
    {
      heading: 'Login',
      text: [
        'Passwords are kept only as Argon2id hashes, and the ten thousand most common ones are refused. Codes last 10 minutes and work once. A login ends after 30 minutes without use and after 12 hours at the latest.',
        'You can add an authenticator app, see where you are logged in and end any of it.',
      ],
    },
    {
      heading: 'Documents',
      text: [
        'Photos are redrawn without hidden data, encrypted with AES-256 and opened only by reviewers, each time on record.',
      ],
    },
    {
      heading: 'Money',
      text: [
        'A double-entry ledger: every amount moves from one place to another, entries are never changed, and the sums are checked every minute.',
        'A request that is sent twice moves money once. Large withdrawals and corrections by hand need two people, and nobody decides on a request of their own.',
      ],
    },
    {
      heading: 'Staff',
      text: [
        'What an operator may do depends on the rights each one is given. Everything they do is written into a log that nobody can change unnoticed: each line is sealed with the one before it.',
      ],
    },
    {
      heading: 'Pages',
      text: [
        'Our pages run only our own code. Third-party charts run apart, in frames that cannot reach it. Other sites can neither frame our pages nor read them. Nothing personal is kept for reading offline.',
      ],
    },
    {
      heading: 'Tell us',
      text: [
        'Found a weakness? Write to {support}. We answer, and we do not go after people who report in good faith.',
      ],
    },
  ],
}
