import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { BookUser } from 'lucide-react'
import { Screen } from '../../shell/screen.tsx'
import styles from './setting.module.css'

// Specified sample data, the same for every client.
const details = [
  { term: 'Account Type', value: 'Platinum' },
  { term: 'Charges', value: '50/lot' },
  { term: 'Account Opening Date', value: '12 AUG 2020' },
]

export default function Demat() {
  return (
    <Screen
      title="Demat Account Details"
      icon={<BookUser />}
      mark={<DisclosureBadge kind="sample">These details are a sample, not your own.</DisclosureBadge>}
    >
      <Card className={styles.details}>
        <DescriptionList items={details} />
      </Card>
    </Screen>
  )
}
