import type { chargeCalls } from '@sauda/contract/charge'
import type { Reply } from '@sauda/contract/call'
import { paiseOf } from '@sauda/contract/money'
import { Money } from '@sauda/ui/money'
import styles from './charges.module.css'

/** What do I owe? */
export function Summary({ summary }: { summary: Reply<typeof chargeCalls.list>['summary'] }) {
  const { totalDue, totalPaid, pending, paid, approved, rejected } = summary
  const counts = [
    [pending, 'to pay'],
    [rejected, 'to pay again'],
    [paid, 'awaiting approval'],
    [approved, 'approved'],
  ] as const
  const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return (
    <section className={styles.summary} aria-label="Summary">
      <p className={styles.term}>Total due</p>
      <p>
        <Money amount={paiseOf(totalDue)} size="hero" />
      </p>
      <p className={styles.soft}>
        Total paid <Money amount={paiseOf(totalPaid)} />
        {told.length > 0 && ` · ${told.join(', ')}`}
      </p>
    </section>
  )
}
