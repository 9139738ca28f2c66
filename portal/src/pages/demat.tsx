import { holdingCalls } from '@sauda/contract/trading/holding'
import type { Reply } from '@sauda/contract/platform/call'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Row, Stack } from '@sauda/ui/stack'
import { CopyButton } from '@sauda/web/copy-button'
import { formatDate } from '@sauda/web/date-time'
import { BookUser } from 'lucide-react'
import { Link } from 'react-router'
import { useProfile } from '../client/profile/profile.api.ts'
import { useClientQuery } from '../shell/query.tsx'
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
      <Stack>
        <OwnAccount />
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
      </Stack>
    </Screen>
  )
}

type OwnDemat = Reply<typeof holdingCalls.own>

/** Absent until the broker has recorded the account. */
function OwnAccount() {
  const { demat, depository, compared } = useClientQuery(holdingCalls.own).data ?? {}
  const name = useProfile().data?.name
  if (demat === undefined) return null
  return (
    <Card title="Your demat account">
      <DescriptionList
        items={[
          { term: 'Holder', value: name },
          { term: 'Depository', value: depository },
          { term: 'DP ID', value: <Id of={demat.slice(0, 8)} name="DP ID" /> },
          { term: 'Client ID', value: <Id of={demat.slice(8)} name="Client ID" /> },
          { term: 'Compared with the depository', value: comparedText(compared) },
        ]}
      />
    </Card>
  )
}

const Id = ({ of, name }: { of: string; name: string }) => (
  <Row as="span" gap="0 3" className="tabular">
    {of} <CopyButton text={of} name={`Copy ${name}`} done={`${name} copied`} />
  </Row>
)

function comparedText(compared: OwnDemat['compared']): string {
  if (!compared) return 'Not yet'
  const { day, equal, explained, different } = compared
  const evening = `on the evening of ${formatDate(day)}`
  if (different > 0)
    return `${different} of ${equal + explained + different} holdings differ ${evening}. We are checking them.`
  return explained > 0 ? `Equal ${evening}, with trades or bonus shares that are not settled yet` : `Equal ${evening}`
}
