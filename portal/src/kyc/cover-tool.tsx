import { Button, IconButton } from '@sauda/ui/button'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  FoldHorizontal,
  FoldVertical,
  RectangleEllipsis,
  UnfoldHorizontal,
  UnfoldVertical,
} from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import {
  rectBetween,
  contains,
  resizeRect,
  moveRect,
  describeRect,
  defaultRect,
  type Point,
  type Rect,
} from './cover-rect.ts'
import { Stack } from '@sauda/ui/stack'
import styles from './kyc.module.css'

const step = 0.02

const moves = [
  { label: 'Move left', icon: ArrowLeft, to: (rect: Rect) => moveRect(rect, -step, 0) },
  { label: 'Move up', icon: ArrowUp, to: (rect: Rect) => moveRect(rect, 0, -step) },
  { label: 'Move down', icon: ArrowDown, to: (rect: Rect) => moveRect(rect, 0, step) },
  { label: 'Move right', icon: ArrowRight, to: (rect: Rect) => moveRect(rect, step, 0) },
]
const sizes = [
  { label: 'Make narrower', icon: FoldHorizontal, to: (rect: Rect) => resizeRect(rect, -step, 0) },
  { label: 'Make wider', icon: UnfoldHorizontal, to: (rect: Rect) => resizeRect(rect, step, 0) },
  { label: 'Make shorter', icon: FoldVertical, to: (rect: Rect) => resizeRect(rect, 0, -step) },
  { label: 'Make taller', icon: UnfoldVertical, to: (rect: Rect) => resizeRect(rect, 0, step) },
]

/** The buttons are the alternative to dragging. */
export function CoverTool({ rect, onRect }: { rect: Rect | undefined; onRect: (rect: Rect | undefined) => void }) {
  const offer = useRef<HTMLButtonElement>(null)
  const before = useRef(rect)
  useEffect(() => {
    if (before.current && !rect) offer.current?.focus()
    before.current = rect
  }, [rect])
  if (!rect)
    return (
      <div className={styles.offer}>
        <p className="soft">We only need the last 4 digits. You can cover the first 8.</p>
        <Button
          ref={offer}
          variant="secondary"
          size="small"
          icon={<RectangleEllipsis size={18} />}
          onClick={() => onRect(defaultRect)}
        >
          Cover the first 8 digits
        </Button>
      </div>
    )
  return (
    <Stack gap={3}>
      <div className={styles.offer}>
        <p className="soft">
          Drag the box over the first 8 digits, or use the buttons. The box becomes part of the photo.
        </p>
        <Button variant="ghost" size="small" onClick={() => onRect(undefined)}>
          Remove the box
        </Button>
      </div>
      <div className={styles.buttons}>
        {[moves, sizes].map((group) => (
          <div key={group[0]?.label} className={styles.group}>
            {group.map(({ label, icon: Icon, to }) => (
              <IconButton key={label} label={label} outlined icon={<Icon />} onClick={() => onRect(to(rect))} />
            ))}
          </div>
        ))}
      </div>
    </Stack>
  )
}

const keyStep = 0.01

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}

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
      ? ({ x, y }) => resizeRect(rect, x - from.x, y - from.y)
      : contains(rect, from)
        ? ({ x, y }) => moveRect(rect, x - from.x, y - from.y)
        : (now) => rectBetween(from, now)
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
    onRect(event.shiftKey ? resizeRect(rect, by.x, by.y) : moveRect(rect, by.x, by.y))
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
      <output className="visually-hidden">{describeRect(rect)}</output>
    </div>
  )
}
