import { Money } from '@sauda/ui/money'
import { ChevronRight } from 'lucide-react'
import styles from './tax.module.css'

export interface Bar {
  key: string
  name: string
  note?: string
  paise: bigint
  onOpen: () => void
}

/** Gains to the right of a common zero, losses to its left; each row opens what its figure consists of. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const size = (paise: bigint): number => Math.abs(Number(paise))
  const highest = Math.max(1, ...bars.map(({ paise }) => size(paise)))
  const hasLoss = bars.some(({ paise }) => paise < 0n)
  return (
    <ul className={`lines ${styles.bars}`} aria-label={label} data-loss={hasLoss || undefined}>
      {bars.map(({ key, name, note, paise, onOpen }) => (
        <li key={key}>
          <button type="button" className={`bare ${styles.bar}`} onClick={onOpen}>
            <span className={styles.name}>
              {name}
              {note && <small className="note block regular">{note}</small>}
            </span>
            {paise !== 0n && (
              <span className={styles.track} aria-hidden="true">
                <span
                  className={paise < 0n ? styles.loss : styles.gain}
                  style={{ inlineSize: `${(size(paise) / highest) * (hasLoss ? 50 : 100)}%` }}
                />
              </span>
            )}
            <span className={styles.amount}>
              <Money amount={paise} change />
            </span>
            <ChevronRight className={styles.on} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
