import { cx } from './cx.ts'
import { moneyParts } from './money-text.ts'
import styles from './money.module.css'

export interface MoneyProps {
  /** Paise as bigint, or rupees as written: "123456.00". */
  amount: bigint | string
  size?: 'inherit' | 'large' | 'hero'
  /** A gain or a loss: always signed, and coloured by the sign. */
  change?: boolean
  className?: string
}

/** ₹12,34,567.00 with even digits; the paise step back. */
export function Money({ amount, size = 'inherit', change = false, className }: MoneyProps) {
  const { negative, rupees, paise } = moneyParts(amount)
  const zero = !/[1-9]/.test(rupees + paise)
  const sign = negative ? '−' : change && !zero ? '+' : ''
  const tone = change && !zero && (negative ? styles.loss : styles.gain)
  return (
    <span className={cx(styles.money, size !== 'inherit' && styles[size], tone, className)}>
      {sign}₹{rupees}
      <span className={styles.paise}>.{paise}</span>
    </span>
  )
}
