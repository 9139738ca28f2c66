import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { between, contains, grownBy, movedBy, rectInWords, type Point, type Rect } from './cover-rect.ts'
import styles from './cover-box.module.css'

const keyStep = 0.01

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}

/** A black box over the photo. Dragging it moves it, its corner resizes it, dragging elsewhere draws it anew. */
export function CoverBox({ rect, onRect }: { rect: Rect; onRect: (rect: Rect) => void }) {
  const stage = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLButtonElement>(null)
  const drag = useRef<(now: Point) => Rect>(null)
  useEffect(() => box.current?.focus(), [])

  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = (stage.current as HTMLElement).getBoundingClientRect()
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }
  const start = (event: PointerEvent) => {
    if (event.button !== 0) return
    const from = pointOf(event)
    const onCorner = event.target instanceof Element && event.target.matches('[data-corner]')
    drag.current = onCorner
      ? ({ x, y }) => grownBy(rect, x - from.x, y - from.y)
      : contains(rect, from)
        ? ({ x, y }) => movedBy(rect, x - from.x, y - from.y)
        : (now) => between(from, now)
    stage.current?.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (drag.current) onRect(drag.current(pointOf(event)))
  }
  const end = () => {
    drag.current = null
    box.current?.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (!by) return
    event.preventDefault()
    onRect(event.shiftKey ? grownBy(rect, by.x, by.y) : movedBy(rect, by.x, by.y))
  }

  const percent = (share: number) => `${share * 100}%`
  return (
    <div
      ref={stage}
      role="presentation"
      className={styles.stage}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <button
        ref={box}
        type="button"
        className={styles.box}
        style={{
          left: percent(rect.x),
          top: percent(rect.y),
          width: percent(rect.width),
          height: percent(rect.height),
        }}
        onKeyDown={press}
      >
        <span className="visually-hidden">
          Box over the digits. Arrow keys move it, Shift and arrow keys change its size.
        </span>
        <span className={styles.corner} data-corner />
      </button>
      <output className="visually-hidden">{rectInWords(rect)}</output>
    </div>
  )
}
