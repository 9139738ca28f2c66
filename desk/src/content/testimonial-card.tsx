import type { Testimonial } from '@sauda/contract/content'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Row } from '@sauda/ui/stack'
import { DateTime } from '@sauda/web/date-time-text'
import type { Ask } from './ask-dialog.tsx'
import styles from './content.module.css'
import { Quote } from './quote.tsx'

interface TestimonialCardProps {
  testimonial: Testimonial
  onEdit: () => void
  onAsk: (ask: Ask) => void
}

/** One testimonial: its words, where it stands, what can be done with it. */
export function TestimonialCard({ testimonial, onEdit, onAsk }: TestimonialCardProps) {
  const { name, consent, status, changedAt, changedBy } = testimonial
  const isPublished = status === 'published'
  const of = <span className="visually-hidden">{` the testimonial of ${name}`}</span>
  return (
    <Card>
      <div className={styles.testimonial}>
        <Row justify="between">
          <StatusPill tone={isPublished ? 'success' : 'neutral'}>{isPublished ? 'Published' : 'Draft'}</StatusPill>
          <span className={styles.facts}>
            {changedBy}, <DateTime at={changedAt} />
          </span>
        </Row>
        <Quote {...testimonial} />
        <p className={styles.facts}>{`Consent: ${consent}`}</p>
        <Row>
          <Button
            variant={isPublished ? 'secondary' : 'primary'}
            size="small"
            onClick={() => onAsk({ what: isPublished ? 'takeBack' : 'publish', testimonial })}
          >
            {isPublished ? 'Unpublish' : 'Publish'}
            {of}
          </Button>
          <Button variant="secondary" size="small" onClick={onEdit}>
            Edit{of}
          </Button>
          <Button variant="ghost" size="small" onClick={() => onAsk({ what: 'remove', testimonial })}>
            Remove{of}
          </Button>
        </Row>
      </div>
    </Card>
  )
}
