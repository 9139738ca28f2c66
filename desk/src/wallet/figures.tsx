import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import type { WalletFigures } from './wallet.api.ts'

/** A client's five ledger accounts: own money first, borrowed money apart. */
export function Figures({ wallet }: { wallet: WalletFigures }) {
  const rows: readonly [string, number][] = [
    ['Balance', wallet.balance],
    ['Set aside for withdrawals', wallet.withheld],
    ['Invested', wallet.investedAmount],
    ['Borrowed, not used', wallet.loanAmount],
    ['Cashback', wallet.cashback],
  ]
  return (
    <DescriptionList
      amounts
      items={rows.map(([term, amount]) => ({ term, value: <Money amount={paiseOf(amount)} /> }))}
    />
  )
}
