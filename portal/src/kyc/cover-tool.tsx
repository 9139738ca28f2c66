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
import { useEffect, useRef } from 'react'
import { grownBy, movedBy, usualPlace, type Rect } from './cover-rect.ts'
import styles from './cover-tool.module.css'

const step = 0.02

const moves = [
  { label: 'Move left', icon: ArrowLeft, to: (rect: Rect) => movedBy(rect, -step, 0) },
  { label: 'Move up', icon: ArrowUp, to: (rect: Rect) => movedBy(rect, 0, -step) },
  { label: 'Move down', icon: ArrowDown, to: (rect: Rect) => movedBy(rect, 0, step) },
  { label: 'Move right', icon: ArrowRight, to: (rect: Rect) => movedBy(rect, step, 0) },
]
const sizes = [
  { label: 'Make narrower', icon: FoldHorizontal, to: (rect: Rect) => grownBy(rect, -step, 0) },
  { label: 'Make wider', icon: UnfoldHorizontal, to: (rect: Rect) => grownBy(rect, step, 0) },
  { label: 'Make lower', icon: FoldVertical, to: (rect: Rect) => grownBy(rect, 0, -step) },
  { label: 'Make higher', icon: UnfoldVertical, to: (rect: Rect) => grownBy(rect, 0, step) },
]

/** Offers the box over the first 8 digits, and buttons for whoever cannot drag it. */
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
        <p>Only the last 4 digits are needed. You may cover the first 8.</p>
        <Button
          ref={offer}
          variant="secondary"
          size="small"
          icon={<RectangleEllipsis size={18} aria-hidden="true" />}
          onClick={() => onRect(usualPlace)}
        >
          Cover the first 8 digits
        </Button>
      </div>
    )
  return (
    <div className={styles.tool}>
      <div className={styles.offer}>
        <p>Drag the box over the first 8 digits, or use the buttons. The box becomes part of the photo.</p>
        <Button variant="ghost" size="small" onClick={() => onRect(undefined)}>
          Remove the box
        </Button>
      </div>
      <div className={styles.buttons}>
        {[moves, sizes].map((group) => (
          <div key={group[0]?.label} className={styles.group}>
            {group.map(({ label, icon: Icon, to }) => (
              <IconButton
                key={label}
                label={label}
                outlined
                icon={<Icon aria-hidden="true" />}
                onClick={() => onRect(to(rect))}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
