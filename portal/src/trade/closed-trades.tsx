import type { Trade } from '@sauda/contract/trade'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { useState } from 'react'
import { Link } from 'react-router'
import { ClosedCard } from './closed-card.tsx'
import styles from './closed-trades.module.css'

interface ClosedTradesProps {
  closed: readonly Trade[]
  /** Of all sales there ever were. */
  total: number
  /** Why there is nothing to see, when the list did not load. */
  failed: boolean
}

const step = 12

/** What was sold, the newest first. */
export function ClosedTrades({ closed, total, failed }: ClosedTradesProps) {
  const [shown, setShown] = useState(step)
  const known = closed.length
  return (
    <section className={styles.section} aria-labelledby="closed-trades">
      <h2 id="closed-trades">Closed Trades</h2>
      {known === 0 ? (
        <Card flush>
          <EmptyState title="No closed trades.">
            {failed ? 'Your trades did not load just now.' : 'What you sell appears here with its profit or loss.'}
          </EmptyState>
        </Card>
      ) : (
        <ul className={styles.cards}>
          {closed.slice(0, shown).map((trade) => (
            <ClosedCard key={trade._id} trade={trade} />
          ))}
        </ul>
      )}
      {shown < known && (
        <Button variant="secondary" className={styles.more} onClick={() => setShown(shown + 4 * step)}>
          Show more
        </Button>
      )}
      {shown >= known && known < total && (
        <p className={styles.older}>
          Older sales are in your <Link to="/account/position/order-history">Order History</Link>.
        </p>
      )}
    </section>
  )
}
