import { use } from 'react'
import styles from './arrow.module.css'
import { cx } from './dom.ts'
import { AmountsHidden } from './money.tsx'

/** ▲ or ▼ before a gain or a loss, which shows its direction without its colour; none for 0. Screen readers read the sign. */
export function Arrow({ value }: { value: bigint | number }) {
  if (use(AmountsHidden) || Number(value) === 0) return null
  return <i className={cx(styles.arrow, value < 0 && styles.down)} aria-hidden="true" />
}
