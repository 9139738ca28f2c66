import type { CSSProperties } from 'react'
import { AmountText } from './money.tsx'
import { high, Plot, wide, axisText } from './plot.tsx'
import styles from './plot.module.css'

export interface Series {
  name: string
  /** One for each name. */
  values: readonly number[]
  textOf: (at: number) => string
  /** The sum of all in words; empty where it means nothing. */
  total: string
}

interface SeriesPlotProps {
  label: string
  look: 'bars' | 'line'
  names: readonly string[]
  series: readonly Series[]
  /** Before the figures of the scale, such as "₹". */
  unit?: string
  /** One of the names is always chosen, and the scale needs no zero: amounts of the client, which can be hidden. */
  chosen?: { at: number; onChoose: (at: number) => void }
}

const mostNames = 6
/** Bars have names that wrap. */
const mostBarNames = 12

/** Bars or lines of one or two series, with a legend that shows the values at the pointer. */
export function SeriesPlot({ label, look, names, series, unit = '', chosen }: SeriesPlotProps) {
  const count = names.length
  const ticks = ticksOf(
    series.flatMap(({ values }) => values),
    !chosen,
  )
  const [top = 1, bottom = 0] = [ticks[0], ticks.at(-1)]
  const y = (value: number): number => ((top - value) / (top - bottom)) * high
  const isBars = look === 'bars'
  const x = (index: number): number => (isBars || count === 1 ? (index + 0.5) / count : index / (count - 1))
  const step = Math.ceil(count / (isBars ? mostBarNames : mostNames))
  // A name has the width of its bar and wraps.
  const hasSlots = isBars && step === 1
  const hasTotal = series.every(({ total }) => total !== '')
  return (
    <Plot
      label={label}
      tall
      isPrivate={chosen !== undefined}
      chosen={
        chosen && {
          ...chosen,
          name: names[chosen.at] ?? '',
          y: y(series[0]?.values[chosen.at] ?? 0) / high,
        }
      }
      stops={names.map((name, index) => ({
        x: x(index),
        text: `${name}: ${series.map(({ name: of, textOf }) => `${of} ${textOf(index)}`.trim()).join(', ')}`,
      }))}
      stopOf={(part) =>
        Math.max(0, Math.min(count - 1, isBars ? Math.floor(part * count) : Math.round(part * (count - 1))))
      }
      head={(read) => {
        if (chosen) return null
        const at = read ?? (hasTotal ? undefined : count - 1)
        return (
          <span className={styles.legend}>
            <span className="dim">{at === undefined ? 'Total' : names[at]}</span>
            {series.map(({ name, textOf, total }, index) => (
              <span key={name} data-series={index}>
                <i className="marker" />
                {name} <span className="strong">{at === undefined ? total : textOf(at)}</span>
              </span>
            ))}
          </span>
        )
      }}
      scale={ticks.map((tick) => (
        <AmountText key={tick}>{axisText(tick, unit)}</AmountText>
      ))}
      names={names.flatMap((name, index) =>
        index % step === 0
          ? [
              hasSlots ? (
                <span key={name} className={styles.slot}>
                  {name}
                </span>
              ) : (
                <span key={name} className={styles.below} style={{ '--at': x(index) } as CSSProperties}>
                  {name}
                </span>
              ),
            ]
          : [],
      )}
    >
      {ticks.map((tick) => (
        <path key={tick} className={styles.grid} d={`M0 ${y(tick)}H${wide}`} />
      ))}
      {series.map(({ name, values }, index) => (
        <path
          key={name}
          data-series={index}
          className={isBars ? styles.bars : styles.series}
          d={
            isBars
              ? barsPath(
                  values.map((value, at) => [at, y(value)]),
                  y(0),
                  { index, of: series.length },
                )
              : values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at) * wide} ${y(value)}`).join('')
          }
        />
      ))}
    </Plot>
  )
}

/** Bars of the same name are side by side. */
function barsPath(
  tops: readonly [at: number, top: number][],
  zero: number,
  place: { index: number; of: number },
): string {
  const slot = wide / tops.length
  const width = (slot * 0.7) / place.of
  return tops
    .map(([at, top]) => `M${slot * (at + 0.15) + width * place.index} ${zero}V${top}h${width * 0.92}V${zero}z`)
    .join('')
}

/** The least height of a scale without zero, as a part of its top, so that small changes look small. */
const leastHeight = 0.03

/** Round values from the highest to the lowest, zero among them unless it is not needed. */
export function ticksOf(values: readonly number[], withZero = true): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const missing = withZero ? 0 : Math.max(0, leastHeight * most - (most - least)) / 2
  const low = withZero ? Math.min(0, least) : Math.min(least, Math.max(0, least - missing))
  const high = withZero ? Math.max(0, most) : most + missing
  const top = low === 0 && high === 0 ? 4 : high
  const rough = (top - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  // Without zero there are no quarters, because amounts in lakh have two decimals.
  const sizes = withZero ? [1, 2, 2.5, 5] : [1, 2, 5]
  const step = power * (sizes.find((each) => each * power >= rough) ?? 10)
  const [last, first] = [Math.floor(low / step), Math.ceil(top / step)]
  return Array.from({ length: first - last + 1 }, (_, index) => Number(((first - index) * step).toPrecision(12)))
}
