import type { LegalContent } from './legal.content.ts'

/** {brand}, {company}, {officer}, {support} are filled from the configuration. */
export const technicalSecurity: LegalContent = {
  title: 'Technical Security',
  description: 'How we protect your login, your documents and your money.',
  lead: 'How we protect your login, your documents and your money.',
  since: 'Last updated 20 November 2026.',
  points: [
    {
      heading: 'Login',
      text: [
        'Passwords are stored only as Argon2id hashes, and the ten thousand most common ones are rejected. Codes are valid for 10 minutes and work once. A session ends after 30 minutes without use, and after 12 hours at the latest.',
        'You can add an authenticator app, see where you are logged in and log out any device.',
      ],
    },
    {
      heading: 'Documents',
      text: [
        'Photos are re-encoded without metadata and encrypted with AES-256. Only reviewers can open them, and every view is logged.',
      ],
    },
    {
      heading: 'Money',
      text: [
        'We keep a double-entry ledger: every amount moves from one account to another, entries are never changed, and the totals are checked every minute.',
        'A request that is sent twice moves money once. Large withdrawals and manual entries need two people, and nobody approves their own request.',
      ],
    },
    {
      heading: 'Staff',
      text: [
        'Each operator can do only what their rights allow. Every action is logged, and each log entry is sealed with the one before it, so that no change goes unnoticed.',
      ],
    },
    {
      heading: 'Pages',
      text: [
        'Our pages run only our own code. Third-party charts run in separate frames that cannot reach it. Other sites can neither frame nor read our pages. No personal data is stored for offline use.',
      ],
    },
    {
      heading: 'Report a weakness',
      text: [
        'Found a weakness? Write to {support}. We reply to every report and take no action against people who report in good faith.',
      ],
    },
  ],
}
