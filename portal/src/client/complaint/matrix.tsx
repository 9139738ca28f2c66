import type { EscalationLevel } from '@sauda/contract/client/complaint'
import { Card } from '@sauda/ui/card'
import { Grid, Stack } from '@sauda/ui/stack'
import { complaintText } from './complaint.text.ts'

export function Matrix({ levels }: { levels: readonly EscalationLevel[] }) {
  return (
    <Card title="Whom to contact">
      <Grid as="ol" min="11rem">
        {levels.map(({ level, name, contact, phone, email, hours, days }) => (
          <Stack as="li" key={level} gap={0.5} className="anywhere">
            <strong>{name}</strong>
            <span className="note">{complaintText.replies(days)}</span>
            {[contact, phone, hours].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </Stack>
        ))}
      </Grid>
      <p className="note">
        {complaintText.outside} <a href="https://scores.sebi.gov.in">scores.sebi.gov.in</a>,{' '}
        <a href="https://smartodr.in">smartodr.in</a>. <a href="/complaints">{complaintText.table}</a>
      </p>
    </Card>
  )
}
