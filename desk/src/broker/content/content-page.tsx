import { contentCalls, type Testimonial, contentRules, type PublicTestimonial } from '@sauda/contract/broker/content'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Row } from '@sauda/ui/stack'
import { DateTime } from '@sauda/web/date-time'
import { Plus, Quote as QuoteIcon } from 'lucide-react'
import { useCall } from '../../shell/api.ts'
import { FormDialog, type ItemDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { GroupTabs } from '../../shell/navigation.tsx'
import { Page } from '../../shell/page.tsx'
import layout from '../../shell/layout.module.css'
import styles from './content.module.css'
import { useId } from 'react'

interface TestimonialAction {
  what: 'publish' | 'unpublish' | 'remove'
  testimonial: Testimonial
}

export function ContentPage() {
  const editing = useItemDialog<Testimonial | undefined>((props) => <TestimonialDialog {...props} />)
  const action = useItemDialog<TestimonialAction>((props) => <ConfirmTestimonialDialog {...props} />)
  return (
    <Page
      title="Testimonials"
      right="content.edit"
      description="Shown on the start page. Publish only what a client has written and agreed to."
      actions={
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => editing.show(undefined)}>
          Add testimonial
        </Button>
      }
      tabs={<ContentTabs />}
    >
      <div className={layout.screen}>
        <Loaded query={useCall(contentCalls.deskTestimonials, {})} what="the testimonials" lines={6}>
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
                      onEdit={() => editing.show(testimonial)}
                      onAction={action.show}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {editing.dialog}
      {action.dialog}
    </Page>
  )
}

export const ContentTabs = () => (
  <GroupTabs
    label="Website"
    tabs={[
      { to: '/content', name: 'Public pages', may: true, end: true },
      { to: '/content/testimonials', name: 'Testimonials', may: true },
    ]}
  />
)

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

const texts: Record<TestimonialAction['what'], { title: string; description: string; action: string; done: string }> = {
  publish: {
    title: 'Publish this testimonial?',
    description: 'It will appear on the start page exactly as shown here.',
    action: 'Publish',
    done: 'Testimonial published',
  },
  unpublish: {
    title: 'Unpublish this testimonial?',
    description: 'It is removed from the start page and kept here as a draft.',
    action: 'Unpublish',
    done: 'Testimonial unpublished',
  },
  remove: {
    title: 'Delete this testimonial?',
    description: 'It is permanently deleted, also from the start page. Its history stays in the audit trail.',
    action: 'Delete',
    done: 'Testimonial deleted',
  },
}

const calls = {
  // Publishes exactly the version shown.
  publish: contentCalls.publishTestimonial,
  unpublish: contentCalls.unpublishTestimonial,
  remove: contentCalls.removeTestimonial,
} as const

const ConfirmTestimonialDialog = ({ item: { what, testimonial }, ...dialog }: ItemDialog<TestimonialAction>) => (
  <FormDialog
    {...dialog}
    {...texts[what]}
    call={calls[what]}
    params={{ testimonialId: testimonial._id }}
    body={() => ({ seen: testimonial.changedAt })}
    variant={what === 'remove' ? 'danger' : 'primary'}
  >
    <Card>
      <Quote {...testimonial} />
    </Card>
  </FormDialog>
)

/** Undefined for a new one. */
function TestimonialDialog({ item: testimonial, ...dialog }: ItemDialog<Testimonial | undefined>) {
  const { words = '', name = '', about = '', consent = '' } = testimonial ?? {}
  const preview = useId()
  return (
    <FormDialog
      {...dialog}
      call={testimonial ? contentCalls.editTestimonial : contentCalls.addTestimonial}
      params={{ testimonialId: testimonial?._id ?? '' }}
      name={`testimonial ${testimonial ? `${testimonial._id} ${testimonial.changedAt}` : 'new'}`}
      empty={{ words, name, about, consent }}
      title={testimonial ? 'Edit testimonial' : 'Add testimonial'}
      description={
        testimonial?.status === 'published'
          ? 'Saving removes it from the start page. Publish it again after checking it.'
          : 'It stays a draft until you publish it.'
      }
      wide
      fields={({ draft }) => [
        {
          as: 'textarea',
          name: 'words',
          label: 'What the client said',
          rows: 4,
          maxLength: contentRules.wordsLength,
        },
        { name: 'name', label: 'Display name', maxLength: contentRules.nameLength },
        {
          name: 'about',
          label: 'About the client',
          optional: true,
          hint: 'For example “Client since 2023, Pune”',
          maxLength: contentRules.aboutLength,
        },
        {
          name: 'consent',
          label: 'Consent (how and when)',
          hint: 'Visible at the desk only. For example “E-mail of 12 March 2026”',
          maxLength: contentRules.consentLength,
        },
        {
          own: (
            <Card aria-labelledby={preview}>
              <h3 id={preview} className={layout.faint}>
                Preview
              </h3>
              <Quote {...draft} />
            </Card>
          ),
        },
      ]}
      body={(draft) => (testimonial ? { ...draft, seen: testimonial.changedAt } : draft)}
      action="Save draft"
      loadingText="Saving"
    />
  )
}

const Quote = ({ words, name, about }: Omit<PublicTestimonial, '_id'>) => (
  <blockquote className={styles.quote}>
    <p className={words ? undefined : layout.faint}>{words || 'What the client said'}</p>
    <footer>
      <cite>{name || 'Name'}</cite>
      {about && <div className={layout.faint}>{about}</div>}
    </footer>
  </blockquote>
)
