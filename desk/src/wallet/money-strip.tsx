import { paiseOf } from '@sauda/contract/money'
import { Money } from '@sauda/ui/money'
import type { WalletFigures } from './wallet.api.ts'
import layout from '../shell/layout.module.css'

/** `quiet` beside a case, which has its own main figure. */
export function MoneyStrip({ wallet, quiet = false }: { wallet: WalletFigures; quiet?: boolean }) {
  const rest: readonly [string, number][] = [
    ['On hold', wallet.withheld],
    ['Invested', wallet.investedAmount],
    ['Unused loan', wallet.loanAmount],
    ['Cashback', wallet.cashback],
  ]
  return (
    <dl className={layout.strip}>
      <div>
        <dt>Balance</dt>
        <dd>
          <Money amount={paiseOf(wallet.balance)} size={quiet ? 'inherit' : 'hero'} />
        </dd>
      </div>
      {rest.map(([name, amount]) => (
        <div key={name} data-zero={amount === 0 || undefined}>
          <dt>{name}</dt>
          <dd>
            <Money amount={paiseOf(amount)} size={quiet ? 'inherit' : 'large'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
