import { Button, IconButton } from '@sauda/ui/button'
import { Row, Stack } from '@sauda/ui/stack'
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
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import styles from './kyc.module.css'

/** Shares of the photo's width and height. */
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type Point = { readonly x: number; readonly y: number }

const smallest = 0.03

/** The place where most cards print the first two groups of the number. */
export const defaultRect: Rect = { x: 0.28, y: 0.65, width: 0.3, height: 0.12 }

export function rectBetween(a: Point, b: Point): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return fitRect({ x, y, width: Math.max(a.x, b.x) - x, height: Math.max(a.y, b.y) - y })
}

export function moveRect(rect: Rect, x: number, y: number): Rect {
  return {
    ...rect,
    x: clamp(rect.x + x, 0, 1 - rect.width),
    y: clamp(rect.y + y, 0, 1 - rect.height),
  }
}

export function resizeRect(rect: Rect, width: number, height: number): Rect {
  return {
    ...rect,
    width: clamp(rect.width + width, smallest, 1 - rect.x),
    height: clamp(rect.height + height, smallest, 1 - rect.y),
  }
}

export function contains(rect: Rect, { x, y }: Point): boolean {
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height
}

export function describeRect({ x, y, width, height }: Rect): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return `${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} wide, ${percent(height)} high`
}

function fitRect(rect: Rect): Rect {
  const width = clamp(rect.width, smallest, 1)
  const height = clamp(rect.height, smallest, 1)
  return { x: clamp(rect.x, 0, 1 - width), y: clamp(rect.y, 0, 1 - height), width, height }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

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
      <Row justify="between" gap="2 4" className={styles.offer}>
        <p className="note">We only need the last 4 digits. You can cover the first 8.</p>
        <Button
          ref={offer}
          variant="secondary"
          size="small"
          icon={<RectangleEllipsis size={18} />}
          onClick={() => onRect(defaultRect)}
        >
          Cover the first 8 digits
        </Button>
      </Row>
    )
  return (
    <Stack gap={3}>
      <Row justify="between" gap="2 4" className={styles.offer}>
        <p className="note">
          Drag the box over the first 8 digits, or use the buttons. The box becomes part of the photo.
        </p>
        <Button variant="ghost" size="small" onClick={() => onRect(undefined)}>
          Remove the box
        </Button>
      </Row>
      <Row justify="between" gap="2 3">
        {[moves, sizes].map((group) => (
          <Row tight gap={1} className={styles.group} key={group[0]?.label}>
            {group.map(({ label, icon: Icon, to }) => (
              <IconButton key={label} label={label} outlined icon={<Icon />} onClick={() => onRect(to(rect))} />
            ))}
          </Row>
        ))}
      </Row>
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
