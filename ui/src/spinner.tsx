import { cx } from './dom.ts'
import styles from './spinner.module.css'

export function Spinner({ large = false }: { large?: boolean }) {
  return <span className={cx(styles.spinner, large && styles.large)} aria-hidden="true" data-loading />
}

export function LoadingBlock({ label }: { label: string }) {
  return (
    <output className={styles.block}>
      <Spinner large />
      <span>{label}</span>
    </output>
  )
}
