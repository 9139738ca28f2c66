import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, use, useState } from 'react'
import { AmountsHidden } from './money.tsx'
import styles from './plot.module.css'

/** The units of what is drawn in a plot. */
export const [wide, high] = [600, 140]

/** The stops that Page Up and Page Down move by. */
const pageStops = 30

export interface PlotStop {
  /** From 0 to 1. */
  readonly x: number
  readonly shown?: ReactNode
  /** The same for screen readers. */
  readonly text: string
}

export interface PlotProps {
  label: string
  /** What the pointer and the arrow keys stop at, from left to right. */
  stops: readonly PlotStop[]
  /** The values at equal distances from the top to the bottom. */
  scale: readonly ReactNode[]
  /** Below the plot. */
  names: ReactNode
  /** The texts contain amounts of the client, which can be hidden. */
  isPrivate?: boolean
  tall?: boolean
  chosen?: PlotChoice | undefined
}

/** One stop is always chosen; pressing, dragging and the keys choose another. */
export interface PlotChoice {
  at: number
  /** From the top, 0 to 1. */
  y: number
  name: string
  onChoose: (at: number) => void
}

interface PlotFrameProps extends PlotProps {
  /** The stop at this part of the width; unless named, the last one before it. */
  stopOf?: (part: number) => number | undefined
  /** Above the plot; unless named, what the stop shows. */
  head?: (at: number | undefined) => ReactNode
  children: ReactNode
}

/** A drawing with a reading at the pointer or, with the arrow keys, at each of its stops. */
export function Plot(props: PlotFrameProps) {
  const { label, stops, scale, names, isPrivate = false, tall = false, chosen, children } = props
  const { stopOf = (part) => stopAt(stops, part), head = (stop) => stop !== undefined && stops[stop]?.shown } = props
  const isHidden = use(AmountsHidden) && isPrivate
  const [pointed, point] = useState<number>()
  const at = chosen?.at ?? pointed
  const setAt = (stop: number | undefined) => (chosen ? stop !== undefined && chosen.onChoose(stop) : point(stop))
  const last = stops.length - 1
  const onPointer = ({ currentTarget, clientX, buttons }: PointerEvent<SVGSVGElement>) => {
    if (chosen && buttons === 0) return
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(stopOf((clientX - left) / width))
  }
  const onKey = (event: KeyboardEvent) => {
    const now = at ?? last
    const pages = { PageUp: now + pageStops, PageDown: now - pageStops }
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last, ...pages }[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(last, next)))
  }
  const read = at === undefined ? undefined : stops[at]
  const text = (stops[at ?? last]?.text ?? '').trim()
  return (
    <div className={styles.plot} data-tall={tall || undefined}>
      <div className={`sm tabular ${styles.readOut}`} aria-hidden="true">
        {head(at)}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={stops.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={isHidden ? (chosen?.name ?? 'amount hidden') : text}
        className={styles.area}
        onKeyDown={onKey}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setAt(at ?? last)}
        onBlur={() => setAt(undefined)}
      >
        <svg
          className={styles.line}
          viewBox={`0 -4 ${wide} ${high + 8}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setAt(undefined)}
        >
          {children}
          {read && <path className={styles.cursor} d={`M${read.x * wide} -4V${high + 4}`} />}
        </svg>
        {chosen && read && (
          <div
            className={`sm medium tabular ${styles.chosen}`}
            style={{ '--at': read.x, '--down': chosen.y } as CSSProperties}
            aria-hidden="true"
          >
            <span className={styles.below}>{chosen.name}</span>
          </div>
        )}
      </div>
      <div className={`dim xs tabular ${styles.scale}`} aria-hidden="true">
        {scale.map((each, index) => (
          <span key={index}>{each}</span>
        ))}
      </div>
      <div className={`dim xs ${styles.names}`} aria-hidden="true">
        {names}
      </div>
    </div>
  )
}

/** The last stop at or before this part of the width; before the first, the first. */
export function stopAt(stops: readonly Pick<PlotStop, 'x'>[], part: number): number | undefined {
  if (stops.length === 0) return undefined
  return Math.max(
    0,
    stops.findLastIndex(({ x }) => x <= part),
  )
}

const figures = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** 1,000, then lakh and crore: "₹5 L". */
export function axisText(value: number, unit: string): string {
  const size = Math.abs(value)
  const [figure, name] = size >= 1e7 ? [size / 1e7, ' Cr'] : size >= 1e5 ? [size / 1e5, ' L'] : [size, '']
  const text = figures.format(figure)
  return `${value < 0 ? '−' : ''}${unit}${text}${name}`
}
