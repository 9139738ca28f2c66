import { AmountText } from '@sauda/ui/money'
import { Row, Stack } from '@sauda/ui/stack'
import type { ReactNode } from 'react'
import styles from './trade.module.css'

interface TradeListProps<Item> {
  id: string
  title: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  textOf: (item: Item) => string
  amountOf: (item: Item) => ReactNode
  noteOf: (item: Item) => ReactNode
}

/** Trades in a detail: what was traded and its amount in a line, a note below. */
export function TradeList<Item>({ id, title, items, keyOf, textOf, amountOf, noteOf }: TradeListProps<Item>) {
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h3 id={id} className="md">
        {title}
      </h3>
      <ul className={`lines ${styles.events}`}>
        {items.map((item) => (
          <li key={keyOf(item)}>
            <Row as="p" tight align="start" justify="between" className={`sm tabular ${styles.line}`}>
              <AmountText>{textOf(item)}</AmountText>
              {amountOf(item)}
            </Row>
            <p className="note">{noteOf(item)}</p>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
