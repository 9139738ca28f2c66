import { AmountText } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import type { ReactNode } from 'react'
import { DetailSection } from '../../shell/screen.tsx'
import styles from './trade.module.css'

interface TradeListProps<Item> {
  id: string
  title: string
  items: readonly Item[]
  textOf: (item: Item) => string
  amountOf: (item: Item) => ReactNode
  noteOf: (item: Item) => ReactNode
}

/** Trades in a detail: what was traded and its amount in a line, a note below. */
export function TradeList<Item extends { _id: string }>(props: TradeListProps<Item>) {
  const { id, title, items, textOf, amountOf, noteOf } = props
  return (
    <DetailSection id={id} title={title}>
      <ul className={`lines ${styles.events}`}>
        {items.map((item) => (
          <li key={item._id}>
            <Row as="p" tight align="start" justify="between" className={`sm tabular ${styles.line}`}>
              <AmountText>{textOf(item)}</AmountText>
              {amountOf(item)}
            </Row>
            <p className="note">{noteOf(item)}</p>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
