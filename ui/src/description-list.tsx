import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import styles from './description-list.module.css'

export interface Description {
  term: string
  value: ReactNode
}

/** Terms and values; `amounts` aligns the values to the right. */
export function DescriptionList({ items, amounts = false }: { items: readonly Description[]; amounts?: boolean }) {
  return (
    <dl className={cx(styles.list, amounts && styles.amounts)}>
      {items.map((item) => (
        <div key={item.term} className={styles.row}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
