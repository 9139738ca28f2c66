import { LegalPage, type Point } from './legal-page.tsx'

const points: readonly Point[] = [
  {
    heading: 'What we keep',
    text: 'Your name, email address, mobile number and bank details; photos of your PAN and Aadhaar cards; your PAN; the last 4 digits of your Aadhaar number. The full Aadhaar number is never stored.',
  },
  {
    heading: 'Who sees it',
    text: 'You, and the staff whose work it is. Each look at a document is written down with a name and a time.',
  },
  {
    heading: 'What we send',
    text: 'Codes, decisions about your documents and notices about your security. No advertising.',
  },
  {
    heading: 'On your device',
    text: 'What is needed to keep you logged in and the appearance you chose. No tracking, no scripts of others on our pages.',
  },
  {
    heading: 'Charts of others',
    text: 'Your dashboard shows charts of TradingView, each in a frame of its own. Their servers then see your network address, as those of any site you open do. They learn neither who you are here nor what you have.',
  },
]

export default function Privacy() {
  return (
    <LegalPage
      title="Privacy policy"
      lead="We keep what the law and the service need, and say here what that is."
      points={points}
    />
  )
}
