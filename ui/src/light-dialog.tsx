import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { DialogProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './dialog.module.css'

export type LightDialogProps = Omit<DialogProps, 'onBack' | 'wide' | 'busy'>

/**
 * `Dialog` for what opens by itself at the first view: looks and behaves the same, without the 21 KB of Base UI. Menus and
 * selects have no place in it.
 */
export function LightDialog(props: LightDialogProps) {
  const { open, onOpenChange, title, description, children, footer, blocking = false } = props
  const popup = useRef<HTMLDivElement>(null)
  const onBackdrop = useRef(false)
  const id = useId()
  const [there, setThere] = useState(open)
  if (open && !there) setThere(true)
  const moving = useMoving(open, popup, () => setThere(false))
  const close = (): void => {
    if (open && !blocking) onOpenChange?.(false)
  }
  useAlone(open, popup, props)
  useEscape(open, close)

  const noteWhere = (event: MouseEvent): void => {
    onBackdrop.current = event.target === event.currentTarget
    // The focus stays in the dialog.
    if (onBackdrop.current) event.preventDefault()
  }
  // The second press of a double one that opened the dialog lands beside it.
  const closeBeside = (event: MouseEvent): void => {
    if (onBackdrop.current && event.target === event.currentTarget && event.detail < 2) close()
  }
  if (!there) return null
  return createPortal(
    <>
      <div className={styles.backdrop} {...moving} />
      <div role="presentation" className={styles.viewport} onMouseDown={noteWhere} onClick={closeBeside}>
        <div
          ref={popup}
          role="dialog"
          aria-modal="true"
          aria-labelledby={`${id}title`}
          aria-describedby={description ? `${id}text` : undefined}
          tabIndex={-1}
          className={styles.popup}
          {...moving}
        >
          <div className={styles.head}>
            <h2 id={`${id}title`} className={styles.title}>
              {title}
            </h2>
            {!blocking && <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={close} />}
          </div>
          {description && (
            <p id={`${id}text`} className={styles.description}>
              {description}
            </p>
          )}
          <div className={styles.body}>{children}</div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </div>
      </div>
    </>,
    document.body,
  )
}

/** Where it moves in from, and out to; then `onGone`. */
function useMoving(open: boolean, popup: RefObject<HTMLElement | null>, onGone: () => void) {
  const [isIn, setIn] = useState(false)
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (open) {
      const frame = requestAnimationFrame(() => setIn(true))
      return () => cancelAnimationFrame(frame)
    }
    let reopened = false
    const ended = popup.current?.getAnimations().map(({ finished }) => finished) ?? []
    void Promise.allSettled(ended).then(() => {
      if (reopened) return
      setIn(false)
      leave()
    })
    return () => void (reopened = true)
  }, [open, popup])
  return { 'data-starting-style': open && !isIn ? '' : undefined, 'data-ending-style': open ? undefined : '' }
}

function useEscape(open: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!open) return undefined
    const look = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) escape()
    }
    document.addEventListener('keydown', look)
    return () => document.removeEventListener('keydown', look)
  }, [open])
}

/** While it is open nothing else can be reached, and what had the focus gets it back. Toasts and notes are still told. */
function useAlone(
  open: boolean,
  popup: RefObject<HTMLElement | null>,
  { initialFocus, finalFocus }: Pick<LightDialogProps, 'initialFocus' | 'finalFocus'>,
): void {
  useEffect(() => {
    const dialog = popup.current
    if (!open || !dialog) return undefined
    const before = document.activeElement
    const nextFocus = () => finalFocus?.current ?? before
    const beside = [...document.querySelectorAll('#root > :not([aria-live], output, [inert])')]
    const { style, clientWidth } = document.documentElement
    const { overflow, scrollbarGutter } = style
    // The place of the scrollbar is kept, or the page would jump.
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
    for (const each of beside) each.toggleAttribute('inert', true)
    ;(initialFocus?.current ?? dialog.querySelector('button') ?? dialog).focus({ preventScroll: true })
    // What had the focus may give way to something else; the focus stays in the dialog.
    const watch = new MutationObserver(() => {
      if (document.activeElement === document.body) dialog.focus({ preventScroll: true })
    })
    watch.observe(dialog, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      Object.assign(style, { overflow, scrollbarGutter })
      for (const each of beside) each.toggleAttribute('inert', false)
      const next = nextFocus()
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
  }, [open, popup, initialFocus, finalFocus])
}
