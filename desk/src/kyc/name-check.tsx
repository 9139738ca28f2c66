import { CircleCheck, TriangleAlert } from 'lucide-react'
import { compareNames } from './name-match.ts'
import styles from './decision-form.module.css'

/** Says whether the name on the card is the registered one. */
export function NameCheck({ registered, onCard }: { registered: string; onCard: string }) {
  if (onCard.trim() === '') return <p className={styles.hint}>Registered as “{registered}”</p>
  const match = compareNames(registered, onCard)
  if (match === 'same')
    return (
      <p className={styles.same}>
        <CircleCheck aria-hidden="true" />
        Same as the registered name
      </p>
    )
  return (
    <output className={styles.differs}>
      <TriangleAlert aria-hidden="true" />
      <span>
        {match === 'close' ? 'Close to, but not the same as, the registered name' : 'Differs from the registered name'}{' '}
        “{registered}”
      </span>
    </output>
  )
}
