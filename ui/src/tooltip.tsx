import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './popup.module.css'

const restMs = 400

/** A short extra word on hover and focus. Never the only place something is said. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (delay: number) => {
    clearTimeout(timer.current)
    const source = anchor.current ?? undefined
    timer.current = setTimeout(() => tip.current?.togglePopover({ force: true, source }), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    tip.current?.togglePopover(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span
      ref={anchor}
      role="presentation"
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(restMs)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onClick={hide}
    >
      {children}
      <span ref={tip} popover="hint" role="tooltip" className={cx(styles.popup, styles.tip)}>
        {text}
      </span>
    </span>
  )
}
