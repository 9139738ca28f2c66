import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { forexPairs, samplePairs } from '../shell/forex-pairs.ts'
import { pairs } from './landing.content.ts'
import styles from './pairs.module.css'

/** The specified pairs, with what the hero promises: their spreads. */
export function Pairs() {
  return (
    <section className={styles.pairs} aria-labelledby="pairs">
      <div className={styles.head}>
        <h2 id="pairs">{pairs.title}</h2>
        <DisclosureBadge kind="sample">{samplePairs}</DisclosureBadge>
      </div>
      <ul>
        {forexPairs.map(({ pair, price, change, spread, trend }) => (
          <li key={pair}>
            <h3>{pair}</h3>
            <p className={styles.price}>
              {price} <span className={trend === 'Up' ? 'gain' : 'loss'}>{change}</span>
            </p>
            <p className={styles.spread}>
              <span>{pairs.spread}</span> <strong>{spread}</strong>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
