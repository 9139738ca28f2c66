import { CircleHelp } from 'lucide-react'
import { useId, useRef, type PointerEvent, type ReactNode } from 'react'
import styles from './disclosure-badge.module.css'

const marks = {
  demo: ['Demo', 'This is a demonstration. No real money moves and no real order is placed.'],
  simulated: [
    'Simulated',
    'These numbers are generated on your screen to show how the page works. They are not market prices.',
  ],
  sample: ['Sample data', 'These rows are examples. They are not live and not yours.'],
} as const

/** Marks demo, simulated or sample content, with an explanation on click, hover or Enter. */
export function DisclosureBadge({ kind, children }: { kind: keyof typeof marks; children?: ReactNode }) {
  const id = useId()
  const mark = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLSpanElement>(null)
  const [label, explanation] = marks[kind]
  const hover = (event: PointerEvent, show: boolean) => {
    if (event.pointerType === 'mouse') note.current?.togglePopover({ force: show, source: mark.current ?? undefined })
  }
  return (
    <span
      role="presentation"
      onPointerEnter={(event) => hover(event, true)}
      onPointerLeave={(event) => hover(event, false)}
    >
      {/* popoverTarget makes the button the anchor without a style attribute, which our policy forbids. */}
      <button
        ref={mark}
        type="button"
        className={styles.mark}
        popoverTarget={id}
        popoverTargetAction="show"
        aria-describedby={id}
      >
        {label}
        <CircleHelp aria-hidden="true" />
      </button>
      <span ref={note} id={id} popover="auto" className={styles.popup}>
        {children ?? explanation}
      </span>
    </span>
  )
}
