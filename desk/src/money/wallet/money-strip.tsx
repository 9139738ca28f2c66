import { paiseOf } from '@sauda/contract/platform/money'
import type { WalletTransaction } from '@sauda/contract/money/wallet'
import { Money } from '@sauda/ui/money'
import { Block } from '../../shell/evidence.tsx'
import { Strip } from '../../shell/lines.tsx'
import { RequestsTable } from './requests-table.tsx'
import type { WalletFigures } from './wallet.api.ts'

/** `quiet` beside a case, which has its own main figure. */
export function MoneyStrip({ wallet, quiet = false }: { wallet: WalletFigures; quiet?: boolean }) {
  const figure = (term: string, amount: number, size: 'hero' | 'large') => ({
    term,
    value: <Money amount={paiseOf(amount)} size={quiet ? 'inherit' : size} />,
  })
  const trading: readonly [string, number][] = [
    ['Unsettled', wallet.unsettled ?? 0],
    ['Dues', wallet.dues ?? 0],
  ]
  const rest: readonly [string, number][] = [
    ['On hold', wallet.withheld],
    ...trading.filter(([, amount]) => amount > 0),
    ['Invested', wallet.investedAmount],
    ['Unused loan', wallet.loanAmount],
    ['Cashback', wallet.cashback],
  ]
  return (
    <Strip
      items={[
        figure('Balance', wallet.balance, 'hero'),
        ...rest.map(([term, amount]) => ({ ...figure(term, amount, 'large'), isZero: amount === 0 })),
      ]}
    />
  )
}

const shown = 6

interface ClientMoneyProps {
  wallet: WalletFigures
  requests: readonly WalletTransaction[]
  openId: string
}

export function ClientMoney({ wallet, requests, openId }: ClientMoneyProps) {
  return (
    <>
      <Block title="Wallet">
        <MoneyStrip wallet={wallet} quiet />
      </Block>
      <Block title="Recent requests of this client">
        <RequestsTable label="Recent requests" requests={requests.slice(0, shown)} brief selectedId={openId} />
      </Block>
    </>
  )
}
