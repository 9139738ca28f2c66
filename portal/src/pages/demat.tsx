import { buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Row, Stack } from '@sauda/ui/stack'
import { BookUser } from 'lucide-react'
import { Link } from 'react-router'
import { Screen } from '../../shell/screen.tsx'

// Specified sample data, the same for every client.
const details = [
  ['Account Type', 'Platinum'],
  ['Charges', '50/lot'],
  ['Account Opening Date', '12 AUG 2020'],
] as const

export default function Demat() {
  return (
    <Screen
      title="Demat Account Details"
      icon={<BookUser />}
      mark={<DisclosureBadge kind="sample">These details are a sample, not your own.</DisclosureBadge>}
    >
      <Stack gap={4}>
        <Card>
          <DescriptionList items={details.map(([term, value]) => ({ term, value }))} />
        </Card>
        <Row gap={3}>
          <Link to="/account/portfolio" className={buttonClass('secondary')}>
            Your holdings
          </Link>
          <Link to="/account/charges" className={buttonClass('secondary')}>
            Your charges
          </Link>
        </Row>
      </Stack>
    </Screen>
  )
}
