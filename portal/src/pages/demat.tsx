import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { BookUser } from 'lucide-react'
import { Link } from 'react-router'
import { Screen } from '../shell/screen.tsx'

// Specified sample data, the same for every client.
const details = [
  ['Account Type', 'Platinum'],
  ['Charges', '50/lot'],
  ['Account Opening Date', '12 AUG 2020'],
] as const

export default function Demat() {
  return (
    <Screen title="Demat Account Details" icon={<BookUser />} narrow>
      <Card
        title="Account"
        aside={
          <DisclosureBadge kind="sample">
            Account type, charges and opening date are a sample, not your own.
          </DisclosureBadge>
        }
      >
        <DescriptionList items={details.map(([term, value]) => ({ term, value }))} />
        <p className="note">
          <Link to="/account/portfolio#holdings">Your holdings</Link>
        </p>
      </Card>
    </Screen>
  )
}
