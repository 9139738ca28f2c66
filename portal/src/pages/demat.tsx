import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Stack } from '@sauda/ui/stack'
import { BookUser } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Screen } from '../shell/screen.tsx'
import { Holdings } from './holdings.tsx'

// Specified sample data, the same for every client.
const details = [
  ['Account Type', 'Platinum'],
  ['Charges', '50/lot'],
  ['Account Opening Date', '12 AUG 2020'],
] as const

export default function Demat() {
  const navigate = useNavigate()
  return (
    <Screen
      title="Demat Account Details"
      icon={<BookUser />}
      mark={
        <DisclosureBadge kind="sample">
          Account type, charges and opening date are a sample, not your own.
        </DisclosureBadge>
      }
    >
      <Stack gap={6}>
        <Card>
          <DescriptionList across items={details.map(([term, value]) => ({ term, value }))} />
        </Card>
        <Holdings
          selected={undefined}
          onOpen={(stock) => void navigate(`/portfolio/overview?${new URLSearchParams({ day: stock })}`)}
        />
      </Stack>
    </Screen>
  )
}
