import type { Testimonial } from '@sauda/contract/content'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Plus, Quote as QuoteIcon } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { AskDialog, type Ask } from './ask-dialog.tsx'
import styles from './content.module.css'
import { useTestimonials } from './content.api.ts'
import { TestimonialCard } from './testimonial-card.tsx'
import { TestimonialDialog } from './testimonial-dialog.tsx'

/** What clients say on the start page: kept, looked at, published, taken back. */
export function ContentPage() {
  const query = useTestimonials()
  const [edited, setEdited] = useState<Testimonial | 'new'>()
  const [asked, setAsked] = useState<Ask>()
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
      <Loaded
        query={query}
        failed="The testimonials could not be loaded"
        loading={<SkeletonText label="Loading the testimonials" lines={6} />}
      >
        {({ testimonials }) =>
          testimonials.length === 0 ? (
            <EmptyState title="No testimonials yet" icon={<QuoteIcon aria-hidden="true" />}>
              The start page shows “No client reviews published”.
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {testimonials.map((testimonial) => (
                <li key={testimonial._id}>
                  <TestimonialCard testimonial={testimonial} onEdit={() => setEdited(testimonial)} onAsk={setAsked} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <TestimonialDialog edited={edited} onClose={() => setEdited(undefined)} />
      <AskDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Page>
  )
}
