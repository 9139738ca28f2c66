import { sparkPoints } from './spark.ts'
import styles from './sparkline.module.css'

interface SparklineProps {
  trail: readonly number[]
  /** How many numbers fill the width. */
  slots: number
  tone: 'gain' | 'loss' | 'even'
}

/** The way a number has come; what it is now stands beside it. */
export function Sparkline({ trail, slots, tone }: SparklineProps) {
  return (
    <svg className={styles.spark} data-tone={tone} viewBox="0 -2 100 28" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={sparkPoints(trail, slots)} />
    </svg>
  )
}
