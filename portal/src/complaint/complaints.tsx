import type { EscalationLevel } from '@sauda/contract/complaint'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Loaded } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { Screen } from '../shell/screen.tsx'
import { useComplaints } from './complaint.api.ts'
import { complaintText } from './complaint.text.ts'
import { ComplaintCard } from './complaint-card.tsx'
import styles from './complaint.module.css'
import { RaiseForm } from './raise-form.tsx'

export default function Complaints() {
  const query = useComplaints()
  const [isOpen, setOpen] = useState(false)
  return (
    <Screen title="Complaints" icon={<MessageSquareWarning />} description={complaintText.lead}>
      <Stack gap={5}>
        {isOpen ? (
          <RaiseForm onClose={() => setOpen(false)} />
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>Raise a complaint</Button>
          </div>
        )}
        <Loaded
          query={query}
          loading={
            <Card>
              <SkeletonText label="Loading complaints..." lines={4} />
            </Card>
          }
          failed="Your complaints could not be loaded"
        >
          {({ complaints, levels }) => (
            <>
              {complaints.length === 0 && !isOpen && (
                <EmptyState title="No complaints">{complaintText.none}</EmptyState>
              )}
              {complaints.map((complaint) => (
                <ComplaintCard key={complaint._id} complaint={complaint} />
              ))}
              <Matrix levels={levels} />
            </>
          )}
        </Loaded>
      </Stack>
    </Screen>
  )
}

function Matrix({ levels }: { levels: readonly EscalationLevel[] }) {
  return (
    <Card title="Whom to contact">
      <ol className={styles.levels}>
        {levels.map(({ level, name, contact, phone, email, hours, days }) => (
          <li key={level}>
            <strong>{name}</strong>
            <span className="secondary">{complaintText.replies(days)}</span>
            {[contact, phone, hours].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </li>
        ))}
      </ol>
      <p className="note">
        {complaintText.outside} <a href="https://scores.sebi.gov.in">scores.sebi.gov.in</a>,{' '}
        <a href="https://smartodr.in">smartodr.in</a>. <a href="/complaints">{complaintText.table}</a>
      </p>
    </Card>
  )
}
