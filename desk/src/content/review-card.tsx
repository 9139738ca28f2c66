import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Row } from '@sauda/ui/stack'
import { Moment } from '../shell/moment.tsx'
import type { Ask } from './ask-dialog.tsx'
import styles from './content.module.css'
import type { Review } from './content.api.ts'
import { Quote } from './quote.tsx'

interface ReviewCardProps {
  review: Review
  onEdit: () => void
  onAsk: (ask: Ask) => void
}

/** One review: its words, where it stands, what can be done with it. */
export function ReviewCard({ review, onEdit, onAsk }: ReviewCardProps) {
  const { name, consent, status, changedAt, changedBy } = review
  const isPublished = status === 'published'
  const of = <span className="visually-hidden"> the review of {name}</span>
  return (
    <Card>
      <div className={styles.review}>
        <Row justify="between">
          <StatusPill tone={isPublished ? 'success' : 'neutral'}>{isPublished ? 'Published' : 'Draft'}</StatusPill>
          <span className={styles.facts}>
            {changedBy}, <Moment at={changedAt} />
          </span>
        </Row>
        <Quote {...review} />
        <p className={styles.facts}>Agreed: {consent}</p>
        <Row>
          <Button
            variant={isPublished ? 'secondary' : 'primary'}
            size="small"
            onClick={() => onAsk({ what: isPublished ? 'takeBack' : 'publish', review })}
          >
            {isPublished ? 'Take back' : 'Publish'}
            {of}
          </Button>
          <Button variant="secondary" size="small" onClick={onEdit}>
            Edit{of}
          </Button>
          <Button variant="ghost" size="small" onClick={() => onAsk({ what: 'remove', review })}>
            Remove{of}
          </Button>
        </Row>
      </div>
    </Card>
  )
}
