import { sparkPoints } from './spark.ts'
import styles from './sparkline.module.css'

/** Fewer numbers than these begin further right; more stand closer. */
const leastSlots = 12

interface SparklineProps {
  trail: readonly number[]
  tone: 'gain' | 'loss' | 'even'
}

/** The way a number has come; what it is now stands beside it. */
export function Sparkline({ trail, tone }: SparklineProps) {
  const points = sparkPoints(trail, Math.max(leastSlots, trail.length))
  return (
    <svg className={styles.spark} data-tone={tone} viewBox="0 -2 100 28" preserveAspectRatio="none" aria-hidden="true">
      {/* One point twice is a dot; once it is nothing. */}
      <polyline points={trail.length === 1 ? `${points} ${points}` : points} />
    </svg>
  )
}
