import { useLast } from '@sauda/ui/dialog'
import { appToast } from '@sauda/ui/toast'
import { FormDialog } from '../shell/form-dialog.tsx'
import styles from './content.module.css'
import { useTestimonialAction, type TestimonialAction } from './content.api.ts'
import { Quote } from './testimonial-dialog.tsx'

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

interface ConfirmTestimonialDialogProps {
  requested: TestimonialAction | undefined
  onClose: () => void
}

export function ConfirmTestimonialDialog({ requested, onClose }: ConfirmTestimonialDialogProps) {
  const mutation = useTestimonialAction()
  const shown = useLast(requested)
  if (!shown) return null
  const { done, ...text } = texts[shown.what]
  const close = () => {
    mutation.reset()
    onClose()
  }
  const onSuccess = () => {
    appToast.success(done)
    close()
  }
  return (
    <FormDialog
      form={{ mutation, close }}
      open={requested !== undefined}
      {...text}
      variant={shown.what === 'remove' ? 'danger' : 'primary'}
      onConfirm={() => mutation.mutate(shown, { onSuccess })}
    >
      <div className={styles.preview}>
        <Quote {...shown.testimonial} />
      </div>
    </FormDialog>
  )
}
