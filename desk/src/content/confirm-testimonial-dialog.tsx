import type { Testimonial } from '@sauda/contract/content'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { appToast } from '@sauda/ui/toast'
import { useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import styles from './content.module.css'
import { usePublish, useRemove, useUnpublish } from './content.api.ts'
import { Quote } from './quote.tsx'

export interface TestimonialAction {
  what: keyof typeof texts
  testimonial: Testimonial
}

const texts = {
  publish: {
    title: 'Publish this testimonial?',
    text: 'It will appear on the start page exactly as shown here.',
    button: 'Publish',
    done: 'Testimonial published',
  },
  unpublish: {
    title: 'Unpublish this testimonial?',
    text: 'It is removed from the start page and kept here as a draft.',
    button: 'Unpublish',
    done: 'Testimonial unpublished',
  },
  remove: {
    title: 'Delete this testimonial?',
    text: 'It is permanently deleted, also from the start page. Its history stays in the audit trail.',
    button: 'Delete',
    done: 'Testimonial deleted',
  },
}

export function ConfirmTestimonialDialog({
  asked,
  onClose,
}: {
  asked: TestimonialAction | undefined
  onClose: () => void
}) {
  const mutations = { publish: usePublish(), unpublish: useUnpublish(), remove: useRemove() }
  // Stays while the dialog closes.
  const [shown, show] = useState(asked)
  if (asked && asked !== shown) show(asked)
  if (!shown) return null
  const { title, text, button, done } = texts[shown.what]
  const { mutate, isPending, error, reset } = mutations[shown.what]
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open={asked !== undefined}
      onOpenChange={(open) => !open && close()}
      busy={isPending}
      title={title}
      description={text}
      action={
        <Button
          variant={shown.what === 'remove' ? 'danger' : 'primary'}
          loading={isPending}
          onClick={() =>
            mutate(shown.testimonial, {
              onSuccess: () => {
                appToast.success(done)
                close()
              },
            })
          }
        >
          {button}
        </Button>
      }
    >
      <div className={styles.preview}>
        <Quote {...shown.testimonial} />
      </div>
      {error && <AlertBanner tone="error">{errorMessage(error)}</AlertBanner>}
    </Dialog>
  )
}
