import type { Testimonial } from '@sauda/contract/content'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Row } from '@sauda/ui/stack'
import { DateTime } from '@sauda/web/date-time'
import { Plus, Quote as QuoteIcon } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { ConfirmTestimonialDialog } from './confirm-testimonial-dialog.tsx'
import { type TestimonialAction, useTestimonials } from './content.api.ts'
import { Quote, TestimonialDialog } from './testimonial-dialog.tsx'
import layout from '../shell/layout.module.css'

export function ContentPage() {
  const query = useTestimonials()
  const [edited, setEdited] = useState<Testimonial | 'new'>()
  const [requested, setRequested] = useState<TestimonialAction>()
  return (
    <Page
      title="Testimonials"
      right="content.edit"
      description="Client reviews shown on the start page. Publish only what a client has written and agreed to publish."
      actions={
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited('new')}>
          Add testimonial
        </Button>
      }
    >
      <Loaded query={query} what="the testimonials" lines={6}>
        {({ testimonials }) =>
          testimonials.length === 0 ? (
            <EmptyState title="No testimonials yet" icon={<QuoteIcon aria-hidden="true" />}>
              The start page shows “No client reviews published”.
            </EmptyState>
          ) : (
            <ul className={layout.list}>
              {testimonials.map((testimonial) => (
                <li key={testimonial._id}>
                  <TestimonialCard
                    testimonial={testimonial}
                    onEdit={() => setEdited(testimonial)}
                    onAction={setRequested}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <TestimonialDialog edited={edited} onClose={() => setEdited(undefined)} />
      <ConfirmTestimonialDialog requested={requested} onClose={() => setRequested(undefined)} />
    </Page>
  )
}

interface TestimonialCardProps {
  testimonial: Testimonial
  onEdit: () => void
  onAction: (action: TestimonialAction) => void
}

function TestimonialCard({ testimonial, onEdit, onAction }: TestimonialCardProps) {
  const { name, consent, status, changedAt, changedBy } = testimonial
  const isPublished = status === 'published'
  const of = <span className="visually-hidden">{` the testimonial of ${name}`}</span>
  return (
    <Card>
      <div className={layout.column}>
        <Row justify="between">
          <StatusPill tone={isPublished ? 'success' : 'neutral'}>{isPublished ? 'Published' : 'Draft'}</StatusPill>
          <span className={layout.faint}>
            {changedBy}, <DateTime at={changedAt} />
          </span>
        </Row>
        <Quote {...testimonial} />
        <p className={layout.faint}>{`Consent: ${consent}`}</p>
        <Row>
          <Button
            variant={isPublished ? 'secondary' : 'primary'}
            size="small"
            onClick={() => onAction({ what: isPublished ? 'unpublish' : 'publish', testimonial })}
          >
            {isPublished ? 'Unpublish' : 'Publish'}
            {of}
          </Button>
          <Button variant="secondary" size="small" onClick={onEdit}>
            Edit{of}
          </Button>
          <Button variant="ghost" size="small" onClick={() => onAction({ what: 'remove', testimonial })}>
            Delete{of}
          </Button>
        </Row>
      </div>
    </Card>
  )
}
