import { contentCalls, contentRules, type PublicTestimonial, type Testimonial } from '@sauda/contract/content'
import { useLast } from '@sauda/ui/dialog'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { useId } from 'react'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useSaveTestimonial } from './content.api.ts'
import styles from './content.module.css'
import layout from '../shell/layout.module.css'

interface TestimonialDialogProps {
  edited: Testimonial | 'new' | undefined
  onClose: () => void
}

export function TestimonialDialog({ edited, onClose }: TestimonialDialogProps) {
  const shown = useLast(edited)
  if (!shown) return null
  const testimonial = shown === 'new' ? undefined : shown
  const version = testimonial ? `${testimonial._id} ${testimonial.changedAt}` : 'new'
  return (
    <TestimonialForm
      key={version}
      version={version}
      testimonial={testimonial}
      open={edited !== undefined}
      onClose={onClose}
    />
  )
}

const empty = { words: '', name: '', about: '', consent: '' }

interface TestimonialFormProps {
  version: string
  testimonial: Testimonial | undefined
  open: boolean
  onClose: () => void
}

function TestimonialForm({ version, testimonial, open, onClose }: TestimonialFormProps) {
  const save = useSaveTestimonial(testimonial)
  const { words, name, about, consent } = testimonial ?? empty
  const saved = { words, name, about, consent }
  const form = useFormDialog({ name: `testimonial ${version}`, empty: saved, mutation: save, onClose })
  const { draft, field } = form
  const preview = useId()
  return (
    <FormDialog
      form={form}
      open={open}
      title={testimonial ? 'Edit testimonial' : 'Add testimonial'}
      description={
        testimonial?.status === 'published'
          ? 'Saving removes it from the start page. Publish it again after checking it.'
          : 'It stays a draft until you publish it.'
      }
      wide
      action="Save draft"
      loadingText="Saving"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(contentCalls.addTestimonial.body, draft), () =>
          save.mutate(draft, { onSuccess: form.finish }),
        )
      }
    >
      <Textarea label="What the client said" rows={4} maxLength={contentRules.wordsLength} {...field('words')} />
      <TextField label="Display name" maxLength={contentRules.nameLength} autoComplete="off" {...field('name')} />
      <TextField
        label="About the client"
        optional
        hint="For example “Client since 2023, Pune”"
        maxLength={contentRules.aboutLength}
        autoComplete="off"
        {...field('about')}
      />
      <TextField
        label="Consent (how and when)"
        hint="Visible at the desk only. For example “E-mail of 12 March 2026”"
        maxLength={contentRules.consentLength}
        autoComplete="off"
        {...field('consent')}
      />
      <section className={styles.preview} aria-labelledby={preview}>
        <h3 id={preview} className={layout.faint}>
          Preview
        </h3>
        <Quote {...draft} />
      </section>
    </FormDialog>
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
