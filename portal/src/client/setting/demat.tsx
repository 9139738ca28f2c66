import { Card } from '@sauda/ui/card'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Grid, Stack } from '@sauda/ui/stack'
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
          <Grid as="dl" min="12rem" gap={5}>
            {details.map(([term, value]) => (
              <div key={term}>
                <dt className="secondary">{term}</dt>
                <dd className="xl strong">{value}</dd>
              </div>
            ))}
          </Grid>
        </Card>
        <p className="soft">
          <Link to="/account/portfolio">Your holdings</Link> · <Link to="/account/charges">Your charges</Link>
        </p>
      </Stack>
    </Screen>
  )
}
