import type { Quote } from '@sauda/contract/market'
import styles from './price-age.module.css'
import { asOf, stateWords } from './price-words.ts'

/** How good a price is, in a word; of an old one also of when it is. */
export function PriceAge({ quote: { state, at } }: { quote: Pick<Quote, 'state' | 'at'> }) {
  return (
    <span className={styles.age} data-state={state}>
      {stateWords[state]}
      {at && state !== 'live' && <span> {asOf(at)}</span>}
    </span>
  )
}
