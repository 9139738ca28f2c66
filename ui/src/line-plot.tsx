import { Fragment, useId, type ReactNode } from 'react'
import { high, Plot, type PlotProps, wide } from './plot.tsx'
import styles from './plot.module.css'

/** Half the width of the line: a line at the split is green to its lower edge. */
const edge = 2

interface LinePlotProps extends Omit<PlotProps, 'names'> {
  /** From 0 to 1, from the left and from the top. */
  line: readonly (readonly [x: number, y: number])[]
  /** Green above this height, red below it. */
  split: number
  /** Height of the dashed line. */
  rule?: number
  /** Points, such as what happened on a day. */
  marks?: readonly { readonly x: number; readonly y: number; readonly isHollow: boolean }[]
  from: ReactNode
  to: ReactNode
}

/** One line, green where it is a gain and red where it is a loss. */
export function LinePlot({ line, split, rule, marks = [], from, to, ...plot }: LinePlotProps) {
  const gradient = useId()
  const path = line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x * wide} ${y * high}`).join('')
  const offset = (split * high + edge) / (2 * high)
  const names = (
    <>
      <span>{from}</span>
      <span>{to}</span>
    </>
  )
  return (
    <Plot {...plot} names={names}>
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
      {marks.map(({ x, y, isHollow }, index) => (
        <Fragment key={index}>
          <path className={styles.mark} d={`M${x * wide} ${y * high}h0`} />
          {isHollow && <path className={styles.hole} d={`M${x * wide} ${y * high}h0`} />}
        </Fragment>
      ))}
    </Plot>
  )
}
