import { AmountsHidden } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { use, useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import styles from './line-plot.module.css'

const [wide, high] = [600, 140]
/** Half the width of the line: a line at the split is green to its lower edge. */
const edge = 2

interface PlotStop {
  /** From 0 to 1. */
  readonly x: number
  readonly shown: ReactNode
  /** The same for screen readers. */
  readonly text: string
}

interface LinePlotProps {
  label: string
  /** From 0 to 1, from the left and from the top. */
  line: readonly (readonly [x: number, y: number])[]
  /** What the pointer and the arrow keys stop at, from left to right. */
  stops: readonly PlotStop[]
  /** Green above this height, red below it. */
  split: number
  /** Height of the dashed line. */
  rule?: number
  /** The values at the top and at the bottom. */
  scale: readonly ReactNode[]
  from: ReactNode
  to: ReactNode
  /** The texts contain amounts of the client, which can be hidden. */
  isPrivate?: boolean
  tall?: boolean
}

/** A line with a reading at the pointer or, with the arrow keys, at each of its stops. */
export function LinePlot(props: LinePlotProps) {
  const { label, line, stops, split, rule, scale, from, to, isPrivate = false, tall = false } = props
  const gradient = useId()
  const isHidden = use(AmountsHidden) && isPrivate
  const [at, setAt] = useState<number>()
  const read = at === undefined ? undefined : stops[at]
  const last = stops.length - 1
  const path = line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x * wide} ${y * high}`).join('')
  const offset = (split * high + edge) / (2 * high)
  const onPointer = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(stopAt(stops, (clientX - left) / width))
  }
  const onKey = (event: KeyboardEvent) => {
    const now = at ?? last
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(last, next)))
  }
  const text = (stops[at ?? last]?.text ?? '').trim()
  return (
    <div className={styles.plot} data-tall={tall || undefined}>
      <p className={`sm tabular ${styles.readOut}`} aria-hidden="true">
        {read?.shown}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={stops.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={isHidden ? 'amount hidden' : text}
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
          <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2={2 * high}>
            <stop offset={offset} className={styles.gain} />
            <stop offset={offset} className={styles.loss} />
          </linearGradient>
          {rule !== undefined && <path className={styles.rule} d={`M0 ${rule * high}H${wide}`} />}
          <path
            fill={`url(#${gradient})`}
            className={styles.fill}
            d={`${path}L${(line.at(-1)?.[0] ?? 1) * wide} ${(rule ?? 1) * high}L${(line[0]?.[0] ?? 0) * wide} ${(rule ?? 1) * high}Z`}
          />
          <path stroke={`url(#${gradient})`} className={styles.stroke} d={path} />
          {read && <path className={styles.cursor} d={`M${read.x * wide} -4V${high + 4}`} />}
        </svg>
      </div>
      <div className={`dim xs tabular ${styles.scale}`} aria-hidden="true">
        {scale.map((each, index) => (
          <span key={index}>{each}</span>
        ))}
      </div>
      <Row tight justify="between" gap={0} className="dim xs" aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </Row>
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
