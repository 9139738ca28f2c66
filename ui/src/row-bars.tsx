import type { CSSProperties } from 'react'
import type { Series } from './series-plot.tsx'
import styles from './plot.module.css'

interface RowBarsProps {
  label: string
  names: readonly string[]
  series: readonly Series[]
  /** The value of a full bar; by default the largest. */
  most?: number
}

/** Horizontal bars, each with its name and value; none for 0. */
export function RowBars({ label, names, series, most: full }: RowBarsProps) {
  const most = full ?? (Math.max(...series.flatMap(({ values }) => values.map(Math.abs))) || 1)
  return (
    <div className={`sm ${styles.rows}`}>
      <p className={styles.legend}>
        {series.map(({ name, total }, index) => (
          <span key={name} data-series={index}>
            <i className="marker" />
            {name} <span className="strong tabular">{total}</span>
          </span>
        ))}
      </p>
      <ul aria-label={label} data-track={full === undefined ? undefined : ''}>
        {names.map((name, at) => (
          <li key={name}>
            <span>{name}</span>
            {series.map(({ name: of, values, textOf }, index) => {
              const value = values[at] ?? 0
              return (
                value !== 0 && (
                  <span
                    key={of}
                    data-series={index}
                    className={styles.bar}
                    style={{ '--share': Math.min(1, Math.abs(value) / most) } as CSSProperties}
                  >
                    <span className="visually-hidden">{of}</span>
                    <span className="tabular">{textOf(at)}</span>
                  </span>
                )
              )
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
