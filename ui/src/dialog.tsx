import { ArrowLeft, X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from './button.tsx'
import { cx, pressedKey } from './dom.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Called with false when the user closes it; never called while `blocking` or `busy`. */
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** The primary button; a Cancel button is shown before it. */
  action?: ReactNode
  cancelLabel?: string
  /** Instead of `action`: all buttons, the primary one last. */
  footer?: ReactNode
  /** Without a close button; Escape, Back and a click outside do not close it. */
  blocking?: boolean
  /** A request is running whose result is shown here: until it ends, nothing closes the dialog or goes back. */
  busy?: boolean
  onBack?: (() => void) | undefined
  wide?: boolean
  /** At the end of the window and as high as it; the whole window on a phone. */
  side?: boolean
  /** Opened by the address, so that Back closes it by itself. */
  inAddress?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Receives the focus on closing; by default the previously focused element. */
  finalFocus?: RefObject<HTMLElement | null>
}

/** A modal dialog; a bottom sheet on phones. Its children are mounted while it is visible. */
export function Dialog(props: DialogProps) {
  const [isPresent, setPresent] = useState(props.open)
  if (props.open && !isPresent) setPresent(true)
  return isPresent ? createPortal(<Modal {...props} onClosed={() => setPresent(false)} />, document.body) : null
}

interface ModalProps extends DialogProps {
  onClosed: () => void
}

function Modal(props: ModalProps) {
  const { open, onOpenChange, title, description, onBack, wide, side, blocking, busy } = props
  const id = useId()
  const close = () => {
    if (!blocking && !busy) onOpenChange?.(false)
  }
  const viewport = useModal(props, close)
  const footer = props.action ? (
    <>
      <Button variant="secondary" disabled={busy} onClick={close}>
        {props.cancelLabel ?? 'Cancel'}
      </Button>
      {props.action}
    </>
  ) : (
    props.footer
  )
  return (
    <div ref={viewport} className={cx(styles.viewport, side && styles.beside)} data-open={open || undefined}>
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        aria-busy={busy || undefined}
        tabIndex={-1}
        data-open={open || undefined}
        data-closable={!blocking || undefined}
        className={cx(styles.popup, wide && styles.wide, side && styles.side)}
      >
        <div className={styles.head}>
          {onBack && (
            <IconButton label="Back" icon={<ArrowLeft aria-hidden="true" />} disabled={busy} onClick={onBack} />
          )}
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          {!blocking && <IconButton label="Close" icon={<X aria-hidden="true" />} disabled={busy} onClick={close} />}
        </div>
        {description && (
          <p id={`${id}-description`} className={styles.description}>
            {description}
          </p>
        )}
        <div className={styles.body}>{props.children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </div>
  )
}

/** Moves the focus into the open dialog and back, makes the page inert, and reports Escape and clicks outside. */
function useModal(props: ModalProps, close: () => void): RefObject<HTMLDivElement | null> {
  const { open } = props
  // One that may not be closed keeps Back from leaving the screen, and from closing the dialog below it.
  const takesBack = open && !props.inAddress
  const viewport = useRef<HTMLDivElement>(null)
  const onDismiss = useEffectEvent(close)
  const onClosed = useEffectEvent(props.onClosed)
  const focusFirst = useEffectEvent((popup: HTMLElement) =>
    // Rising from the bottom of a phone it is still below the screen, and scrolling there would end at its last line.
    (props.initialFocus?.current ?? firstControl(popup)).focus({ preventScroll: true }),
  )
  const opener = useRef<Element>(null)
  const returnFocus = useEffectEvent(() => {
    const target = props.finalFocus?.current ?? opener.current
    if (!(target instanceof HTMLElement)) return
    // A list passes the focus on to its first control.
    const control = target.tabIndex < 0 ? target.querySelector<HTMLElement>(controls) : null
    ;(control ?? target).focus()
  })
  useLayoutEffect(() => {
    const element = viewport.current
    const popup = element?.querySelector<HTMLElement>('[role=dialog]')
    if (!open || !element || !popup) return undefined
    opener.current = document.activeElement
    openDialogs.push(element)
    blockPage()
    focusFirst(popup)
    const controller = new AbortController()
    onDismissal(element, onDismiss, controller)
    if (popup.matches('[data-closable]'))
      // Apart, as below.
      void import('./dialog-drag.ts').then(
        ({ closeOnDrag }) => closeOnDrag(popup, onDismiss, controller),
        () => {},
      )
    return () => {
      controller.abort()
      openDialogs.splice(openDialogs.indexOf(element), 1)
      blockPage()
      returnFocus()
    }
  }, [open])
  useEffect(() => {
    if (!takesBack) return undefined
    // Apart, because most screens show no dialog at first. Without it, Back leaves the screen.
    const closing = import('./dialog-back.ts').then(({ closeOnBack }) => closeOnBack(onDismiss)).catch(() => undefined)
    return () => void closing.then((stop) => stop?.())
  }, [takesBack])
  useEffect(() => {
    if (open) return undefined
    // Again, because after the cleanup React and the contents of the dialog may have moved the focus.
    returnFocus()
    let isCancelled = false
    const transitions = [viewport.current, viewport.current?.firstElementChild].flatMap(
      (each) => each?.getAnimations() ?? [],
    )
    void Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => isCancelled || onClosed())
    return () => {
      isCancelled = true
    }
  }, [open])
  return viewport
}

const controls = 'button:not(:disabled), a[href]'

/** Open dialogs, the topmost last. */
const openDialogs: HTMLElement[] = []

/** Blocks all but the topmost dialog and the toasts, which a native modal dialog would block as well. */
function blockPage(): void {
  const topmost = openDialogs.at(-1)
  // Not `:has()` on the root, which would restyle the whole page whenever an element is inserted.
  document.documentElement.toggleAttribute('data-dialog', topmost !== undefined)
  for (const element of document.body.children) {
    const isBlocked = topmost !== undefined && element !== topmost && !element.matches('.Toastify')
    element.toggleAttribute('inert', isBlocked)
    // For assistive technology without support for `inert`.
    if (isBlocked) element.setAttribute('aria-hidden', 'true')
    else element.removeAttribute('aria-hidden')
  }
}

/** Calls back on Escape and on a click that begins and ends outside. */
function onDismissal(viewport: HTMLElement, dismiss: () => void, { signal }: AbortController): void {
  let isPressOutside = false
  document.addEventListener('mousedown', ({ target }) => (isPressOutside = target === viewport), { signal })
  document.addEventListener(
    'click',
    ({ target, detail }) => {
      // The second click of a double click that opened the dialog lands outside it.
      if (isPressOutside && target === viewport && detail < 2) dismiss()
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const { target, defaultPrevented } = event
      const isOnToast = target instanceof Element && target.closest('.Toastify')
      if (pressedKey(event) !== 'Escape' || defaultPrevented || isOnToast || openDialogs.at(-1) !== viewport) return
      // Without motion the dialog is gone before a shortcut of the page sees the same key.
      event.preventDefault()
      dismiss()
    },
    { signal },
  )
}

/** The first field, else the first control. On touch screens the dialog itself, so that no keyboard opens. */
function firstControl(popup: HTMLElement): HTMLElement {
  if (matchMedia('(pointer: coarse)').matches) return popup
  const fields = 'input:not(:disabled, [hidden]), select:not(:disabled), textarea:not(:disabled)'
  return popup.querySelector<HTMLElement>(fields) ?? popup.querySelector<HTMLElement>(controls) ?? popup
}

/** The value, or the last one before it became undefined, which a closing dialog still shows. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
