import { LegalPage, type Point } from './legal-page.tsx'

const points: readonly Point[] = [
  {
    heading: 'Withdrawals',
    text: 'A withdrawal never waits for a payment. You never need to pay a charge, a tax or a fee to withdraw.',
  },
  {
    heading: 'Your money',
    text: 'Your balance changes only by entries with a reason, each of which you can open. Borrowed money is shown as borrowed.',
  },
  {
    heading: 'Risk',
    text: 'Forex and stocks can lose value. Trade with money you can do without, and with a loan only when you know its total cost.',
  },
  {
    heading: 'Your part',
    text: 'Register once, with your own name and documents. Keep your password and codes to yourself; our staff never ask for them.',
  },
  {
    heading: 'Demonstration',
    text: 'Where a page carries the mark Demo, all money is practice money and no contract comes about.',
  },
]

export default function Terms() {
  return <LegalPage title="Terms of service" lead="The rules between you and us, in plain words." points={points} />
}
