import { formatRupees } from '@sauda/contract/money'
import { cx } from './dom.ts'
import styles from './money.module.css'

export interface MoneyProps {
  /** Paise. */
  amount: bigint
  size?: 'inherit' | 'large' | 'hero'
  /** For a gain or a loss: signed and coloured. */
  change?: boolean
  className?: string
}

/** ₹12,34,567.00 with tabular digits and lighter paise. */
export function Money({ amount, size = 'inherit', change = false, className }: MoneyProps) {
  const [rupees, paise] = formatRupees(amount).split('.')
  const tone = change && (amount < 0n ? styles.loss : amount > 0n ? styles.gain : undefined)
  return (
    <span className={cx(styles.money, size !== 'inherit' && styles[size], tone, className)}>
      {change && amount > 0n && '+'}
      {rupees}
      <span className={styles.paise}>.{paise}</span>
    </span>
  )
}
