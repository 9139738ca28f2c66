import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import styles from './description-list.module.css'

export interface Description {
  term: string
  value: ReactNode
}

/** An item that is not known, or does not apply, is left out. */
export type Descriptions = readonly (Description | false | undefined)[]

interface DescriptionListProps {
  items: Descriptions
  /** The values are aligned to the right. */
  amounts?: boolean
  /** The pairs are beside each other where there is room. */
  across?: boolean
}

/** Terms and values. */
export function DescriptionList({ items, amounts = false, across = false }: DescriptionListProps) {
  return (
    <dl className={cx(styles.list, amounts && styles.amounts, across && styles.across)}>
      {items.map(
        (item) =>
          item && (
            <div key={item.term} className={styles.row}>
              <dt>{item.term}</dt>
              <dd>{item.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
