import { contentCalls, contentRules, type Testimonial } from '@sauda/contract/content'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { Textarea } from '@sauda/ui/textarea'
import { TextField } from '@sauda/ui/text-field'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { fieldErrors, focusFirstError } from '../shell/field-errors.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { useMe } from '../shell/me.ts'
import layout from '../shell/layout.module.css'
import styles from './content.module.css'
import { useSaveTestimonial } from './content.api.ts'
import { Quote } from './quote.tsx'

interface TestimonialDialogProps {
  edited: Testimonial | 'new' | undefined
  onClose: () => void
}

export function TestimonialDialog({ edited, onClose }: TestimonialDialogProps) {
  // Stays while the dialog closes.
  const [shown, show] = useState(edited)
  if (edited && edited !== shown) show(edited)
  const testimonial = shown === 'new' ? undefined : shown
  const save = useSaveTestimonial(testimonial)
  if (!shown) return null
  const close = () => {
    save.reset()
    onClose()
  }
  return (
    <Dialog
      open={edited !== undefined}
      // A click outside must not lose the draft.
      onOpenChange={(open) => !open && close()}
      busy={save.isPending}
      title={testimonial ? 'Edit testimonial' : 'Add testimonial'}
      description={
        testimonial?.status === 'published'
          ? 'Saving removes it from the start page. Publish it again after checking it.'
          : 'It stays a draft until you publish it.'
      }
      wide
      action={
        <Button type="submit" form="testimonial" loading={save.isPending} loadingText="Saving">
          Save draft
        </Button>
      }
    >
      <TestimonialForm
        key={testimonial ? `${testimonial._id} ${testimonial.changedAt}` : 'new'}
        testimonial={testimonial}
        save={save}
        onDone={close}
      />
    </Dialog>
  )
}

const fields = ['words', 'name', 'about', 'consent'] as const
type Field = (typeof fields)[number]
const empty: Record<Field, string> = { words: '', name: '', about: '', consent: '' }

interface TestimonialFormProps {
  testimonial: Testimonial | undefined
  save: ReturnType<typeof useSaveTestimonial>
  onDone: () => void
}

function TestimonialForm({ testimonial, save, onDone }: TestimonialFormProps) {
  const me = useMe().data
  const draftName = `testimonial ${me?._id} ${testimonial ? `${testimonial._id} ${testimonial.changedAt}` : 'new'}`
  const { draft, change } = useDraft(draftName, testimonial ?? empty)
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const preview = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { words, name, about, consent } = draft
    const body = { words, name, about, consent }
    const found = fieldErrors(contentCalls.addTestimonial.body, body)
    setFaults(found ?? {})
    if (found) return focusFirstError(form.current)
    save.mutate(body, {
      onSuccess: () => {
        discardDraft(draftName)
        onDone()
      },
    })
  }
  const field = (name: Field) => ({
    name,
    value: draft[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <form ref={form} id="testimonial" noValidate className={layout.form} onSubmit={submit}>
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
      {save.error && <AlertBanner tone="error">{errorMessage(save.error)}</AlertBanner>}
    </form>
  )
}
