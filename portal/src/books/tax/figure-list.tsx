import { Money } from '@sauda/ui/money'
import { ChevronRight } from 'lucide-react'
import styles from './tax.module.css'

export interface ListedFigure {
  key: string
  name: string
  paise: bigint
  onOpen: () => void
}

/** Each row opens what its figure consists of. */
export function FigureList({ label, figures }: { label: string; figures: readonly ListedFigure[] }) {
  return (
    <ul className="lines" aria-label={label}>
      {figures.map(({ key, name, paise, onOpen }) => (
        <li key={key}>
          <button type="button" className={`bare ${styles.figure}`} onClick={onOpen}>
            {name}
            <Money amount={paise} change />
            <ChevronRight className={styles.on} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
