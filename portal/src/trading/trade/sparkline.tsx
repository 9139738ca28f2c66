import styles from './open-positions.module.css'

/** A shorter history does not fill the width. */
const minSlots = 12

export function Sparkline({ history, tone }: { history: readonly number[]; tone: 'gain' | 'loss' | 'even' }) {
  const points = sparklinePoints(history, Math.max(minSlots, history.length))
  return (
    <svg
      className={`${styles.sparkline} ${tone === 'even' ? 'dim' : tone}`}
      viewBox="0 -2 100 28"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points} />
    </svg>
  )
}

const [wide, high] = [100, 24]

/** The least range of percentages drawn, so that a small movement looks small. */
const minSpan = 2

/** The newest value is at the right edge; `slots` values fill the width. */
export function sparklinePoints(history: readonly number[], slots: number): string {
  // A line needs two points.
  const values = history.length === 1 ? [...history, ...history] : history
  const [low, top] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(top - low, minSpan)
  const ceiling = (top + low + span) / 2
  return values
    .map((value, index) => {
      const x = wide - ((values.length - 1 - index) / (slots - 1)) * wide
      return `${round(x)},${round(((ceiling - value) / span) * high)}`
    })
    .join(' ')
}

const round = (value: number): number => Math.round(value * 10) / 10
