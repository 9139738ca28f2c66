import { useId } from 'react'
import styles from './progress-bar.module.css'

/** `percent`: 0 to 100; absent if unknown. */
export function ProgressBar({ label, percent }: { label: string; percent?: number }) {
  const id = useId()
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        {percent !== undefined && <span aria-hidden="true">{Math.round(percent)}%</span>}
      </div>
      <progress id={id} className={styles.bar} max={100} value={percent} />
    </div>
  )
}
