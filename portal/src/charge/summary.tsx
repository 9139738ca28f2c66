import type { chargeCalls } from '@sauda/contract/charge'
import type { Reply } from '@sauda/contract/call'
import { paiseOf } from '@sauda/contract/money'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import styles from './charges.module.css'

/** What do I owe? */
export function Summary({ summary }: { summary: Reply<typeof chargeCalls.list>['summary'] }) {
  const { totalDue, totalPaid, pending, paid, approved, rejected } = summary
  const counts = [
    [pending, `${pending} to pay`],
    [rejected, `${rejected} to pay again`],
    [paid, `${paid} awaiting approval`],
    [approved, `${approved} approved`],
  ] as const
  const told = counts.filter(([count]) => count > 0).map(([, words]) => words)
  return (
    <section className={styles.summary} aria-label="Summary">
      <p className={styles.term}>Total due</p>
      <p>
        <Money amount={paiseOf(totalDue)} size="hero" />
      </p>
      <p className={styles.soft}>
        {sentence('Total paid {amount}', { amount: <Money amount={paiseOf(totalPaid)} /> })}
        {told.length > 0 && ` · ${told.join(', ')}`}
      </p>
    </section>
  )
}
