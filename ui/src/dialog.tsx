import { Dialog as Base } from '@base-ui/react/dialog'
import { ArrowLeft, X } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Called with false when the person closes it; never called while `blocking` or `busy`. */
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The button that does what the dialog is for; a button that closes the dialog is drawn before it. */
  action?: ReactNode
  cancelLabel?: string
  /** In place of `action`: every button of the dialog, the primary one last. */
  footer?: ReactNode
  /** Without a close button; Escape and a click outside do not close it. */
  blocking?: boolean
  /** A request is running whose answer is shown here: until it arrives, nothing closes the dialog or leads back. */
  busy?: boolean
  /** Shows a back arrow before the title. */
  onBack?: (() => void) | undefined
  wide?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes on closing; by default back to the previously focused element. */
  finalFocus?: RefObject<HTMLElement | null>
}

/** A modal dialog; a sheet from the bottom on phones. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, onBack, wide = false } = props
  const { blocking = false, busy = false, cancelLabel = 'Cancel' } = props
  const footer = props.action ? (
    <>
      <Button variant="secondary" disabled={busy} onClick={() => onOpenChange?.(false)}>
        {cancelLabel}
      </Button>
      {props.action}
    </>
  ) : (
    props.footer
  )
  const stays = blocking || busy
  const body = useRef<HTMLDivElement>(null)
  const close = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    const { event } = details
    const onToast = event.target instanceof Element && event.target.closest('.Toastify')
    // The second click of a double click that opened the dialog lands on the backdrop.
    const isSecondPress = event instanceof MouseEvent && event.detail > 1
    if (stays || onToast || isSecondPress) details.cancel()
    else onOpenChange?.(next)
  }
  return (
    <Base.Root open={open} onOpenChange={close} disablePointerDismissal={stays}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={cx(styles.popup, wide && styles.wide)}
            aria-busy={busy || undefined}
            initialFocus={props.initialFocus ?? ((how) => firstField(body.current, how))}
            finalFocus={props.finalFocus ?? true}
          >
            <div className={styles.head}>
              {onBack && (
                <IconButton label="Back" icon={<ArrowLeft aria-hidden="true" />} disabled={busy} onClick={onBack} />
              )}
              <Base.Title className={styles.title}>{title}</Base.Title>
              {!blocking && (
                <Base.Close disabled={busy} render={<IconButton label="Close" icon={<X aria-hidden="true" />} />} />
              )}
            </div>
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            <div className={styles.body} ref={body}>
              {children}
            </div>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The first field, else the first control. After a touch no field is focused, so that no keyboard opens. */
function firstField(popup: HTMLElement | null, how: string): HTMLElement | true {
  if (how === 'touch') return true
  return (
    popup?.querySelector<HTMLElement>(
      'input:not(:disabled, [hidden]), select:not(:disabled), textarea:not(:disabled)',
    ) ?? true
  )
}
