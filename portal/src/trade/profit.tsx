import styles from './profit.module.css'
import { profitText } from './text.ts'

/** Profit or loss that does not move any more: signed, coloured by the sign, without trailing zeros. */
export function Profit({ paise }: { paise: bigint }) {
  const tone = paise > 0n ? styles.gain : paise < 0n ? styles.loss : undefined
  return <span className={[styles.profit, tone].filter(Boolean).join(' ')}>{profitText(paise)}</span>
}
