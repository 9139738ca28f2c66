import { LegalPage, type Point } from './legal-page.tsx'

const points: readonly Point[] = [
  {
    heading: 'Login',
    text: 'Passwords are kept only as Argon2 hashes. Codes last 10 minutes and work once. You can add an authenticator app and see where you are logged in.',
  },
  {
    heading: 'Documents',
    text: 'Photos are redrawn without hidden data, encrypted with AES-256 and opened only by reviewers, each time on record.',
  },
  {
    heading: 'Money',
    text: 'A double-entry ledger: every amount moves from one place to another, entries are never changed, and the sums are checked all the time.',
  },
  {
    heading: 'Pages',
    text: 'Our pages run only our own code. Charts of others run apart, in frames that cannot reach it. Other sites can neither frame our pages nor read them.',
  },
  {
    heading: 'Tell us',
    text: 'Found a weakness? Write to our support address. We answer, and we do not go after people who report in good faith.',
  },
]

export default function TechnicalSecurity() {
  return (
    <LegalPage
      title="Technical Security"
      lead="How we look after your login, your papers and your money."
      points={points}
    />
  )
}
