import { contentCalls, contentRules, type PublicTestimonial, type Testimonial } from '@sauda/contract/broker/content'
import { useId } from 'react'
import { FormDialog, type DialogState } from '../../shell/form-dialog.tsx'
import layout from '../../shell/layout.module.css'
import styles from './content.module.css'

interface TestimonialDialogProps extends DialogState {
  /** Undefined for a new one. */
  testimonial: Testimonial | undefined
}

export function TestimonialDialog({ testimonial, ...dialog }: TestimonialDialogProps) {
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
            <section className={styles.preview} aria-labelledby={preview}>
              <h3 id={preview} className={layout.faint}>
                Preview
              </h3>
              <Quote {...draft} />
            </section>
          ),
        },
      ]}
      body={(draft) => (testimonial ? { ...draft, seen: testimonial.changedAt } : draft)}
      action="Save draft"
      loadingText="Saving"
    />
  )
}

export const Quote = ({ words, name, about }: Omit<PublicTestimonial, '_id'>) => (
  <blockquote className={styles.quote}>
    <p className={words ? undefined : layout.faint}>{words || 'What the client said'}</p>
    <footer>
      <cite>{name || 'Name'}</cite>
      {about && <div className={layout.faint}>{about}</div>}
    </footer>
  </blockquote>
)
