import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Warnings } from '../shell/lines.tsx'
import styles from './trade.module.css'

interface ConfirmDialogProps {
  open: boolean
  title: string
  sentence: string
  action: string
  warnings: readonly string[]
  isSending: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
  /** By default, focus returns to the previous element. */
  finalFocus?: RefObject<HTMLElement | null>
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, sentence, action, warnings, isSending, onConfirm, onClose, children, finalFocus } = props
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      busy={isSending}
      title={title}
      initialFocus={button}
      {...(finalFocus && { finalFocus })}
      action={
        <Button ref={button} loading={isSending} loadingText="Booking" onKeyDown={ignoreRepeat} onClick={onConfirm}>
          {action}
        </Button>
      }
      cancelLabel="Go back"
    >
      <p className={styles.sentence}>{sentence}</p>
      <Warnings title="Please check" warnings={warnings.map((text) => ({ text }))} />
      {children}
    </Dialog>
  )
}

/** A repeated Enter that opened the dialog must not confirm it. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
