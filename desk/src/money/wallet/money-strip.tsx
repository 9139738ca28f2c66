import type { TrailFigure } from '@sauda/contract/books/statement'
import { paiseOf } from '@sauda/contract/platform/money'
import type { WalletTransaction } from '@sauda/contract/money/wallet'
import { Money } from '@sauda/ui/money'
import { Block } from '../../shell/evidence.tsx'
import { Strip } from '../../shell/lines.tsx'
import { TrailAmount } from '../../shell/trail.tsx'
import { RequestsTable } from './requests-table.tsx'
import type { WalletFigures } from './wallet.api.ts'

interface MoneyStripProps {
  clientId: string
  wallet: WalletFigures
  /** Beside a case, which has its own main figure. */
  quiet?: boolean
}

/** Each figure opens its money trail. */
export function MoneyStrip({ clientId, wallet, quiet = false }: MoneyStripProps) {
  const figure = (term: string, amount: number, of: TrailFigure, size: 'hero' | 'large' = 'large') => ({
    term,
    value:
      amount === 0 ? (
        <Money amount={0n} {...(!quiet && { size })} />
      ) : (
        <TrailAmount of={{ clientId, id: { figure: of }, name: term }}>
          <Money amount={paiseOf(amount)} {...(!quiet && { size })} />
        </TrailAmount>
      ),
  })
  const trading: readonly [string, number, TrailFigure][] = [
    ['Unsettled', wallet.unsettled ?? 0, 'unsettled'],
    ['Dues', wallet.dues ?? 0, 'dues'],
  ]
  const rest: readonly [string, number, TrailFigure][] = [
    ['On hold', wallet.withheld, 'withheld'],
    ...trading.filter(([, amount]) => amount > 0),
    ['Invested', wallet.investedAmount, 'invested'],
    ['Unused loan', wallet.loanAmount, 'loan'],
    ['Cashback', wallet.cashback, 'cashback'],
  ]
  return (
    <Strip
      items={[
        {
          ...figure('Balance', wallet.balance, 'cash', wallet.balance === 0 ? 'large' : 'hero'),
          isZero: wallet.balance === 0,
        },
        ...rest.map(([term, amount, of]) => ({ ...figure(term, amount, of), isZero: amount === 0 })),
      ]}
    />
  )
}

const shown = 6

interface ClientMoneyProps {
  clientId: string
  wallet: WalletFigures
  requests: readonly WalletTransaction[]
  openId: string
}

export function ClientMoney({ clientId, wallet, requests, openId }: ClientMoneyProps) {
  return (
    <>
      <Block title="Wallet">
        <MoneyStrip clientId={clientId} wallet={wallet} quiet />
      </Block>
      <Block title="Recent requests of this client">
        <RequestsTable
          label="Recent requests"
          clientId={clientId}
          requests={requests.slice(0, shown)}
          brief
          selectedId={openId}
        />
      </Block>
    </>
  )
}
