import { cx } from './cx.ts'
import styles from './spinner.module.css'

/** A turning ring in the text's own size and colour, silent to screen readers; marked, so that a story can wait for its end. */
export function Spinner({ large = false }: { large?: boolean }) {
  return <span className={cx(styles.spinner, large && styles.large)} aria-hidden="true" data-loading />
}

/** Fills a place that is loading and says so in words. */
export function LoadingBlock({ label }: { label: string }) {
  return (
    <output className={styles.block}>
      <Spinner large />
      <span>{label}</span>
    </output>
  )
}
