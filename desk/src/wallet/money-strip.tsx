import { paiseOf } from '@sauda/contract/money'
import { Money } from '@sauda/ui/money'
import type { WalletFigures } from './wallet.api.ts'
import styles from './money-strip.module.css'

/** A client's money at a glance: what is theirs first, what is borrowed apart. */
export function MoneyStrip({ wallet }: { wallet: WalletFigures }) {
  const rest: readonly [string, number][] = [
    ['Set aside', wallet.withheld],
    ['Invested', wallet.investedAmount],
    ['Borrowed, not used', wallet.loanAmount],
    ['Cashback', wallet.cashback],
  ]
  return (
    <dl className={styles.strip}>
      <div>
        <dt>Balance</dt>
        <dd>
          <Money amount={paiseOf(wallet.balance)} size="hero" />
        </dd>
      </div>
      {rest.map(([name, amount]) => (
        <div key={name} data-zero={amount === 0 || undefined}>
          <dt>{name}</dt>
          <dd>
            <Money amount={paiseOf(amount)} size="large" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
